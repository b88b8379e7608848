/// The meaning of the code of a diagnostic or of a refused action, with examples.
public struct Explanation: Sendable {
  public let code: String
  /// The meaning in a few words, without a full stop.
  public let title: String
  /// The meaning in sentences, in lines of at most 80 characters.
  public let meaning: String
  package let examples: [Example]

  init(_ code: String, _ title: String, _ meaning: String, _ examples: Example...) {
    self.code = code
    self.title = title
    self.meaning = meaning
    self.examples = examples
  }

  /// All codes: those of diagnostics, of warnings, and of refused actions.
  public static let all: [Explanation] =
    diagnostics + warnings + refusals + losses

  /// Returns the explanation of a code; nil if there is no such code.
  package static func of(_ code: String) -> Explanation? { all.first { $0.code == code } }

  /// The errors that keep a file from being used.
  package static let diagnostics: [Explanation] =
    yaml + files + keys + declarations + saved + names + expressions

  /// The codes of refused actions, besides those that authors choose.
  package static var refusalCodes: [String] { refusals.map(\.code) }
}

extension Explanation {
  /// An example that causes the code, and its correction.
  package struct Example: Sendable {
    package let setting: Setting
    package let wrong: String
    package let right: String

    init(_ setting: Setting, wrong: String, right: String) {
      self.setting = setting
      self.wrong = wrong
      self.right = right
    }
  }

  /// The place of an example, which determines the file that is made of it.
  package enum Setting: Sendable, Equatable {
    /// A whole spec file.
    case file
    /// Sections of a spec.
    case sections
    /// The rules of an action in the sample spec; the error is found when the spec is checked.
    case rules
    /// The rules of an action in the sample spec; the error occurs when they run.
    case running
    /// Listeners of the sample spec; the error occurs when they run.
    case reacting
    /// Sections of a spec; the error is found when its states are searched.
    case searching
    /// A scenario file beside the sample spec, `todo.yaml`.
    case scenario
    /// A case that a short file cannot show.
    case untested(because: String)
  }

  /// The explanation as text for people; ends with a line break.
  public var rendered: String {
    var text = "\(code): \(title)\n\n\(meaning)\n"
    for example in examples {
      text += "\nwrong\(example.setting.words):\n\n\(example.wrong.indented)\n"
      text += "\nright:\n\n\(example.right.indented)\n"
    }
    return text
  }
}

extension Explanation.Setting {
  /// The place of an example, as a part of a sentence.
  package var words: String {
    switch self {
    case .rules: ", in the rules for an action"
    case .running: ", in the rules for an action, when it is dispatched"
    case .reacting: ", under 'listeners', when the state changes"
    case .searching: ", when 'suas-run explore' searches the states"
    case .scenario: ", in a scenario file"
    case .file, .sections, .untested: ""
    }
  }
}

extension String {
  fileprivate var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
  }
}

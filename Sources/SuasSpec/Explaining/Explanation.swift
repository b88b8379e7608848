/// What the code of a diagnostic or of a refused action means, with examples.
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

  /// Every code there is: those of diagnostics, of warnings, and of refused actions.
  public static let all: [Explanation] =
    diagnostics + warnings + refusals

  /// What keeps a file from being used.
  package static let diagnostics: [Explanation] =
    yaml + files + keys + declarations + names + expressions

  /// The codes of refused actions, besides those that authors choose.
  package static var refusalCodes: [String] { refusals.map(\.code) }
}

extension Explanation {
  /// What leads to the code, and what is written instead.
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

  /// Where an example stands: what makes a file of it.
  package enum Setting: Sendable, Equatable {
    /// A whole spec file.
    case file
    /// Sections of a spec.
    case sections
    /// The rules of an action in the sample spec, which is refused when it is checked.
    case rules
    /// The rules of an action in the sample spec, which meets the error when it runs.
    case running
    /// Listeners of the sample spec, which meets the error when it runs.
    case reacting
    /// A scenario file beside the sample spec, `todo.yaml`.
    case scenario
    /// Nothing that a short file could show.
    case untested(because: String)
  }

  /// The explanation as people read it; ends with a line break.
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
  /// Where an example stands, as a part of a sentence.
  package var words: String {
    switch self {
    case .rules: ", in the rules for an action"
    case .running: ", in the rules for an action, when it is dispatched"
    case .reacting: ", under 'listeners', when the state changes"
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

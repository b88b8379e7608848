import SuasProgram
import YAML

/// A mapping where a rule has its path, such as `set: { count: 1 }` or `append: { to: names, value: Ann }`:
/// the keys of a rule stand beside its verb.
struct PathMapping {
  private let verb: Scalar
  private let target: Node
  /// The keys and values of each rule that is meant, those of the verb first.
  private let rules: [[String]]
  /// True if the rule has no key but the verb's.
  private let isAlone: Bool

  /// Returns nil for a target that is no mapping, or one whose meaning is unknown.
  ///
  /// - Parameter written: All entries of the rule.
  init?(_ target: Node, under verb: Scalar, _ form: VerbForm, in written: [Node.Entry]) {
    guard case .path = form.target, let entries = target.mapping,
      entries.allSatisfy({ !$0.value.range.text.contains("\n") })
    else { return nil }
    self.verb = verb
    self.target = target
    isAlone = written.count == 1
    func line(_ key: String, _ value: SourceRange) -> String { "\(key): \(value.text)" }
    let (names, guards) = (form.arguments.map(\.name), VerbForm.guards.map(\.name))
    let arguments = entries.filter { names.contains($0.key.text) }
    let rest = entries.filter { !(names + guards).contains($0.key.text) }
    var others = entries.filter { guards.contains($0.key.text) }
    if arguments.isEmpty {
      guard let name = ["value", "by", "index"].first(where: names.contains), !rest.isEmpty,
        !written.contains(where: { $0.key.text == name })
      else { return nil }
      rules = rest.map { entry in
        [line(verb.text, entry.key.range), line(name, entry.value.range)]
          + others.map { line($0.key.text, $0.value.range) }
      }
    } else {
      guard rest.count == 1, let path = rest[0].value.scalar, path.resolved == .string else {
        return nil
      }
      others = arguments + others
      rules = [[line(verb.text, path.range)] + others.map { line($0.key.text, $0.value.range) }]
    }
    // A key that stands beside the verb already would be there twice.
    let keys = others.map(\.key.text)
    if written.contains(where: { keys.contains($0.key.text) }) { return nil }
  }

  var diagnostic: Diagnostic {
    let source = target.range.source
    let start = source.line(around: verb.range.lowerBound).lowerBound
    let lead = SourceRange(source, start..<verb.range.lowerBound).text
    var replacement: String?
    if lead.contains("{") {
      if rules.count == 1 { replacement = rules[0].joined(separator: ", ") }
    } else if isAlone || rules.count == 1, lead.allSatisfy({ $0 == " " || $0 == "-" }) {
      let indentation = "\n" + String(repeating: " ", count: lead.count)
      replacement = rules.map { $0.joined(separator: indentation) }.joined(separator: "\n\(lead)")
    }
    var diagnostic = Diagnostic.notAPath(target)
    diagnostic.help =
      ["the keys of a rule stand beside its verb"]
      + rules.map { rule in
        "write \(rule[0]), and below it \(rule.dropFirst().joined(separator: " and "))"
      }
    diagnostic.fixes =
      replacement.map { text in
        let range = SourceRange(source, verb.range.lowerBound..<target.range.upperBound)
        return [Diagnostic.Fix(range, replacement: text)]
      } ?? []
    return diagnostic
  }
}

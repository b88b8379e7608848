import SuasProgram
import YAML

/// A mapping where a rule has its path, such as `set: { count: 1 }` or `append: { to: names, value: Ann }`:
/// the keys of a rule stand beside its verb.
struct PathMapping {
  private let target: Node
  private let meant: MeantRules

  /// Returns nil for a target that is no mapping, or one whose meaning is unknown.
  ///
  /// - Parameter written: All entries of the rule.
  init?(_ target: Node, under verb: Scalar, _ form: VerbForm, in written: [Node.Entry]) {
    guard case .path = form.target, let entries = target.mapping,
      entries.allSatisfy({ !$0.value.range.text.contains("\n") })
    else { return nil }
    func line(_ key: String, _ value: SourceRange) -> String { "\(key): \(value.text)" }
    let (names, guards) = (form.arguments.map(\.name), VerbForm.guards.map(\.name))
    let arguments = entries.filter { names.contains($0.key.text) }
    let rest = entries.filter { !(names + guards).contains($0.key.text) }
    var others = entries.filter { guards.contains($0.key.text) }
    let rules: [[String]]
    if arguments.isEmpty {
      guard let named = Self.named(rest, form, verb) ?? Self.keyed(rest, form, verb, written)
      else { return nil }
      rules = named.map { $0 + others.map { line($0.key.text, $0.value.range) } }
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
    self.target = target
    meant = MeantRules(rules, from: verb, to: target, isAlone: written.count == 1)
  }

  /// The rule for `set: { field: count, to: 1 }`, where words that are no keys stand for the path and for what
  /// the verb needs; nil for other entries.
  private static func named(
    _ entries: [Node.Entry], _ form: VerbForm, _ verb: Scalar
  ) -> [[String]]? {
    let paths: Set = ["field", "path", "target", "list", "key", "property", "in", "from", "of"]
    let values: Set = ["to", "value", "with", "by"]
    guard entries.count == 2, let name = form.mainArgument,
      let path = entries.first(where: { paths.contains($0.key.text) }),
      let value = entries.first(where: { values.contains($0.key.text) }),
      path.value.scalar?.resolved == .string
    else { return nil }
    return [["\(verb.text): \(path.value.range.text)", "\(name): \(value.value.range.text)"]]
  }

  /// The rules for `set: { count: 1, title: a }`; nil if the verb needs something else.
  private static func keyed(
    _ entries: [Node.Entry], _ form: VerbForm, _ verb: Scalar, _ written: [Node.Entry]
  ) -> [[String]]? {
    guard !entries.isEmpty else { return nil }
    let names = form.arguments.map(\.name)
    guard let name = form.mainArgument else {
      // Some verbs need nothing but the path.
      return form.choice.isEmpty && !form.arguments.contains(where: \.isRequired)
        ? entries.map { ["\(verb.text): \($0.key.range.text)"] } : nil
    }
    guard name != "where" || entries.allSatisfy({ $0.value.scalar != nil }),
      !written.contains(where: { $0.key.text == name })
    else { return nil }
    // What 'merge' lays over a field has fields itself.
    return entries.flatMap { entry in
      let isSet = verb.text == "merge" && entry.value.mapping == nil
      return elements(of: entry.value, names, verb).map {
        ["\(isSet ? "set" : verb.text): \(entry.key.range.text)", "\(name): \($0.range.text)"]
      }
    }
  }

  /// The values of the rules that are meant: for a verb that adds to a list, each item of a written list has
  /// a rule of its own, which keeps expressions and records what they are.
  private static func elements(
    of node: Node, _ names: [String], _ verb: Scalar
  ) -> [Node] {
    guard names.contains("values"), let items = node.sequence else { return [node] }
    return verb.text == "prepend" ? items.reversed() : items
  }

  var diagnostic: Diagnostic {
    meant.helping(.notAPath(target), because: "the keys of a rule stand beside its verb")
  }
}

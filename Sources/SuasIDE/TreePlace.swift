import SuasFormat
import SuasScenario
import SuasSpec
import YAML

/// A place in a tree: the keys on the way to it, and the grammar of what stands there.
struct TreePlace {
  enum Role { case key, value }

  private(set) var role = Role.value
  /// The grammar of the mapping whose key the place is, or of the value.
  private(set) var grammar: KeyGrammar
  /// The keys on the way, without that of the place itself.
  private(set) var path: [String] = []
  /// The entries of the mapping whose key the place is, or which contains the value.
  private(set) var siblings: [Node.Entry] = []
  /// The scalar at the place.
  private(set) var scalar: Scalar?
  /// True if the place is an item of a list.
  private(set) var isItem = false

  /// Finds the innermost key or scalar at an offset; nil if there is none.
  init?(_ offset: Int, in tree: Node, _ grammar: KeyGrammar) {
    self.grammar = grammar
    guard find(offset, tree) else { return nil }
  }

  private mutating func find(_ offset: Int, _ node: Node) -> Bool {
    switch node.content {
    case .scalar(let scalar):
      guard scalar.range.covers(offset) else { return false }
      self.scalar = scalar
      return true
    case .sequence(let items):
      guard let item = items.last(where: { $0.start <= offset }) else { return false }
      isItem = true
      return find(offset, item)
    case .mapping(let entries):
      siblings = entries
      if let entry = entries.first(where: { $0.key.range.covers(offset) }) {
        role = .key
        scalar = entry.key
        return true
      }
      guard let entry = entries.last(where: { $0.key.range.lowerBound <= offset }) else {
        return false
      }
      isItem = false
      path.append(entry.key.text)
      grammar = grammar.below(entry.key.text, in: grammar.likeliestForm(for: entries))
      return find(offset, entry.value)
    }
  }

  /// True if the place is in a value that is expected, where a matcher may stand.
  var takesMatchers: Bool {
    guard path.contains("expect") else { return false }
    return !Set(path).isDisjoint(with: [
      "state", "exact-state", "changes", "selected", "notified", "actions", "effects", "requests",
      "error",
    ])
  }

  /// True if the place is among the parts of an effect's request: the keys belong to its kind.
  var isInRequest: Bool { path.contains("expect") && path.dropLast().last == "requests" }

  /// The keys that the mapping of the place can still have.
  var possibleKeys: [KeyGrammar.Form.Key] {
    let written = siblings.map(\.key.text).filter { $0 != scalar?.text }
    var seen = Set(written)
    return grammar.forms.filter { form in written.allSatisfy(form.has) }
      .flatMap(\.keys).filter { seen.insert($0.name).inserted }
  }
}

extension KeyGrammar {
  /// The form of a mapping: the one that has all of its keys, else the one that has most.
  func likeliestForm(for entries: [Node.Entry]) -> Form? {
    let names = entries.map(\.key.text)
    if let form = form(of: names) { return form }
    return forms.max { left, right in
      names.count(where: left.has) < names.count(where: right.has)
    }
  }

  /// The grammar of a file.
  ///
  /// - Parameter tree: The tree of the file; nil if it cannot be parsed. If its keys do not show
  ///   its kind, it may become any.
  static func of(_ tree: Node?) -> KeyGrammar {
    if let kind = tree.flatMap({ FormattedKind($0) }) { return kind.grammar }
    let grammars = [SpecGrammar.keys, ScenarioGrammar.scenarioKeys, ScenarioGrammar.fragmentKeys]
    return KeyGrammar(grammars.flatMap(\.forms))
  }
}

extension Node {
  /// The start of the node's text; an alias's for an aliased one.
  var start: Int { range.lowerBound }
}

extension SourceRange {
  /// True for an offset in the range or directly after it.
  func covers(_ offset: Int) -> Bool { lowerBound <= offset && offset <= upperBound }
}

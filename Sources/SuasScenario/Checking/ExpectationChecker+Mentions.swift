import CEL
import SuasSpec
import YAML

/// Expectations that name listeners, actions, effects and selectors.
extension ExpectationChecker {
  /// Reads a list of names, each alone or with the expected value: `[saved, {todos: […]}]`.
  ///
  /// - Parameter type: returns the type of the value that a name stands for; nil, once reported, if
  ///   the name is unknown.
  func mentions(
    _ node: Node, _ what: String, _ type: (Scalar) -> FieldType?
  ) -> [NamedExpectation]? {
    mentions(node, what, type) { patterns(exact: false).read($0, as: $1) }
  }

  /// - Parameters:
  ///   - find: returns the meaning of a name; nil, once reported, if the name is unknown.
  ///   - read: reads the expected value.
  func mentions<Subject>(
    _ node: Node, _ what: String, _ find: (Scalar) -> Subject?,
    _ read: (Node, Subject) -> Pattern?
  ) -> [NamedExpectation]? {
    guard let nodes = node.sequence else {
      sink.report(.notAList(node, what, help: "write them as [one, two]"))
      return nil
    }
    let mentions = nodes.compactMap { node -> NamedExpectation? in
      if let scalar = node.scalar, scalar.resolved != .null {
        return find(scalar).map { _ in
          NamedExpectation(name: scalar.text, pattern: nil, range: scalar.range)
        }
      }
      guard let entries = node.mapping, entries.count == 1 else {
        sink.report(.wrongKind(node, "what is named"))
        return nil
      }
      let (key, value) = (entries[0].key, entries[0].value)
      if MatcherKeyword.isWritten(in: key) {
        sink.report(.misplacedMatcher(key, in: "a name"))
        return nil
      }
      guard let subject = find(key), let pattern = read(value, subject) else { return nil }
      return NamedExpectation(name: key.text, pattern: pattern, range: key.range)
    }
    return mentions.count == nodes.count ? mentions : nil
  }

  func listener(_ name: Scalar) -> FieldType? {
    let listeners = spec.checked.listeners
    let listener = listeners.first { $0.name == name.text }
    sink.note(name, .listener, requesting: .listener, isKnown: listener != nil)
    if let listener { return listener.type }
    sink.report(
      .unknownListener(name.text, among: listeners.map(\.name), at: name.range))
    return nil
  }

  func action(_ name: Scalar) -> FieldType? {
    let actions = spec.checked.actions
    let action = actions.first { $0.name == name.text }
    sink.note(name, .action, requesting: .reducible, isKnown: action != nil)
    if let action {
      return .record(action.payload.name)
    }
    if spec.checked.effects.contains(where: { $0.name == name.text }) {
      sink.report(.effectIsNoAction(name))
      return nil
    }
    sink.report(.unknownAction(name.text, among: actions.map(\.name), at: name.range))
    return nil
  }

  func effect(_ name: Scalar) -> CheckedEffect? {
    let effects = spec.checked.effects
    let effect = effects.first { $0.name == name.text }
    sink.note(name, .action, requesting: .effect, isKnown: effect != nil)
    if let effect { return effect }
    if spec.checked.actions.contains(where: { $0.name == name.text }) {
      sink.report(.actionIsNoEffect(name))
      return nil
    }
    sink.report(.unknownEffect(name.text, among: effects.map(\.name), at: name.range))
    return nil
  }

  /// Reads the expected values of selectors, by name.
  func selected(_ node: Node) -> CheckedExpectation.Kind? {
    guard let entries = node.entries(as: "'selected'", into: sink) else { return nil }
    let selectors = spec.checked.selectors
    let selected = entries.compactMap { entry -> (selector: Int, pattern: Pattern)? in
      let index = selectors.firstIndex { $0.name == entry.key.text }
      sink.note(entry.key, .selector, requesting: .selector, isKnown: index != nil)
      guard let index else {
        sink.report(
          .unknownSelector(
            entry.key.text, among: selectors.map(\.name), at: entry.key.range))
        return nil
      }
      return patterns(exact: false)
        .read(entry.value, as: selectors[index].type, mayBeAbsent: true).map { (index, $0) }
    }
    return selected.count == entries.count ? .selected(selected) : nil
  }
}

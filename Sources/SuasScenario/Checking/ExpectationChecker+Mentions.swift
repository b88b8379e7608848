import CEL
import SuasSpec
import YAML

/// Expectations that name listeners, actions, effects and selectors.
extension ExpectationChecker {
  /// A list of names, each alone or with what is expected of its value: `[saved, {todos: […]}]`.
  ///
  /// - Parameter type: the type of what a name stands for; nil where it stands for nothing, which
  ///   it has reported.
  func mentions(
    _ node: Node, _ what: String, _ type: (Scalar) -> FieldType?
  ) -> [Mention]? {
    guard let nodes = node.sequence else {
      findings.report(.notAList(node, what, help: "write them as [one, two]"))
      return nil
    }
    let mentions = nodes.compactMap { node -> Mention? in
      if let scalar = node.scalar, scalar.resolved != .null {
        return type(scalar).map { _ in
          Mention(name: scalar.text, pattern: nil, range: scalar.range)
        }
      }
      guard let entries = node.mapping, entries.count == 1 else {
        findings.report(.wrongKind(node, "what is named"))
        return nil
      }
      let (key, value) = (entries[0].key, entries[0].value)
      guard let type = type(key), let pattern = patterns(exact: false).read(value, as: type)
      else { return nil }
      return Mention(name: key.text, pattern: pattern, range: key.range)
    }
    return mentions.count == nodes.count ? mentions : nil
  }

  func listener(_ name: Scalar) -> FieldType? {
    let listeners = spec.checked.listeners
    if let listener = listeners.first(where: { $0.name == name.text }) { return listener.type }
    findings.report(
      .unknownListener(name.text, among: listeners.map(\.name), at: name.range))
    return nil
  }

  func action(_ name: Scalar) -> FieldType? {
    let actions = spec.checked.actions
    if let action = actions.first(where: { $0.name == name.text }) {
      return .record(action.payload.name)
    }
    if spec.checked.effects.contains(where: { $0.name == name.text }) {
      findings.report(.effectIsNoAction(name))
      return nil
    }
    findings.report(.unknownAction(name.text, among: actions.map(\.name), at: name.range))
    return nil
  }

  func effect(_ name: Scalar) -> FieldType? {
    let effects = spec.checked.effects
    if let effect = effects.first(where: { $0.name == name.text }) {
      return .record(effect.action.payload.name)
    }
    if spec.checked.actions.contains(where: { $0.name == name.text }) {
      findings.report(.actionIsNoEffect(name))
      return nil
    }
    findings.report(.unknownEffect(name.text, among: effects.map(\.name), at: name.range))
    return nil
  }

  /// What selectors select, by their names.
  func selected(_ node: Node) -> CheckedExpectation.Kind? {
    guard let entries = node.entries(as: "'selected'", into: findings) else { return nil }
    let selectors = spec.checked.selectors
    let selected = entries.compactMap { entry -> (selector: Int, pattern: Pattern)? in
      guard let index = selectors.firstIndex(where: { $0.name == entry.key.text }) else {
        findings.report(
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

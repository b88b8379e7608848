import YAML

/// `dispatch: NAME` with a payload and a guard, under a listener, a middleware or an effect.
struct DispatchDeclaration: Sendable {
  /// Where the step's keyword stands: the place that errors of this step name.
  var place: SourceRange
  /// The keyword with its name.
  var extent: SourceRange
  var condition: Condition?
  var action: Name
  var payload: Node?
}

extension DispatchDeclaration {
  /// Reads the steps of a list of them.
  static func list(_ node: Node, _ findings: Findings) -> [DispatchDeclaration] {
    guard case .sequence(let nodes) = node.content else {
      findings.report(.notAList(node, "the steps", help: "begin each step with '- dispatch: '"))
      return []
    }
    return nodes.compactMap { node in
      guard node.mapping != nil else {
        findings.report(.notADispatch(node))
        return nil
      }
      var step = MappingReader(node, as: "a step", into: findings)
      guard let entry = step.entry("dispatch") else {
        findings.report(.noDispatch(at: step.entries.first?.key.range ?? node.range))
        return nil
      }
      let declaration = DispatchDeclaration(entry, of: &step)
      step.finish()
      return declaration
    }
  }

  /// Reads what stands beside a keyword whose value names an action.
  init?(_ entry: Node.Entry, of step: inout MappingReader) {
    condition = Condition(&step)
    payload = step.value("with")
    guard let action = Name(reference: entry.value, "an action", step.findings) else { return nil }
    self.action = action
    place = entry.key.range
    extent = entry.extent
  }
}

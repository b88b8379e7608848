import CEL
import SuasProgram

/// Conditions.
extension CaseScan {
  /// Notes the facts that a test shows, and the test itself.
  func restrict(
    _ context: inout CaseContext, _ test: CheckedExpression, is truth: Bool,
    _ keyword: String = "when", isNoted: Bool = true
  ) {
    let facts = facts(test.tree.root, test, is: truth, context)
    context.facts = context.facts.and(facts)
    guard isNoted else { return }
    let text = String(test.text).onOneLine
    context.conditions.append(
      (
        "\(truth ? keyword : "unless") \(text)", test.tree.root.isJoined ? [] : Array(facts.paths)
      ))
  }

  private func facts(
    _ node: CheckedExpr.Node, _ test: CheckedExpression, is truth: Bool, _ context: CaseContext
  ) -> CaseFacts {
    func all(_ terms: [CheckedExpr.Node], _ join: (CaseFacts) -> (CaseFacts) -> CaseFacts)
      -> CaseFacts
    {
      let facts = terms.map { self.facts($0, test, is: truth, context) }
      return facts.dropFirst().reduce(facts.first ?? CaseFacts()) { join($0)($1) }
    }
    func known(_ place: CheckedExpr.Node, _ found: Set<String>?) -> CaseFacts {
      guard let found, let path = path(of: place, test, context), let all = caseNames(at: path)
      else { return CaseFacts() }
      return CaseFacts(path, truth ? found : Set(all).subtracting(found))
    }
    switch node.kind {
    case .call("!_", _, let operands) where operands.count == 1:
      return facts(operands[0], test, is: !truth, context)
    case .and(let terms): return all(terms, truth ? CaseFacts.and : CaseFacts.or)
    case .or(let terms): return all(terms, truth ? CaseFacts.or : CaseFacts.and)
    case .hasField(let operand, let shape, let slot) where shape.isVariant:
      return known(operand, [shape.fields[slot].name])
    case .call("_==_", _, let operands) where operands.count == 2:
      for (place, value) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        if let name = constantCase(value) { return known(place, [name]) }
      }
    case .call("_!=_", _, let operands) where operands.count == 2:
      for (place, value) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        guard let name = constantCase(value), let path = path(of: place, test, context),
          let all = caseNames(at: path)
        else { continue }
        return CaseFacts(path, truth ? Set(all).subtracting([name]) : [name])
      }
    case .call("@in", _, let operands) where operands.count == 2:
      return known(operands[0], constantCases(operands[1]))
    default: break
    }
    return CaseFacts()
  }

  private func constantCase(_ node: CheckedExpr.Node) -> String? {
    if case .constant(let value) = node.kind { value.caseName } else { nil }
  }

  private func constantCases(_ node: CheckedExpr.Node) -> Set<String>? {
    switch node.kind {
    case .constant(.list(let list)):
      let names = list.compactMap(\.caseName)
      return names.count == list.count ? Set(names) : nil
    case .list(let elements):
      let names = elements.compactMap { constantCase($0.node) }
      return names.count == elements.count ? Set(names) : nil
    default: return nil
    }
  }
}

extension CheckedExpr.Node {
  /// True if the node joins several conditions.
  fileprivate var isJoined: Bool {
    switch kind {
    case .and, .or: true
    case .call("!_", _, let operands): operands.contains(where: \.isJoined)
    default: false
    }
  }
}

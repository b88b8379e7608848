import CEL
import SuasProgram
import YAML

/// Names that mean something in other places of a spec.
extension ValueReader {
  /// Reports the issues of an expression; for a name that is known elsewhere, says where.
  func report(_ issues: Issues, of expression: Expr, in scalar: Scalar) {
    for issue in issues.items { sink.report(diagnostic(issue, of: expression, in: scalar)) }
  }

  private func diagnostic(_ issue: Issue, of expression: Expr, in scalar: Scalar) -> Diagnostic {
    let diagnostic = Diagnostic(issue, in: scalar)
    guard issue.kind == .undeclaredName else { return diagnostic }
    let name = String(scalar.text.utf8Slice(issue.range))
    switch name {
    case "selected":
      guard case .selectors(let types)? = vocabulary?["selected"] else {
        return diagnostic.helping(
          environment.declares("old") ? .storeBeforeAndAfter : .noStore(name))
      }
      guard let selection = expression.selection(ofNameAt: issue.range) else {
        return .selectedAlone(at: scalar.range(of: issue.range), hidesField: hasField(name))
      }
      return .unknownSelector(
        selection.text, among: types.keys.sorted(), at: scalar.range(of: selection.range),
        hidesField: hasField(name))
    case "store":
      return diagnostic.helping(
        environment.declares("old") ? .storeBeforeAndAfter : .noStore(name))
    case "now", "uuid":
      return diagnostic.helping(environment.declares("state") ? .pureRules(name) : .noClock(name))
    default:
      return diagnostic
    }
  }

  /// True if the state that rules change has a field of that name.
  private func hasField(_ name: String) -> Bool {
    guard case .record(let state)? = vocabulary?["state"] else { return false }
    return state.shape.slot(of: name) != nil
  }
}

extension Diagnostic {
  fileprivate func helping(_ teaching: Teaching) -> Diagnostic {
    Diagnostic(code, message, at: place, notes: notes, help: [teaching.wording])
  }
}

extension Expr {
  /// The name that is selected from the name at a range of the text.
  fileprivate func selection(ofNameAt range: Range<Int>) -> Name? {
    if case .select(let operand, let name, _) = kind, case .ident = operand.kind,
      operand.range == range
    {
      return name
    }
    return allChildren.lazy.compactMap { $0.selection(ofNameAt: range) }.first
  }

  /// The parts of the expression, those of macros included.
  var allChildren: [Expr] {
    guard case .comprehension(let it) = kind else { return children }
    return [it.range, it.filter, it.body].compactMap(\.self)
  }
}

/// The place where a name is known that means nothing here.
enum Teaching {
  case noStore(String)
  case storeBeforeAndAfter
  case pureRules(String)
  case noClock(String)
}

import CEL
import SuasProgram

/// Places and their types.
extension CaseScan {
  func path(of target: Target, _ context: CaseContext) -> StatePath? {
    var path = context.base
    for component in target.components {
      switch component {
      case .field(let slot):
        guard case .record(let name)? = type(at: path)?.unwrapped, let record = types.records[name]
        else { return nil }
        path = path + .field(record.fields[slot].name)
      case .member(let name):
        guard case .map? = type(at: path)?.unwrapped else { return nil }
        path = path + .element(name)
      case .element(.computed(let key, _)):
        path = path + .element(context.name(String(key.text)))
      case .element(.bound(let slot)):
        path = path + .element(context.keys[slot] ?? "#\(slot)")
      }
    }
    return path
  }

  func path(
    of node: CheckedExpr.Node, _ expression: CheckedExpression, _ context: CaseContext
  ) -> StatePath? {
    switch node.kind {
    case .place(.slot(0)): return context.base
    case .place(.slot(let slot)): return context.places[slot]
    case .place(.field(let field, ofSlot: 0)):
      guard case .record(let name)? = type(at: context.base)?.unwrapped else { return nil }
      return (types.records[name]?.fields[field].name).map { context.base + .field($0) }
    case .place(.variantCase(let field, let shape, let slot)):
      return context.places[slot].map { $0 + .field(shape.fields[field].name) }
    case .field(let operand, let shape, let slot):
      return path(of: operand, expression, context).map { $0 + .field(shape.fields[slot].name) }
    case .call("_[_]", _, let operands) where operands.count == 2:
      let key = context.name(String(expression.text(of: operands[1])))
      return path(of: operands[0], expression, context).map { $0 + .element(key) }
    default: return nil
    }
  }

  func type(at path: StatePath) -> FieldType? {
    var type = FieldType.record(reducer.state.name)
    for step in path.steps {
      switch (step, type.unwrapped) {
      case (.field(let name), .record(let record)):
        guard let record = types.records[record], let slot = record.shape.slot(of: name) else {
          return nil
        }
        type = record.fields[slot].type
      case (.element, .list(let element)), (.element, .map(_, let element)): type = element
      default: return nil
      }
    }
    return type
  }

  /// The names of the cases that an enum or variant at a path may have; nil for other places.
  func caseNames(at path: StatePath) -> [String]? { type(at: path).flatMap(caseNames) }

  func caseNames(of type: FieldType) -> [String]? {
    switch type {
    case .enumeration(let name): return types.enums[name]?.cases
    case .record(let name):
      guard let record = types.records[name], record.isVariant else { return nil }
      return record.fields.map(\.name)
    case .optional(let wrapped): return caseNames(of: wrapped).map { $0 + ["null"] }
    default: return nil
    }
  }
}

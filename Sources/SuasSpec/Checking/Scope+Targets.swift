import CEL
import YAML

/// Paths: a field, followed by `.field` and `[expression]`.
extension Scope {
  /// Resolves a path to the place it names.
  func target(_ syntax: ExpressionSyntax) -> Target? {
    guard let expression = values.parse(syntax) else { return nil }
    var links: [Link] = []
    guard let root = unwind(expression, into: &links, syntax) else { return nil }
    return resolve(root: root, links: links, syntax)
  }

  /// Resolves a path to a place that holds one of some types, or an `any`.
  func target(
    _ syntax: ExpressionSyntax, of types: [FieldType], as expected: String
  ) -> Target? {
    guard let target = target(syntax) else { return nil }
    guard target.type == .any || types.contains(target.type) else {
      findings.report(
        .typeMismatch("'\(target.text)' is \(target.type), not \(expected)", at: syntax.range))
      return nil
    }
    return target
  }

  /// Resolves a path to a list, and the type of its elements.
  func listTarget(_ syntax: ExpressionSyntax) -> (Target, element: FieldType)? {
    guard let target = target(syntax) else { return nil }
    switch target.type {
    case .list(let element): return (target, element)
    case .any: return (target, .any)
    default:
      findings.report(
        .typeMismatch("'\(target.text)' is \(target.type), not a list", at: syntax.range))
      return nil
    }
  }

  /// One step of a path, from the root outwards.
  private enum Link {
    case field(name: String, Range<Int>)
    case element(Expr)
  }

  /// Collects the links of a path and answers the name it begins with.
  private func unwind(
    _ expression: Expr, into links: inout [Link], _ syntax: ExpressionSyntax
  ) -> (name: String, range: Range<Int>)? {
    var expression = expression
    while true {
      switch expression.kind {
      case .ident(let name):
        links.reverse()
        return (name, expression.range)
      case .select(let operand, let field, optional: false):
        links.append(.field(name: field.text, field.range))
        expression = operand
      case .index(let operand, let key, optional: false):
        links.append(.element(key))
        expression = operand
      default:
        findings.report(.notAPath(at: syntax.scalar.range(of: expression.range)))
        return nil
      }
    }
  }

  private func resolve(
    root: (name: String, range: Range<Int>), links: [Link], _ syntax: ExpressionSyntax
  ) -> Target? {
    var components: [Target.Component] = []
    var type = FieldType.record(state.name)
    if root.name != "state" {
      guard let slot = fieldSlot(root.name, of: state, at: root.range, syntax) else { return nil }
      components.append(.field(slot))
      type = state.fields[slot].type
    }
    for link in links {
      switch link {
      case .field(let name, let range):
        guard let (component, next) = member(name, of: type, at: range, syntax) else { return nil }
        components.append(component)
        type = next
      case .element(let key):
        guard let (component, next) = element(key, of: type, syntax) else { return nil }
        components.append(component)
        type = next
      }
    }
    return Target(
      slot: Execution.stateSlot, components: components, type: type, text: String(syntax.text))
  }

  private func fieldSlot(
    _ name: String, of record: RecordType, at range: Range<Int>, _ syntax: ExpressionSyntax
  ) -> Int? {
    if let slot = record.shape.slot(of: name) { return slot }
    findings.report(
      .unknownField(
        name, of: record.name, among: record.fields.map(\.name),
        at: syntax.scalar.range(of: range)))
    return nil
  }

  private func member(
    _ name: String, of type: FieldType, at range: Range<Int>, _ syntax: ExpressionSyntax
  ) -> (Target.Component, FieldType)? {
    switch type {
    case .record(let recordName):
      guard let record = values.types.records[recordName],
        let slot = fieldSlot(name, of: record, at: range, syntax)
      else { return nil }
      return (.field(slot), record.fields[slot].type)
    case .map(.string, let value):
      return (.member(name), value)
    case .optional(let wrapped):
      return member(name, of: wrapped, at: range, syntax)
    case .any:
      return (.member(name), .any)
    default:
      findings.report(.noFields(in: type, at: syntax.scalar.range(of: range)))
      return nil
    }
  }

  private func element(
    _ key: Expr, of type: FieldType, _ syntax: ExpressionSyntax
  ) -> (Target.Component, FieldType)? {
    switch type {
    case .list(let element):
      guard let index = values.expression(key, in: syntax, as: .int) else { return nil }
      return (.index(index), element)
    case .map(let keyType, let value):
      guard let key = values.expression(key, in: syntax, as: keyType.cel) else { return nil }
      return (.key(key), value)
    case .optional(let wrapped):
      return element(key, of: wrapped, syntax)
    case .any:
      guard let key = values.expression(key, in: syntax, as: .dyn) else { return nil }
      return (.dynamic(key), .any)
    default:
      findings.report(.noElements(in: type, at: syntax.scalar.range(of: key.range)))
      return nil
    }
  }
}

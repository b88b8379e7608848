import CEL
import SuasProgram
import YAML

/// Finds the parts of answers that the outcomes of a spec's effects read.
package struct AnswerReading {
  private let types: TypeTable
  private let store: FieldType

  package init(_ spec: CheckedSpec) {
    types = spec.typesOfEverything
    store = .record(spec.store.shape.name)
  }

  /// Returns the parts that are read of `response` and of `error`.
  package func parts(of effect: CheckedEffect) -> (response: AnswerPart, error: AnswerPart) {
    let parts = (response: AnswerPart(), error: AnswerPart())
    read(effect.onSuccess, of: effect, into: parts.response)
    read(effect.onFailure, of: effect, into: parts.error)
    return parts
  }

  private func read(_ outcome: CheckedOutcome?, of effect: CheckedEffect, into part: AnswerPart) {
    let reader = AnswerReader(
      types: types, names: [0: store, 1: .record(effect.action.payload.name)])
    for step in outcome?.steps ?? [] {
      let scope = [Self.answerSlot: part]
      if let condition = step.condition {
        reader.read(condition.test.expression.tree.root, as: .bool, scope)
      }
      switch step {
      case .dispatch(let step): reader.read(step.payload, as: nil, scope)
      case .cancel(let step):
        if let key = step.key { reader.read(key.expression.tree.root, as: key.type, scope) }
      }
    }
  }

  /// The slot of `response` or `error`, after `store`, `action` and `actionType`.
  private static let answerSlot = 3
}

/// Finds the parts of an answer that expressions read.
private struct AnswerReader {
  /// The parts that variables hold, by slot.
  typealias Scope = [Int: AnswerPart]
  typealias Node = CheckedExpr.Node

  let types: TypeTable
  /// The types of the other variables, by slot.
  let names: [Int: FieldType]

  // MARK: Values

  /// - Parameter type: The type that the value is assigned to; nil if the value determines it.
  func read(_ value: CheckedTemplate, as type: FieldType?, _ scope: Scope) {
    switch value {
    case .constant: break
    case .computed(let expression, _): read(expression.tree.root, as: type, scope)
    case .text(let pieces, _):
      for case .computed(let expression) in pieces {
        read(expression.tree.root, as: .string, scope)
      }
    case .list(let elements):
      for element in elements { read(element, as: type?.element ?? .any, scope) }
    case .map(let entries):
      for entry in entries { read(entry.value, as: type?.element ?? .any, scope) }
    case .record(let shape, let fields):
      for (field, value) in zip(shape.fields, fields) {
        read(value, as: self.type(of: field.name, in: .record(shape.name)) ?? .any, scope)
      }
    }
  }

  // MARK: Expressions

  /// - Parameter type: The type that the expression's value is used as.
  /// - Returns: The part of the answer that the expression evaluates to; nil for any other value.
  @discardableResult
  fileprivate func read(_ node: Node, as type: FieldType? = nil, _ scope: Scope) -> AnswerPart? {
    let part = part(node, as: type, scope)
    if let type { part?.note(type) }
    return part
  }

  private func part(_ node: Node, as type: FieldType?, _ scope: Scope) -> AnswerPart? {
    switch node.kind {
    case .constant, .failure, .place(.field), .place(.variantCase), .place(.host): return nil
    case .place(.slot(let slot)), .bound(let slot): return scope[slot]
    case .field(let operand, let shape, let slot):
      return read(operand, scope)?.member(shape.fields[slot].name)
    case .select(let operand, let name), .part(let operand, let name, _):
      return read(operand, scope)?.member(name)
    case .optionalSelect(let operand, let name):
      let member = read(operand, scope)?.member(name)
      member?.mayBeMissing = true
      return member
    case .hasField(let operand, let shape, let slot):
      read(operand, scope)?.member(shape.fields[slot].name).mayBeMissing = true
      return nil
    case .hasSelect(let operand, let name):
      read(operand, scope)?.member(name).mayBeMissing = true
      return nil
    case .optionalIndex(let operand, let index):
      let part = element(of: operand, at: index, scope)
      part?.mayBeMissing = true
      return part
    case .and(let terms), .or(let terms):
      for term in terms { read(term, as: .bool, scope) }
      return nil
    case .conditional(let condition, let then, let otherwise):
      read(condition, as: .bool, scope)
      let parts = [read(then, as: type, scope), read(otherwise, as: type, scope)]
      return parts.compactMap(\.self).first
    case .list(let elements):
      for element in elements { read(element.node, as: type?.element, scope) }
      return nil
    case .map(let entries):
      for entry in entries {
        read(entry.key, scope)
        var element = type?.element
        if case .constant(.string(let name)) = entry.key.kind, let type {
          element = self.type(of: name, in: type)
        }
        read(entry.value, as: element, scope)
      }
      return nil
    case .record(let shape, let fields):
      for field in fields {
        let name = shape.fields[field.slot].name
        read(field.node, as: self.type(of: name, in: .record(shape.name)), scope)
      }
      return nil
    case .comprehension(let macro): return part(macro, as: type, scope)
    case .call(let name, _, let arguments):
      return part(ofCall: name, arguments, as: type, scope)
    case .apply(let call):
      for argument in call.arguments { read(argument, scope) }
      return nil
    }
  }

  private func element(of operand: Node, at index: Node, _ scope: Scope) -> AnswerPart? {
    read(index, scope)
    guard let whole = read(operand, scope) else { return nil }
    return switch index.kind {
    case .constant(.string(let name)): whole.member(name)
    case .constant(.int(let place)): whole.item(at: Int(clamping: min(place, 15)))
    default: whole.item()
    }
  }

  private func part(
    _ macro: CheckedExpr.Comprehension, as type: FieldType?, _ scope: Scope
  ) -> AnswerPart? {
    let range = read(macro.range, scope)
    var inner = scope
    let last = macro.slots.last
    switch macro.kind {
    case .bind, .optMap, .optFlatMap:
      if let last { inner[last] = range }
      return read(macro.body, as: type, inner)
    default: if let last, let range { inner[last] = range.item() }
    }
    if let filter = macro.filter { read(filter, as: .bool, inner) }
    switch macro.kind {
    case .all, .exists, .existsOne: read(macro.body, as: .bool, inner)
    case .filter:
      read(macro.body, as: .bool, inner)
      return range
    case .sortBy, .closure:
      read(macro.body, inner)
      return range
    default: read(macro.body, as: type?.element, inner)
    }
    return nil
  }

  /// Reads a call of an operator or function; the first argument of a method is its receiver.
  private func part(
    ofCall name: String, _ arguments: [Node], as type: FieldType?, _ scope: Scope
  ) -> AnswerPart? {
    guard let first = arguments.first else { return nil }
    let others = arguments.dropFirst()
    switch name {
    case "_[_]" where arguments.count == 2: return element(of: first, at: arguments[1], scope)
    case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_":
      guard arguments.count == 2 else { break }
      compare(arguments[0], with: arguments[1], scope)
      compare(arguments[1], with: arguments[0], scope)
      return nil
    case "@in" where arguments.count == 2:
      readMembership(of: first, in: arguments[1], scope)
      return nil
    case "_+_", "_-_", "_*_", "_/_", "_%_", "-_":
      let known = arguments.compactMap(self.type(of:)).first ?? type
      for argument in arguments { read(argument, as: known, scope) }
      return nil
    case "!_":
      read(first, as: .bool, scope)
      return nil
    case "size":
      _ = read(first, scope)?.item()
      return nil
    case "dyn", "value": return read(first, as: type, scope)
    case "timestamp", "duration":
      let part = read(first, scope)
      let texts: [Value] =
        name == "timestamp" ? ["2000-01-01T00:00:00Z", "1970-01-01T00:00:00Z"] : ["1s", "0s"]
      for text in texts { part?.note(text) }
      return nil
    case "contains", "startsWith", "endsWith", "matches", "lowerAscii", "upperAscii", "trim",
      "split", "replace", "substring", "charAt", "indexOf", "lastIndexOf":
      let text = read(first, as: .string, scope)
      for argument in others {
        if name != "matches", case .constant(.string(let part)) = argument.kind {
          text?.note(.string(part))
        }
        read(argument, scope)
      }
      return nil
    case "join":
      read(first, scope)?.item().note(.string)
      for argument in others { read(argument, scope) }
      return nil
    case "first", "last": return read(first, scope)?.item()
    case "distinct", "sort", "reverse", "slice":
      for argument in others { read(argument, scope) }
      let list = read(first, scope)
      _ = list?.item()
      return list
    case "orValue", "or":
      for argument in others { read(argument, as: type, scope) }
      let part = read(first, as: type, scope)
      part?.mayBeMissing = true
      return part
    default: break
    }
    for argument in arguments { read(argument, as: Self.conversions[name], scope) }
    return nil
  }

  /// The usual argument types of functions that convert.
  private static let conversions: [String: FieldType] = [
    "string": .string, "int": .int, "double": .double, "bool": .bool,
  ]

  private func readMembership(of element: Node, in list: Node, _ scope: Scope) {
    if case .list(let elements) = list.kind {
      let types = elements.lazy.compactMap { self.type(of: $0.node) }
      let part = compared(element, as: types.first, scope)
      for case .constant(let value) in elements.lazy.map(\.node.kind) {
        part?.note(compared: value)
      }
    } else {
      read(element, as: type(of: list)?.element, scope)
      guard let list = read(list, scope) else { return }
      if case .constant(let value) = element.kind { list.item().note(value) }
      if let type = type(of: element) { list.item().note(type) }
    }
  }

  private func compare(_ node: Node, with other: Node, _ scope: Scope) {
    let part = compared(node, as: type(of: other), scope)
    if case .constant(let value) = other.kind { part?.note(compared: value) }
  }

  /// Reads an operand of a comparison. It must be read only once, since comparisons can be nested.
  ///
  /// - Returns: The part that the operand is, or the part that it converts or trims.
  private func compared(_ node: Node, as type: FieldType?, _ scope: Scope) -> AnswerPart? {
    guard case .call(let name, _, let arguments) = node.kind, let first = arguments.first else {
      return read(node, as: type, scope)
    }
    if arguments.count == 1, let type = Self.conversions[name] {
      return read(first, as: type, scope)
    }
    if ["trim", "lowerAscii", "upperAscii"].contains(name) {
      return read(first, as: .string, scope)
    }
    return read(node, as: type, scope)
  }

  // MARK: Types

  /// The type of an expression that is not part of an answer, if it is obvious.
  private func type(of node: Node) -> FieldType? {
    switch node.kind {
    case .constant(.bool): .bool
    case .constant(.int): .int
    case .constant(.double): .double
    case .constant(.string): .string
    case .place(.slot(let slot)): names[slot]
    case .field(let operand, let shape, let slot):
      type(of: operand).flatMap { type(of: shape.fields[slot].name, in: $0) }
    case .select(let operand, let name), .part(let operand, let name, _):
      type(of: operand).flatMap { type(of: name, in: $0) }
    case .call("_[_]", _, let arguments): arguments.first.flatMap(type(of:))?.element
    case .call("size", _, _): .int
    case .call(let name, _, _): Self.conversions[name]
    default: nil
    }
  }

  private func type(of field: String, in type: FieldType) -> FieldType? {
    switch type.unwrapped {
    case .record(let name), .partial(let name):
      types.records[name]?.fields.first { $0.name == field }?.type
    case .map(_, let value): value
    default: nil
    }
  }
}

extension AnswerPart {
  /// Notes a value that the part is compared with, and the neighbors of an int.
  fileprivate func note(compared value: Value) {
    note(value)
    guard case .int(let number) = value else { return }
    note(.int(number &+ 1))
    note(.int(number &- 1))
  }
}

extension FieldType {
  /// The type of the elements of a list or the values of a map.
  fileprivate var element: FieldType? {
    switch unwrapped {
    case .list(let element): element
    case .map(_, let value): value
    default: nil
    }
  }
}

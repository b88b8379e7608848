import CEL
import YAML

/// Finds out what the outcomes of a spec's effects read of answers.
package struct AnswerReading {
  private let types: TypeTable
  private let store: FieldType
  private let payloads: [String: RecordType]

  package init(_ spec: CompiledSpec) {
    types = spec.typesOfEverything
    store = .record(spec.store.recordType.name)
    payloads = Dictionary(
      spec.actionTypes.map { ($0.name, $0.payload) }, uniquingKeysWith: { first, _ in first })
  }

  /// What is read of `response`, and of `error`.
  package func parts(of effect: CheckedEffect) -> (response: AnswerPart, error: AnswerPart) {
    let parts = (response: AnswerPart(), error: AnswerPart())
    read(effect.onSuccess, as: "response", of: effect, into: parts.response)
    read(effect.onFailure, as: "error", of: effect, into: parts.error)
    return parts
  }

  private func read(
    _ outcome: CheckedOutcome?, as name: String, of effect: CheckedEffect, into part: AnswerPart
  ) {
    let reader = AnswerReader(
      types: types, names: ["action": .record(effect.action.payload.name), "store": store])
    for step in outcome?.written ?? [] {
      if let condition = step.condition {
        reader.read(String(condition.expression.text), as: .bool, [name: part])
      }
      guard let payload = step.payload, let type = payloads[step.action.text] else { continue }
      reader.read(payload, as: .record(type.name), [name: part])
    }
  }
}

/// Finds out what expressions read of an answer.
private struct AnswerReader {
  /// The parts that names stand for.
  typealias Scope = [String: AnswerPart]

  let types: TypeTable
  /// The types of other names.
  let names: [String: FieldType]
  private let environment = Environment()

  init(types: TypeTable, names: [String: FieldType]) {
    self.types = types
    self.names = names
  }

  // MARK: Values

  func read(_ node: Node, as type: FieldType, _ scope: Scope) {
    switch node.content {
    case .scalar(let scalar):
      guard case .success(let segments) = Interpolation.segments(of: scalar.text) else { return }
      for segment in segments {
        guard case .expression(let code) = segment else { continue }
        read(
          String(scalar.text.utf8Slice(code)), as: segments.count == 1 ? type : .string, scope)
      }
    case .sequence(let items):
      let element = type.element ?? .any
      for item in items { read(item, as: element, scope) }
    case .mapping(let entries):
      for entry in entries {
        read(entry.value, as: self.type(of: entry.key.text, in: type) ?? .any, scope)
      }
    }
  }

  func read(_ text: String, as type: FieldType, _ scope: Scope) {
    guard let expression = try? environment.parse(text) else { return }
    read(expression, as: type, scope)
  }

  // MARK: Expressions

  /// - Parameter type: What the expression's value is taken for.
  /// - Returns: the part of the answer that the expression is; nil for every other value.
  @discardableResult
  private func read(_ expr: Expr, as type: FieldType? = nil, _ scope: Scope) -> AnswerPart? {
    let part = part(expr, as: type, scope)
    if let type { part?.note(type) }
    return part
  }

  private func part(_ expr: Expr, as type: FieldType?, _ scope: Scope) -> AnswerPart? {
    switch expr.kind {
    case .literal: return nil
    case .ident(let name): return scope[name]
    case .select(let operand, let name, let isOptional):
      let member = read(operand, scope)?.member(name.text)
      if isOptional { member?.mayBeMissing = true }
      return member
    case .has(let operand, let name):
      read(operand, scope)?.member(name.text).mayBeMissing = true
      return nil
    case .index(let operand, let index, let isOptional):
      read(index, scope)
      guard let whole = read(operand, scope) else { return nil }
      var part = whole
      switch index.kind {
      case .literal(.string(let name)): part = whole.member(name)
      case .literal(.int(let place)): part = whole.item(at: Int(clamping: min(place, 15)))
      default: part = whole.item()
      }
      if isOptional { part.mayBeMissing = true }
      return part
    case .and(let terms), .or(let terms):
      for term in terms { read(term, as: .bool, scope) }
      return nil
    case .conditional(let condition, let then, let otherwise):
      read(condition, as: .bool, scope)
      let parts = [read(then, as: type, scope), read(otherwise, as: type, scope)]
      return parts.compactMap(\.self).first
    case .list(let elements):
      for element in elements { read(element.value, as: type?.element, scope) }
      return nil
    case .map(let entries):
      for entry in entries {
        read(entry.key, scope)
        var element = type?.element
        if case .literal(.string(let name)) = entry.key.kind, let type {
          element = self.type(of: name, in: type)
        }
        read(entry.value, as: element, scope)
      }
      return nil
    case .record(let name, let fields):
      for field in fields {
        read(field.value, as: self.type(of: field.name.text, in: .record(name.text)), scope)
      }
      return nil
    case .comprehension(let macro): return part(macro, as: type, scope)
    case .call(let name, let target?, let arguments):
      return part(ofCall: name.text, on: target, arguments, as: type, scope)
    case .call(let name, nil, let arguments):
      return part(ofCall: name.text, arguments, as: type, scope)
    }
  }

  private func part(
    _ macro: Expr.Comprehension, as type: FieldType?, _ scope: Scope
  ) -> AnswerPart? {
    let range = read(macro.range, scope)
    var inner = scope
    for variable in macro.variables { inner[variable.text] = nil }
    let last = macro.variables.last?.text
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
    case .sortBy:
      read(macro.body, inner)
      return range
    case .closure:
      read(macro.body, inner)
      return range
    default: read(macro.body, as: type?.element, inner)
    }
    return nil
  }

  /// Operators and functions.
  private func part(
    ofCall name: String, _ arguments: [Expr], as type: FieldType?, _ scope: Scope
  ) -> AnswerPart? {
    let first = arguments.first
    switch name {
    case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_":
      guard arguments.count == 2 else { break }
      compare(arguments[0], with: arguments[1], scope)
      compare(arguments[1], with: arguments[0], scope)
      return nil
    case "@in":
      guard arguments.count == 2 else { break }
      if case .list(let elements) = arguments[1].kind {
        let types = elements.lazy.compactMap { self.type(of: $0.value) }
        let part = compared(arguments[0], as: types.first, scope)
        for case .literal(let value) in elements.lazy.map(\.value.kind) {
          part?.note(compared: value)
        }
      } else {
        read(arguments[0], as: self.type(of: arguments[1])?.element, scope)
        guard let list = read(arguments[1], scope) else { return nil }
        if case .literal(let value) = arguments[0].kind { list.item().note(value) }
        if let type = self.type(of: arguments[0]) { list.item().note(type) }
      }
      return nil
    case "_+_", "_-_", "_*_", "_/_", "_%_", "-_":
      let known = arguments.compactMap(self.type(of:)).first ?? type
      for argument in arguments { read(argument, as: known, scope) }
      return nil
    case "!_":
      for argument in arguments { read(argument, as: .bool, scope) }
      return nil
    case "size":
      for argument in arguments { _ = read(argument, scope)?.item() }
      return nil
    case "dyn": return first.flatMap { read($0, as: type, scope) }
    case "timestamp", "duration":
      let part = first.flatMap { read($0, scope) }
      let texts: [Value] =
        name == "timestamp" ? ["2000-01-01T00:00:00Z", "1970-01-01T00:00:00Z"] : ["1s", "0s"]
      for text in texts { part?.note(text) }
      return nil
    default: break
    }
    for argument in arguments { read(argument, as: Self.conversions[name], scope) }
    return nil
  }

  /// What functions that convert are mostly given.
  private static let conversions: [String: FieldType] = [
    "string": .string, "int": .int, "double": .double, "bool": .bool,
  ]

  /// Methods.
  private func part(
    ofCall name: String, on target: Expr, _ arguments: [Expr], as type: FieldType?, _ scope: Scope
  ) -> AnswerPart? {
    switch name {
    case "contains", "startsWith", "endsWith", "matches", "lowerAscii", "upperAscii", "trim",
      "split", "replace", "substring", "charAt", "indexOf", "lastIndexOf":
      let text = read(target, as: .string, scope)
      for argument in arguments {
        if name != "matches", case .literal(.string(let part)) = argument.kind {
          text?.note(.string(part))
        }
        read(argument, scope)
      }
      return nil
    case "join": read(target, scope)?.item().note(.string)
    case "size":
      _ = read(target, scope)?.item()
      return nil
    case "first", "last": return read(target, scope)?.item()
    case "distinct", "sort", "reverse", "slice":
      for argument in arguments { read(argument, scope) }
      let list = read(target, scope)
      _ = list?.item()
      return list
    case "orValue", "or":
      for argument in arguments { read(argument, as: type, scope) }
      let part = read(target, as: type, scope)
      part?.mayBeMissing = true
      return part
    case "value": return read(target, as: type, scope)
    default: read(target, scope)
    }
    for argument in arguments { read(argument, scope) }
    return nil
  }

  private func compare(_ expr: Expr, with other: Expr, _ scope: Scope) {
    let part = compared(expr, as: type(of: other), scope)
    if case .literal(let value) = other.kind { part?.note(compared: value) }
  }

  /// Reads what is compared: once, as comparisons stand in comparisons.
  ///
  /// - Returns: the part that it is, or that it makes something else of which is much the same.
  private func compared(_ expr: Expr, as type: FieldType?, _ scope: Scope) -> AnswerPart? {
    switch expr.kind {
    case .call(let name, nil, let arguments)
    where arguments.count == 1 && Self.conversions[name.text] != nil:
      read(arguments[0], as: Self.conversions[name.text], scope)
    case .call(let name, let target?, _)
    where ["trim", "lowerAscii", "upperAscii"].contains(name.text):
      read(target, as: .string, scope)
    default: read(expr, as: type, scope)
    }
  }

  // MARK: Types

  /// What an expression that is no part of an answer is, where that is to be seen at once.
  private func type(of expr: Expr) -> FieldType? {
    switch expr.kind {
    case .literal(.bool): .bool
    case .literal(.int): .int
    case .literal(.double): .double
    case .literal(.string): .string
    case .ident(let name): names[name]
    case .select(let operand, let name, _):
      type(of: operand).flatMap { type(of: name.text, in: $0) }
    case .index(let operand, _, _): type(of: operand)?.element
    case .call(let name, _, _) where name.text == "size": .int
    case .call(let name, nil, _): Self.conversions[name.text]
    default: nil
    }
  }

  private func type(of field: String, in type: FieldType) -> FieldType? {
    switch type.unwrapped {
    case .record(let name): types.records[name]?.fields.first { $0.name == field }?.type
    case .map(_, let value): value
    default: nil
    }
  }
}

extension AnswerPart {
  /// Notes a value that the part is compared with, and those next to it.
  fileprivate func note(compared value: Value) {
    note(value)
    guard case .int(let number) = value else { return }
    note(.int(number &+ 1))
    note(.int(number &- 1))
  }
}

extension FieldType {
  /// What a list or a map holds.
  fileprivate var element: FieldType? {
    switch unwrapped {
    case .list(let element): element
    case .map(_, let value): value
    default: nil
    }
  }
}

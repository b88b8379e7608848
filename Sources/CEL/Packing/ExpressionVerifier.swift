/// Judges whether an expression that was unpacked could have come from the checker: every slot is
/// one of its frame's, every shape is the one of its type, and every part has the type that follows
/// from its own parts.
///
/// Parts whose types are known only at run time are judged then, as always.
package struct ExpressionVerifier {
  /// The types of the declared slots.
  private let slots: [Type]
  private let expression: CheckedExpr
  /// The type of a value of the host, given the types of the slots; nil if it has no place there.
  private let hostType: (any HostValue, [Type]) -> Type?
  /// The types of the variables of the macros around a part, by their slots.
  private var locals: [Int: Type] = [:]

  package init(
    _ expression: CheckedExpr, slots: [Type], hostType: @escaping (any HostValue, [Type]) -> Type?
  ) {
    self.expression = expression
    self.slots = slots
    self.hostType = hostType
  }

  /// - Throws: A fault if anything does not fit.
  package mutating func verify() throws(UnpackingFault) {
    guard expression.frameSize >= slots.count else { throw .slot }
    try verify(expression.root)
    guard !expression.isProven || expression.root.isProven else { throw .type }
  }

  private mutating func verify(_ node: CheckedExpr.Node) throws(UnpackingFault) {
    if case .comprehension(let it) = node.kind { return try verify(it, node.type) }
    _ = try node.allChildren { child throws(UnpackingFault) in
      try verify(child)
      return true
    }
    switch node.kind {
    case .constant(let value):
      guard value.belongs(to: node.type) else { throw .type }
    case .place(let place): try expect(try type(of: place), node.type)
    case .bound(let slot): try expect(try type(ofSlot: slot), node.type)
    case .field(let operand, let shape, let slot):
      try expect(try field(slot, of: operand, shape).type, node.type)
    case .hasField(let operand, let shape, let slot):
      _ = try field(slot, of: operand, shape)
      try expect(.bool, node.type)
    case .part(let operand, let name, let shape):
      guard let slot = shape.slot(of: name) else { throw .type }
      try expect(try field(slot, of: operand, shape).type, node.type)
    case .select(let operand, let name): try verifySelection(of: name, from: operand, node.type)
    case .hasSelect: try expect(.bool, node.type)
    case .optionalSelect, .optionalIndex:
      guard node.type == .dyn || node.type.wrapped != nil else { throw .type }
    case .call(_, let overloads, let arguments): try verify(overloads, arguments, node.type)
    case .apply(let call): try verify(call, node.type)
    case .and(let terms), .or(let terms):
      guard terms.count > 1 else { throw .type }
      for term in terms { try expect(term.type, fits: .bool) }
      try expect(.bool, node.type)
    case .conditional(let condition, let then, let otherwise):
      try expect(condition.type, fits: .bool)
      try expect(then.type, fits: node.type)
      try expect(otherwise.type, fits: node.type)
    case .list(let elements):
      guard case .list(let type) = node.type else { throw .type }
      for element in elements {
        try expect(element.isOptional ? element.node.type.inner : element.node.type, fits: type)
      }
    case .map(let entries):
      guard case .map(let keyType, let type) = node.type else { throw .type }
      for entry in entries {
        try expect(entry.key.type, fits: keyType)
        try expect(entry.isOptional ? entry.value.type.inner : entry.value.type, fits: type)
      }
    case .record(let shape, let fields): try verify(shape, fields, node.type)
    case .comprehension, .failure: break
    }
  }

  // MARK: Places

  private func type(ofSlot slot: Int) throws(UnpackingFault) -> Type {
    if slots.indices.contains(slot) { return slots[slot] }
    guard let type = locals[slot] else { throw .slot }
    return type
  }

  private func type(of place: Environment.Place) throws(UnpackingFault) -> Type {
    switch place {
    case .slot(let slot): return try type(ofSlot: slot)
    case .field(let field, let slot):
      guard case .record(let name) = try type(ofSlot: slot).nonNull,
        let shape = expression.environment.shape(name), field < shape.fields.count
      else { throw .type }
      return shape.fields[field].type
    case .variantCase(let field, let shape, let slot):
      guard try type(ofSlot: slot).nonNull.isUncertainOr(.record(shape.name)), shape.isVariant,
        isKnown(shape), field < shape.fields.count
      else { throw .type }
      return shape.fields[field].type
    case .host(let value):
      guard let type = hostType(value, slots) else { throw .type }
      return type
    }
  }

  private func field(
    _ slot: Int, of operand: CheckedExpr.Node, _ shape: Shape
  ) throws(UnpackingFault) -> Shape.Field {
    guard operand.type.nonNull == .record(shape.name), isKnown(shape),
      slot < shape.fields.count
    else { throw .type }
    return shape.fields[slot]
  }

  /// True if the environment has the shape, or one with the same fields.
  private func isKnown(_ shape: Shape) -> Bool {
    guard let known = expression.environment.shape(shape.name) else { return false }
    return known === shape
      || known.isVariant == shape.isVariant && known.fields.count == shape.fields.count
        && zip(known.fields, shape.fields).allSatisfy { $0.name == $1.name && $0.type == $1.type }
  }

  private func verifySelection(
    of name: String, from operand: CheckedExpr.Node, _ type: Type
  ) throws(UnpackingFault) {
    switch operand.type.nonNull {
    case .map(_, let value): try expect(value, type)
    case .record(let record):
      guard let shape = expression.environment.shape(record), let slot = shape.slot(of: name)
      else { throw .type }
      try expect(shape.fields[slot].type, type)
    case .abstract: guard type == .dyn || type.wrapped != nil else { throw .type }
    case .dyn, .parameter: break
    default: throw .type
    }
  }

  // MARK: Calls

  private func verify(
    _ overloads: [Overload], _ arguments: [CheckedExpr.Node], _ type: Type
  ) throws(UnpackingFault) {
    guard !overloads.isEmpty,
      overloads.allSatisfy({ $0.parameters.count == arguments.count })
    else { throw .type }
    guard arguments.allSatisfy({ !$0.type.isUncertain }) else { return }
    let fits = overloads.contains { overload in
      if overload.typeParameters.isEmpty {
        return zip(arguments, overload.parameters).allSatisfy { $0.type.mayFit($1) }
          && overload.result.yields(type)
      }
      var substitution = Substitution()
      let variables = overload.typeParameters.map {
        (name: $0, type: substitution.freshVariable())
      }
      guard
        substitution.unify(arguments, overload.parameters.map { $0.replacing(variables) })
      else { return false }
      let result = substitution.resolve(overload.result.replacing(variables))
      return result.yields(type)
    }
    guard fits else { throw .type }
  }

  private func verify(
    _ call: CheckedExpr.Application, _ type: Type
  ) throws(UnpackingFault) {
    let function = call.function
    guard call.arguments.count == function.parameters.count else { throw .type }
    for (index, parameter) in function.parameters.enumerated() {
      let argument = call.arguments[index]
      guard
        call.isJudged[index] && parameter.isConverted || argument.isProven
          || argument.isConstant(of: parameter.type)
      else { throw .type }
      try expect(argument.type, fits: parameter.type)
    }
    try expect(function.result, type)
    guard function.isInlined else { return }
    let inner = call.slot..<call.slot + max(function.body.frameSize, function.parameters.count)
    guard inner.lowerBound >= slots.count, inner.upperBound <= expression.frameSize,
      !locals.keys.contains(where: inner.contains)
    else { throw .slot }
  }

  // MARK: Records and macros

  private func verify(
    _ shape: Shape, _ fields: [(slot: Int, node: CheckedExpr.Node, isOptional: Bool)],
    _ type: Type
  ) throws(UnpackingFault) {
    guard type == .record(shape.name), isKnown(shape),
      fields.allSatisfy({ $0.slot < shape.fields.count }),
      Set(fields.map(\.slot)).count == fields.count
    else { throw .type }
    for field in fields {
      let type = field.isOptional ? field.node.type.inner : field.node.type
      try expect(type, fits: shape.fields[field.slot].type)
    }
    if shape.isVariant {
      guard fields.count == 1, !fields[0].isOptional else { throw .type }
      return
    }
    for (slot, field) in shape.fields.enumerated()
    where field.default == nil && !field.type.isNullable {
      guard fields.contains(where: { $0.slot == slot && !$0.isOptional }) else { throw .type }
    }
  }

  private mutating func verify(
    _ it: CheckedExpr.Comprehension, _ type: Type
  ) throws(UnpackingFault) {
    try verify(it.range)
    if let start = it.start { try verify(start) }
    guard (it.kind == .fold) == (it.start != nil) else { throw .type }
    let types = try variableTypes(it, type)
    // The variable of `bind` has a second slot, for whether it has its value.
    let taken = it.kind == .bind ? it.slots.flatMap { [$0, $0 + 1] } : it.slots
    guard taken.allSatisfy({ $0 >= slots.count && $0 < expression.frameSize && locals[$0] == nil }),
      Set(taken).count == taken.count
    else { throw .slot }
    for slot in taken { locals[slot] = .dyn }
    for (slot, type) in zip(it.slots, types) { locals[slot] = type }
    if let filter = it.filter { try verify(filter) }
    try verify(it.body)
    for slot in taken { locals[slot] = nil }
    if let filter = it.filter { try expect(filter.type, fits: .bool) }
    try expect(try result(of: it, types), type)
  }

  private func variableTypes(
    _ it: CheckedExpr.Comprehension, _ result: Type
  ) throws(UnpackingFault) -> [Type] {
    let type = it.range.type
    switch it.kind {
    case .bind where it.slots.count == 1: return [type]
    case .optMap where it.slots.count == 1, .optFlatMap where it.slots.count == 1:
      return [type.inner]
    case .bind, .optMap, .optFlatMap: throw .slot
    case .fold:
      guard it.slots.count == 2 else { throw .slot }
      if case .list(let element) = type.nonNull { return [result, element] }
      guard type.isUncertain else { throw .type }
      return [result, .dyn]
    default: break
    }
    let (single, pair): (Type, [Type]) =
      switch type.nonNull {
      case .list(let element): (element, [.int, element])
      case .map(let key, let value): (key, [key, value])
      case .dyn, .parameter: (.dyn, [.dyn, .dyn])
      default: throw .type
      }
    switch it.slots.count {
    case 1: return [single]
    case 2: return pair
    default: throw .slot
    }
  }

  private func result(
    of it: CheckedExpr.Comprehension, _ variables: [Type]
  ) throws(UnpackingFault) -> Type {
    let body = it.body.type
    switch it.kind {
    case .all, .exists, .existsOne:
      try expect(body, fits: .bool)
      return .bool
    case .map, .transformList: return .list(body)
    case .filter:
      try expect(body, fits: .bool)
      guard case .map(let key, _) = it.range.type.nonNull else { return it.range.type }
      return .list(key)
    case .sortBy: return it.range.type
    case .closure:
      try expect(body, fits: it.range.type)
      return it.range.type
    case .fold:
      guard let start = it.start else { throw .type }
      try expect(start.type, fits: variables[0])
      try expect(body, fits: variables[0])
      return variables[0]
    case .transformMap: return .map(key: variables[0], value: body)
    case .transformMapEntry, .bind, .optFlatMap: return body
    case .optMap: return .optional(body)
    }
  }

  // MARK: Types

  /// Requires that a part whose type follows from its parts has been given that type, or the same
  /// without null, as a test around it may have shown.
  private func expect(_ derived: Type, _ given: Type) throws(UnpackingFault) {
    guard derived.yields(given) else { throw .type }
  }

  private func expect(_ type: Type, fits other: Type) throws(UnpackingFault) {
    guard type.mayFit(other) else { throw .type }
  }
}

extension UnpackingFault {
  static let slot = UnpackingFault("an expression reads or writes a slot that is not its own")
  static let type = UnpackingFault("the parts of an expression do not fit together")
}

extension CheckedExpr.Node {
  /// True if the node is a value of a type; open parts of the type fit anything.
  fileprivate func isConstant(of type: Type) -> Bool {
    if case .constant(let value) = kind { value.belongs(to: type) } else { false }
  }
}

extension Type {
  /// The type inside an optional; `dyn` for any other type.
  fileprivate var inner: Type { wrapped ?? .dyn }

  fileprivate func isUncertainOr(_ type: Type) -> Bool { self == .dyn || self == type }

  /// True if a part of this type may have been given a type.
  fileprivate func yields(_ given: Type) -> Bool {
    switch (self, given) {
    case (.parameter, _), (_, .dyn), (_, .parameter): true
    case (.nullable(let left), .nullable(let right)): left.yields(right)
    case (.nullable(let left), _): left.yields(given)
    case (_, .nullable(let right)): yields(right)
    case (.list(let left), .list(let right)): left.yields(right)
    case (.map(let leftKey, let left), .map(let rightKey, let right)):
      leftKey.yields(rightKey) && left.yields(right)
    case (.type, .type): true
    case (.abstract(let left, let parameters), .abstract(let right, let others)):
      left == right && parameters.count == others.count
        && zip(parameters, others).allSatisfy { $0.yields($1) }
    default: self == given
    }
  }

  /// True if a value of this type may stand where another type is asked for.
  fileprivate func mayFit(_ other: Type) -> Bool {
    if self == other { return true }
    var substitution = Substitution()
    return substitution.unify(replacingParameters, other.replacingParameters)
  }

  /// The type with `dyn` in place of its open parts.
  private var replacingParameters: Type {
    switch self {
    case .parameter: .dyn
    case .list(let element): .list(element.replacingParameters)
    case .map(let key, let value):
      .map(key: key.replacingParameters, value: value.replacingParameters)
    case .nullable(let inner): .nullable(inner.replacingParameters)
    case .abstract(let name, let parameters):
      .abstract(name, parameters.map(\.replacingParameters))
    default: self
    }
  }
}

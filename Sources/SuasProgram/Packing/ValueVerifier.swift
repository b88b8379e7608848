import CEL

/// Judges values, expressions and templates that were unpacked, before they are planned.
struct ValueVerifier {
  let storeType = Type.record(StoreShape.typeName)
  private let types: CEL.Types
  private let verified = VerifiedExpressions()

  /// The expressions that were found to be sound.
  private final class VerifiedExpressions {
    var roots: Set<ObjectIdentifier> = []
  }

  /// - Parameter types: The declared types.
  init(_ types: CEL.Types) { self.types = types }

  /// True if an expression was found to be sound.
  func hasVerified(_ root: CheckedExpr.Node) -> Bool {
    verified.roots.contains(ObjectIdentifier(root))
  }

  func verify(_ value: Value, _ type: Type) throws(UnpackingFault) {
    guard value.belongs(to: type) else { throw .unfit }
  }

  /// - Parameter slots: The types of the slots of the frames on which the expression is evaluated.
  func verify(_ expression: CheckedExpression, _ slots: [Type]) throws(UnpackingFault) {
    let storeType = self.storeType
    var verifier = ExpressionVerifier(expression.tree, slots: slots) { value, slots in
      switch value {
      case is CurrentTime: return .timestamp
      case is NewIdentifier: return .string
      case let value as SelectedValue:
        guard slots.indices.contains(value.storeSlot), slots[value.storeSlot] == storeType else {
          return nil
        }
        return value.reading.type
      default: return nil
      }
    }
    try verifier.verify()
    verified.roots.insert(ObjectIdentifier(expression.tree.root))
  }

  /// Judges a template whose value is assigned to something of a type.
  func verify(
    _ template: CheckedTemplate, _ type: Type, _ slots: [Type]
  ) throws(UnpackingFault) {
    switch template {
    case .constant(let value): try verify(value, type)
    case .computed(let expression, let fit):
      try verify(expression, slots)
      let given = expression.isProven ? expression.type : .dyn
      guard fit.result(of: given).isPart(of: type) else { throw .unfit }
    case .text(let pieces, let fit):
      try verify(pieces, slots)
      guard fit.result(of: .string).isPart(of: type) else { throw .unfit }
    case .list(let elements):
      let element: Type
      switch type.nonNull {
      case .list(let inner): element = inner
      case .dyn: element = .dyn
      default: throw .unfit
      }
      for template in elements { try verify(template, element, slots) }
    case .map(let entries): try verify(entries, type.nonNull, slots)
    case .record(let shape, let fields):
      guard type.nonNull == .record(shape.name) || type == .dyn,
        shape.fields.count == fields.count
      else { throw .unfit }
      let isChoice = shape.isVariant
      guard !isChoice || fields.count(where: { $0.constant != .null }) == 1 else { throw .unfit }
      for (field, template) in zip(shape.fields, fields) {
        if isChoice, template.constant == .null { continue }
        try verify(template, field.type, slots)
      }
    }
  }

  private func verify(
    _ entries: [(key: Value, value: CheckedTemplate)], _ type: Type, _ slots: [Type]
  ) throws(UnpackingFault) {
    for (key, value) in entries {
      switch type {
      case .map(let keyType, let valueType):
        try verify(key, keyType)
        try verify(value, valueType, slots)
      case .record(let name):
        guard case .string(let fieldName) = key, Shape.isNameOfPartial(name),
          let shape = types[name], let slot = shape.slot(of: fieldName)
        else { throw .unfit }
        try verify(value, shape.fields[slot].type, slots)
      case .dyn:
        guard case .string = key else { throw .unfit }
        try verify(value, .dyn, slots)
      default: throw .unfit
      }
    }
  }

  func verify(_ pieces: [CheckedTemplate.Piece], _ slots: [Type]) throws(UnpackingFault) {
    for case .computed(let expression) in pieces { try verify(expression, slots) }
  }
}

extension Fit {
  /// The type of the result for values of a type.
  fileprivate func result(of type: Type) -> Type {
    switch self {
    case .proven: type
    case .judged(let judged, _), .payload(_, let judged, _): judged.cel
    case .hiding(let fit): fit.result(of: type)
    }
  }
}

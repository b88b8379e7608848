import CEL
import SuasProgram

extension Lowering {
  /// The value of a field, or the contents of a variant's case.
  package func field(_ slot: Int, of record: LoweredExpression) throws(NotGenerated)
    -> LoweredExpression
  {
    let record = record.unwrapped
    guard let layout = program.layout(of: record.type),
      let field = program.field(slot, of: record.type)
    else { throw refusal() }
    if layout.isVariant {
      if let local = local(of: field.name, in: record) { return local }
      return LoweredExpression(
        .contents(record, variant: layout.name, name: field.name), field.type,
        canFail: record.canFail || !knows(.present(field.name), of: record))
    }
    return LoweredExpression(.field(record, field.name), field.type, canFail: record.canFail)
  }

  /// The field of a part of a record.
  func part(_ name: String, of part: LoweredExpression) throws(NotGenerated) -> LoweredExpression {
    if part.type == .any { return try select(name, of: part) }
    guard case .partial(let record) = part.type, let layout = program.layout(record),
      let slot = layout.slot(of: name)
    else { throw refusal() }
    return LoweredExpression(
      .part(part, name, of: Shape.name(ofPartial: record)), layout.fields[slot].type, canFail: true)
  }

  /// A field or key, found by its name when the expression runs unless the type is known.
  func select(_ name: String, of value: LoweredExpression) throws(NotGenerated) -> LoweredExpression
  {
    let value = value.unwrapped
    switch value.type {
    case .optional: return try selectIfAny(name, of: value)
    case .map(let key, let element) where key.isNamed:
      return LoweredExpression(
        .entry(value, try coerce(.text(name), to: key)), element, canFail: true)
    case .record:
      if let slot = program.layout(of: value.type)?.slot(of: name) {
        return try field(slot, of: value)
      }
    default: break
    }
    return LoweredExpression(.dynamic(.select(value.asAny, name)), .any, canFail: true)
  }

  /// `has(a.b)`, if the type of `a` is no record.
  func hasSelect(_ name: String, of value: LoweredExpression) throws(NotGenerated)
    -> LoweredExpression
  {
    let value = value.unwrapped
    var isMap = false
    if case .map(let key, _) = value.type { isMap = key.isNamed || key == .any }
    return LoweredExpression(
      .dynamic(.has(value.asAny, name)), .bool, canFail: !isMap || value.canFail)
  }

  /// `a.?b`: a case that may not be the present one, a field that may be null, or a key.
  func selectIfAny(_ name: String, of value: LoweredExpression) throws(NotGenerated)
    -> LoweredExpression
  {
    let value = value.unwrapped
    switch value.type.present {
    case .map(let key, let element) where key.isNamed:
      return LoweredExpression(
        .elementIfAny(value, try coerce(.text(name), to: key)), .optional(element),
        canFail: value.canFail)
    case .record:
      guard let layout = program.layout(of: value.type.present), let slot = layout.slot(of: name)
      else { break }
      let type = layout.fields[slot].type
      if layout.isVariant, knowsAnother(than: name, of: value) {
        return LoweredExpression(try none(), .optional(type.nonNull), canFail: value.canFail)
      }
      let isThere =
        layout.isVariant ? knows(.present(name), of: value) : type == type.nonNull && type != .any
      if case .record = value.type, isThere {
        let field = try field(slot, of: value)
        return LoweredExpression(
          .call(try library("optional.of"), "optional.of", [field]), .optional(field.type),
          canFail: field.canFail)
      }
      return LoweredExpression(
        .fieldIfAny(value, name), .optional(type.nonNull), canFail: value.canFail)
    default: break
    }
    return LoweredExpression(
      .dynamic(.selectIfAny(value.asAny, name)), .optional(.any), canFail: true)
  }

  /// `a[?b]`: an element that may not be there; none is at a key that is null.
  func elementIfAny(_ value: LoweredExpression, _ index: LoweredExpression) throws(NotGenerated)
    -> LoweredExpression
  {
    let value = value.unwrapped
    if case .nullable = index.type, case .map = value.type.present, !value.canFail {
      return ifPresent(index, try elementIfAny(value, index.known), else: try none())
    }
    let index = index.unwrapped
    let canFail = value.canFail || index.canFail
    switch value.type.present {
    case .list(let element) where index.type == .int:
      return LoweredExpression(.elementIfAny(value, index), .optional(element), canFail: canFail)
    case .map(let key, let element) where index.type == key:
      return LoweredExpression(.elementIfAny(value, index), .optional(element), canFail: canFail)
    case .list(let element), .map(_, let element):
      return LoweredExpression(
        .dynamic(.elementIfAny(value.asAny, index.asAny)), .optional(element), canFail: true)
    default:
      return LoweredExpression(
        .dynamic(.elementIfAny(value.asAny, index.asAny)), .optional(.any), canFail: true)
    }
  }

  func hasField(_ slot: Int, of record: LoweredExpression) throws(NotGenerated) -> LoweredExpression
  {
    guard let layout = program.layout(of: record.type),
      let field = program.field(slot, of: record.type)
    else { throw refusal() }
    if layout.isVariant {
      if knows(.present(field.name), of: record) { return .bool(true) }
      if knowsAnother(than: field.name, of: record) { return .bool(false) }
      if case .record(let value)? = record.constantValue {
        return .bool(value.presentCase == slot)
      }
      return LoweredExpression(
        .hasCase(record, variant: layout.name, name: field.name), .bool, canFail: record.canFail)
    }
    let value = try self.field(slot, of: record)
    switch field.type {
    case .nullable: return presence(of: value, true)
    case .any:
      let null = LoweredExpression(.constant(.null), .any, canFail: false)
      return LoweredExpression(.equal(value, null, isNegated: true), .bool, canFail: record.canFail)
    default:
      guard record.canFail else { return .bool(true) }
      return LoweredExpression(.dynamic(.has(record.asAny, field.name)), .bool, canFail: true)
    }
  }
}

extension LoweredExpression {
  /// A text that is written out.
  package static func text(_ text: String) -> LoweredExpression {
    LoweredExpression(.constant(.string(text)), .string, canFail: false)
  }

  /// The value of a `T?` that is never null, as a `T`; nil for any other value.
  var surelyPresent: LoweredExpression? {
    guard case .nullable(let wrapped) = type else { return nil }
    if case .convert(let value, .toNullable) = kind { return value }
    return hasWrittenValue ? LoweredExpression(kind, wrapped, canFail: canFail) : nil
  }

  /// True for a value that is written out and is not null.
  var hasWrittenValue: Bool {
    switch kind {
    case .constant(let value): value != .null
    case .named, .list, .map, .presentElements, .presentEntries, .record, .variant, .text: true
    default: false
    }
  }

  /// The value, which a test around it has shown to be there.
  var known: LoweredExpression {
    if let surelyPresent { return surelyPresent }
    guard case .nullable(let wrapped) = type else { return self }
    return LoweredExpression(.known(self), wrapped, canFail: canFail)
  }

  /// The value; null is an error.
  var unwrapped: LoweredExpression {
    if let surelyPresent { return surelyPresent }
    guard case .nullable(let wrapped) = type else { return self }
    return LoweredExpression(.unwrapped(self), wrapped, canFail: true)
  }

  /// The value as one whose type is known only when it runs.
  package var asAny: LoweredExpression {
    switch type {
    case .any: self
    // An optional stays one: a part that is looked up in it is an optional, too.
    case .optional(.any): self
    default:
      constantValue.map { LoweredExpression(.constant($0), .any, canFail: false) }
        ?? LoweredExpression(.convert(self, .toAny), .any, canFail: canFail)
    }
  }
}

extension ValueType {
  /// The type of the value of an optional; the type itself of another one.
  var present: ValueType { if case .optional(let wrapped) = self { wrapped } else { self } }
}

import CEL
import SuasProgram

extension Lowering {
  /// The value of a field, or the contents of a variant's case.
  package func field(_ slot: Int, of record: Code) throws(NotGenerated) -> Code {
    let record = record.unwrapped
    guard let layout = program.layout(of: record.type),
      let field = program.field(slot, of: record.type)
    else { throw refusal() }
    if layout.isVariant {
      return Code(
        .contents(record, variant: layout.name, name: field.name), field.type,
        canFail: record.canFail || !knows(field.name, of: record))
    }
    return Code(.field(record, field.name), field.type, canFail: record.canFail)
  }

  /// The field of a part of a record.
  func part(_ name: String, of part: Code) throws(NotGenerated) -> Code {
    guard case .partial(let record) = part.type, let layout = program.layout(record),
      let slot = layout.slot(of: name)
    else { throw refusal() }
    return Code(
      .part(part, name, of: Shape.name(ofPartial: record)), layout.fields[slot].type, canFail: true)
  }

  /// A field or key, found by its name when the expression runs unless the type is known.
  func select(_ name: String, of value: Code) throws(NotGenerated) -> Code {
    let value = value.unwrapped
    switch value.type {
    case .perhaps: return try selectIfAny(name, of: value)
    case .map(let key, let element) where key.isNamed:
      return Code(.entry(value, try coerce(.text(name), to: key)), element, canFail: true)
    case .record:
      if let slot = program.layout(of: value.type)?.slot(of: name) {
        return try field(slot, of: value)
      }
    default: break
    }
    return Code(.dynamic(.select(value.asAny, name)), .any, canFail: true)
  }

  /// `has(a.b)`, where the type of `a` is that of no record.
  func hasSelect(_ name: String, of value: Code) throws(NotGenerated) -> Code {
    let value = value.unwrapped
    var isMap = false
    if case .map(let key, _) = value.type { isMap = key.isNamed || key == .any }
    return Code(
      .dynamic(.has(value.asAny, name)), .bool, canFail: !isMap || value.canFail)
  }

  /// `a.?b`: a case that may not be the present one, a field that may be null, or a key.
  func selectIfAny(_ name: String, of value: Code) throws(NotGenerated) -> Code {
    let value = value.unwrapped
    switch value.type.present {
    case .map(let key, let element) where key.isNamed:
      return Code(
        .elementIfAny(value, try coerce(.text(name), to: key)), .perhaps(element),
        canFail: value.canFail)
    case .record:
      guard let layout = program.layout(of: value.type.present), let slot = layout.slot(of: name)
      else { break }
      return Code(
        .fieldIfAny(value, name), .perhaps(layout.fields[slot].type.nonNull),
        canFail: value.canFail)
    default: break
    }
    return Code(.dynamic(.selectIfAny(value.asAny, name)), .perhaps(.any), canFail: true)
  }

  /// `a[?b]`: an element that may not be there.
  func elementIfAny(_ value: Code, _ index: Code) throws(NotGenerated) -> Code {
    let (value, index) = (value.unwrapped, index.unwrapped)
    let canFail = value.canFail || index.canFail
    switch value.type.present {
    case .list(let element) where index.type == .int:
      return Code(.elementIfAny(value, index), .perhaps(element), canFail: canFail)
    case .map(let key, let element) where index.type == key:
      return Code(.elementIfAny(value, index), .perhaps(element), canFail: canFail)
    case .list(let element), .map(_, let element):
      return Code(
        .dynamic(.elementIfAny(value.asAny, index.asAny)), .perhaps(element), canFail: true)
    default:
      return Code(
        .dynamic(.elementIfAny(value.asAny, index.asAny)), .perhaps(.any), canFail: true)
    }
  }

  func hasField(_ slot: Int, of record: Code) throws(NotGenerated) -> Code {
    guard let layout = program.layout(of: record.type),
      let field = program.field(slot, of: record.type)
    else { throw refusal() }
    if layout.isVariant {
      return Code(
        .hasCase(record, variant: layout.name, name: field.name), .bool, canFail: record.canFail)
    }
    let value = try self.field(slot, of: record)
    switch field.type {
    case .nullable: return Code(.isPresent(value), .bool, canFail: record.canFail)
    case .any:
      let null = Code(.constant(.null), .any, canFail: false)
      return Code(.equal(value, null, isNegated: true), .bool, canFail: record.canFail)
    default: return Code(.constant(.bool(true)), .bool, canFail: false)
    }
  }
}

extension Code {
  /// A text that is written out.
  package static func text(_ text: String) -> Code {
    Code(.constant(.string(text)), .string, canFail: false)
  }

  /// The value; null is an error.
  var unwrapped: Code {
    guard case .nullable(let wrapped) = type else { return self }
    return Code(.unwrapped(self), wrapped, canFail: true)
  }

  /// The value as one whose type is known only when it runs.
  package var asAny: Code {
    switch (type, kind) {
    case (.any, _): self
    // An optional stays one: what is looked up in it is an optional too.
    case (.perhaps(.any), _): self
    case (_, .constant(let value)): Code(.constant(value), .any, canFail: false)
    default: Code(.convert(self, .toAny), .any, canFail: canFail)
    }
  }
}

extension ValueType {
  /// The type of the value of an optional; the type itself of another one.
  var present: ValueType { if case .perhaps(let wrapped) = self { wrapped } else { self } }
}

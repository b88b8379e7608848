/// The fields of a record type, in the order of declaration; a field's slot is its index.
public final class Shape: Sendable {
  /// A declared field.
  public struct Field: Sendable {
    /// The name that selects the field.
    public let name: String
    /// The type of the field's values.
    public let type: Type
    /// The value that `Name{…}` uses if it omits the field; nil if the field must be given, unless
    /// it may be null.
    public let `default`: Value?

    /// Checks a value that `Name{…}` gives the field, beyond its type, and may convert it; nil if
    /// the type suffices.
    public let fit: (@Sendable (Value) throws(Failure) -> Value)?

    /// True if the field's values are kept out of logs.
    package var isSensitive = false

    /// Creates a field; one without a default must be given, unless it may be null.
    public init(
      name: String, type: Type, default: Value? = nil,
      fit: (@Sendable (Value) throws(Failure) -> Value)? = nil
    ) {
      self.name = name
      self.type = type
      self.default = `default`
      self.fit = fit
    }
  }

  /// The name of the type.
  public let name: String
  /// The fields, in the order of declaration.
  public let fields: [Field]
  /// True if a value has exactly one of the fields, and null in the others.
  public let isVariant: Bool
  /// The name of the record that a value has some fields of, as a map from their names; nil for
  /// records and variants themselves.
  package let whole: String?
  package var isPartial: Bool { whole != nil }
  /// The fields' slots by name; empty if there are so few fields that a scan is faster.
  private let slots: [CodePoints: Int]
  private static let fewFields = 6

  /// Creates a shape; of two fields with the same name, the first one counts.
  public init(name: String, fields: [Field], isVariant: Bool = false) {
    self.name = name
    self.fields = fields
    self.isVariant = isVariant
    whole = nil
    guard fields.count > Self.fewFields else {
      slots = [:]
      return
    }
    slots = Dictionary(
      fields.enumerated().map { (CodePoints($1.name), $0) }, uniquingKeysWith: { first, _ in first }
    )
  }

  /// Creates the shape of values that have some of the fields of a record.
  package init(partOf record: Shape) {
    name = Self.name(ofPartial: record.name)
    fields = record.fields
    isVariant = false
    whole = record.name
    slots = record.slots
  }

  /// The name of the type for some of the fields of a record, as an author writes it.
  package static func name(ofPartial record: String) -> String { "partial(\(record))" }

  package static func isNameOfPartial(_ name: String) -> Bool { name.hasPrefix("partial(") }

  /// Returns the slot of a field; nil if there is none with that name.
  public func slot(of name: String) -> Int? {
    guard fields.count > Self.fewFields else {
      return fields.indices.first { fields[$0].name.hasSameCodePoints(as: name) }
    }
    return slots[CodePoints(name)]
  }
}

/// A record: a shape and a value for each of its fields.
public struct Record: Sendable {
  @usableFromInline var cells: Cells<Value>

  /// - Precondition: `fields` holds one value for each field of `shape`, in its order.
  public init(_ shape: Shape, _ fields: some Collection<Value>) {
    precondition(fields.count == shape.fields.count)
    cells = Cells(capacity: fields.count, descriptor: shape)
    for value in fields { cells.append(value) }
  }

  /// - Precondition: `fields` holds one value for each field of `shape`, in its order.
  public init(_ shape: Shape, _ fields: ContiguousArray<Value>) {
    precondition(fields.count == shape.fields.count)
    cells = Cells(capacity: fields.count, descriptor: shape)
    for value in fields { cells.append(value) }
  }

  /// - Precondition: `shape` has one field.
  public init(_ shape: Shape, _ value: consuming Value) {
    precondition(shape.fields.count == 1)
    cells = Cells(value, descriptor: shape)
  }

  /// - Precondition: `shape` has two fields.
  public init(_ shape: Shape, _ first: consuming Value, _ second: consuming Value) {
    precondition(shape.fields.count == 2)
    cells = Cells(first, second, descriptor: shape)
  }

  /// Creates a record whose fields are made one by one, in the order of the shape.
  public init<E: Error>(_ shape: Shape, making field: (Int) throws(E) -> Value) throws(E) {
    cells = Cells(capacity: shape.fields.count, descriptor: shape)
    for slot in shape.fields.indices { cells.append(try field(slot)) }
  }

  /// The shape, which names and orders the fields.
  @inlinable
  public var shape: Shape { unsafeDowncast(cells.descriptor.unsafelyUnwrapped, to: Shape.self) }

  /// The values of the fields, in the order of the shape.
  public var fields: Fields { Fields(cells: cells) }

  /// The value of the field in a slot.
  public subscript(slot: Int) -> Value {
    get { cells[slot] }
    _modify { yield &cells.changingPlace(slot).pointee }
  }

  /// Returns the value of a field in place, valid as long as the record exists and is not changed.
  @inlinable @inline(__always)
  package func place(_ slot: Int) -> Borrow<Value> { Borrow(cells.place(slot)) }

  /// Returns the value of a field in place, for changing it.
  @inline(__always)
  package mutating func changingPlace(_ slot: Int) -> Inout<Value> {
    Inout(cells.changingPlace(slot))
  }

  /// Replaces the fields of a record that holds only ints by other ints.
  @inlinable @inline(__always)
  package mutating func fill(withInts int: (Int) -> Int64) {
    let fields = ownFields()
    // Ints need no deinitialization.
    for slot in 0..<fieldCount { (fields + slot).initialize(to: .int(int(slot))) }
  }

  @usableFromInline
  mutating func ownFields() -> UnsafeMutablePointer<Value> { cells.changingPlace(0) }

  /// Creates a record whose fields `put` initializes in place one by one, in the order of the
  /// shape; throws the first error that `put` returns.
  package init<E: Error>(
    _ shape: Shape, putting put: (Int, Inout<Value>) -> E?
  ) throws(E) {
    cells = Cells(capacity: shape.fields.count, descriptor: shape)
    try cells.fill(shape.fields.count) { slot, place in put(slot, Inout(place)) }
  }

  /// Creates a record whose fields `put` initializes in place one by one, in the order of the
  /// shape.
  package init(_ shape: Shape, initializing put: (Int, Inout<Value>) -> Void) {
    cells = Cells(capacity: shape.fields.count, descriptor: shape)
    cells.fill(shape.fields.count) { slot, place -> Never? in
      put(slot, Inout(place))
      return nil
    }
  }

  @inlinable @inline(__always)
  package var fieldCount: Int { cells.count }

  /// Returns true if both are references to one record.
  package func isSame(as other: Record) -> Bool { cells.isSame(as: other.cells) }
}

extension Record {
  /// The values of a record's fields.
  public struct Fields: RandomAccessCollection, Sendable {
    fileprivate let cells: Cells<Value>
    public var startIndex: Int { 0 }
    public var endIndex: Int { cells.count }
    public subscript(slot: Int) -> Value { cells[slot] }
  }
}

extension Record: Equatable {
  public static func == (left: Record, right: Record) -> Bool {
    left.isSame(as: right)
      || left.shape.name == right.shape.name && left.fields.elementsEqual(right.fields)
  }
}

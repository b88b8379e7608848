/// The fields of a record type, in the order of their declaration; a field's slot is its place in it.
public final class Shape: Sendable {
  /// A field as it is declared.
  public struct Field: Sendable {
    /// What selects it.
    public let name: String
    /// What the field may hold.
    public let type: Type
    /// What `Name{…}` puts where the field is not named; nil where it must be.
    public let `default`: Value?

    /// Judges a value that `Name{…}` puts there, beyond its type, and may convert it; nil where
    /// the type says everything.
    public let fit: (@Sendable (Value) throws(Failure) -> Value)?

    /// A field; without a default it has to be given.
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
  /// In the order of their declaration.
  public let fields: [Field]
  /// Whether a value has exactly one of the fields, and null in the place of the others.
  public let isVariant: Bool
  /// Where fields are found by their names; empty where they are so few that they are gone through.
  private let slots: [String: Int]
  private static let fewFields = 6

  /// A shape; of two fields of one name the first counts.
  public init(name: String, fields: [Field], isVariant: Bool = false) {
    self.name = name
    self.fields = fields
    self.isVariant = isVariant
    guard fields.count > Self.fewFields else {
      slots = [:]
      return
    }
    slots = Dictionary(
      fields.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The place of a field; nil where there is none of that name.
  public func slot(of name: String) -> Int? {
    guard fields.count > Self.fewFields else {
      return fields.indices.first { fields[$0].name == name }
    }
    return slots[name]
  }
}

/// A record: a shape and a value for each of its fields.
public struct Record: Sendable {
  private var cells: Cells<Value>

  /// - Precondition: `fields` holds one value for each field of `shape`, in its order.
  public init(_ shape: Shape, _ fields: some Collection<Value>) {
    precondition(fields.count == shape.fields.count)
    cells = Cells(capacity: fields.count, shape: shape)
    for value in fields { cells.append(value) }
  }

  /// - Precondition: `fields` holds one value for each field of `shape`, in its order.
  public init(_ shape: Shape, _ fields: ContiguousArray<Value>) {
    precondition(fields.count == shape.fields.count)
    cells = Cells(capacity: fields.count, shape: shape)
    for value in fields { cells.append(value) }
  }

  /// - Precondition: `shape` has one field.
  public init(_ shape: Shape, _ value: consuming Value) {
    precondition(shape.fields.count == 1)
    cells = Cells(value, shape: shape)
  }

  /// - Precondition: `shape` has two fields.
  public init(_ shape: Shape, _ first: consuming Value, _ second: consuming Value) {
    precondition(shape.fields.count == 2)
    cells = Cells(first, second, shape: shape)
  }

  /// A record whose fields are made one by one, in the order of the shape.
  public init<E: Error>(_ shape: Shape, making field: (Int) throws(E) -> Value) throws(E) {
    cells = Cells(capacity: shape.fields.count, shape: shape)
    for slot in shape.fields.indices { cells.append(try field(slot)) }
  }

  /// What names and orders the fields.
  public var shape: Shape { cells.shape.unsafelyUnwrapped }

  /// A value for each field of the shape.
  public var fields: Fields { Fields(cells: cells) }

  /// The value of the field at a place.
  public subscript(slot: Int) -> Value {
    get { cells[slot] }
    _modify { yield &cells.changingPlace(slot).pointee }
  }

  /// Where the value of a field is, as long as the record is there and is not changed.
  @inline(__always)
  func place(_ slot: Int) -> UnsafePointer<Value> { cells.place(slot) }

  /// Where the value of a field is that is about to be changed.
  @inline(__always)
  mutating func changingPlace(_ slot: Int) -> UnsafeMutablePointer<Value> {
    cells.changingPlace(slot)
  }

  /// Where the fields, of which there is one at least, are that are about to be changed; good until the
  /// record is copied.
  package mutating func changingFields() -> UnsafeMutableBufferPointer<Value> {
    UnsafeMutableBufferPointer(start: cells.changingPlace(0), count: cells.count)
  }

  /// A record whose fields are put into their places one by one, in the order of the shape, by what
  /// answers the error that it met.
  package init(
    _ shape: Shape,
    putting put: (Int, UnsafeMutablePointer<Value>) -> EvaluationError?
  ) throws(EvaluationError) {
    cells = Cells(capacity: shape.fields.count, shape: shape)
    try cells.fill(shape.fields.count, put)
  }

  /// A record whose fields are initialized in their places one by one, in the order of the shape.
  package init(_ shape: Shape, initializing put: (Int, UnsafeMutablePointer<Value>) -> Void) {
    cells = Cells(capacity: shape.fields.count, shape: shape)
    cells.fill(shape.fields.count) { slot, place -> Never? in
      put(slot, place)
      return nil
    }
  }

  var fieldCount: Int { cells.count }

  /// Whether both are one record, held twice.
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

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
  private let slots: [String: Int]

  /// A shape; of two fields of one name the first counts.
  public init(name: String, fields: [Field], isVariant: Bool = false) {
    self.name = name
    self.fields = fields
    self.isVariant = isVariant
    slots = Dictionary(
      fields.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The place of a field; nil where there is none of that name.
  public func slot(of name: String) -> Int? { slots[name] }
}

/// A record: a shape and a value for each of its fields.
public struct Record: Sendable {
  /// What names and orders the fields.
  public let shape: Shape
  /// A value for each field of the shape.
  public private(set) var fields: ContiguousArray<Value>

  /// - Precondition: `fields` holds one value for each field of `shape`, in its order.
  public init(_ shape: Shape, _ fields: ContiguousArray<Value>) {
    precondition(fields.count == shape.fields.count)
    self.shape = shape
    self.fields = fields
  }

  /// The value of the field at a place.
  public subscript(slot: Int) -> Value {
    get { fields[slot] }
    _modify { yield &fields[slot] }
  }
}

extension Record: Equatable {
  public static func == (left: Record, right: Record) -> Bool {
    left.shape.name == right.shape.name
      && (left.fields.isSame(as: right.fields) || left.fields == right.fields)
  }
}

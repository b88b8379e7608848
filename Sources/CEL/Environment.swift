/// The record types that expressions may name.
public struct Types: Sendable {
  private var shapes: [String: Shape] = [:]
  public init(_ shapes: [Shape] = []) {
    for shape in shapes { self.shapes[shape.name] = shape }
  }
  public subscript(name: String) -> Shape? { shapes[name] }
}

/// What expressions are compiled against: names with their types, record types and functions.
public struct Environment: Sendable {
  public init(types: Types = Types()) {}

  /// Declares a variable in the frame's next slot, which is returned.
  @discardableResult
  public mutating func declare(_ name: String, _ type: Type) -> Int { 0 }

  /// Declares a name for a field of the record in a slot of the frame.
  public mutating func declare(_ name: String, _ type: Type, field: Int, ofSlot slot: Int) {}

  /// How many slots the declared variables take.
  public var slotCount: Int { 0 }

  /// Compiles the expression that `text` is, or says everything that is wrong with it.
  public func compile(_ text: String) throws(Issues) -> Program { throw Issues(items: []) }
}

extension Value {
  /// Equality as CEL has it: numbers of different types are equal where they are the same number,
  /// values of other different types never are (CEL spec, "Equality").
  public func equals(_ other: Value) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.uint(let left), .uint(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameCodePoints(as: right)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.timestamp(let left), .timestamp(let right)): left == right
    case (.duration(let left), .duration(let right)): left == right
    case (.list(let left), .list(let right)): left.equals(right)
    case (.map(let left), .map(let right)): left.equals(right)
    case (.record(let left), .record(let right)): left.equals(right)
    case (.type(let left), .type(let right)): left.name == right.name
    case (.optional(let left), .optional(let right)):
      switch (left, right) {
      case (nil, nil): true
      case (let left?, let right?): left.equals(right)
      default: false
      }
    case (.opaque(let left), .opaque(let right)): left == right
    default: compareNumber(with: other) == .equal
    }
  }

  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.uint(let left), .uint(let right)): left == right
    case (.double(let left), .double(let right)):
      left == right || left.isNaN && right.isNaN
    case (.string(let left), .string(let right)): left.hasSameCodePoints(as: right)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.timestamp(let left), .timestamp(let right)): left == right
    case (.duration(let left), .duration(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    case (.map(let left), .map(let right)): left == right
    case (.record(let left), .record(let right)): left == right
    case (.type(let left), .type(let right)): left == right
    case (.optional(let left), .optional(let right)): left == right
    case (.opaque(let left), .opaque(let right)): left == right
    default: false
    }
  }
}

extension List {
  func equals(_ other: List) -> Bool {
    guard count == other.count else { return false }
    var others = other.makeIterator()
    for item in self {
      guard let next = others.next(), item.equals(next) else { return false }
    }
    return true
  }
}

extension Map {
  func equals(_ other: Map) -> Bool {
    guard count == other.count else { return false }
    for (key, value) in self {
      guard let next = other[key], value.equals(next) else { return false }
    }
    return true
  }
}

extension Record {
  func equals(_ other: Record) -> Bool {
    shape.name == other.shape.name && fields.count == other.fields.count
      && zip(fields, other.fields).allSatisfy { $0.equals($1) }
  }
}

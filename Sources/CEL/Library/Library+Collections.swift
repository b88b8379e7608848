/// Functions that lists, maps and texts have in common (CEL spec, "Standard Definitions").
extension Library {
  static let collections: [Function] = [size, contains, index]

  private static let size = Function(
    "size",
    [true, false].flatMap { isMember -> [Overload] in
      let prefix = isMember ? "member_" : ""
      return [
        .of("\(prefix)size_string", isMember: isMember, doc: "The number of code points.") {
          (a: String, budget) throws(Failure) in
          try budget.spend(bytes: a.utf8.count)
          return Int64(a.codePointCount)
        },
        .of("\(prefix)size_bytes", isMember: isMember, doc: "The number of bytes.") {
          (a: [UInt8], _) throws(Failure) in Int64(a.count)
        },
        .of(
          "\(prefix)size_list", isMember: isMember, [.list(.parameter("A"))],
          doc: "The number of elements."
        ) { (a: List, _) throws(Failure) in Int64(a.count) },
        .of(
          "\(prefix)size_map", isMember: isMember,
          [.map(key: .parameter("A"), value: .parameter("B"))],
          doc: "The number of entries."
        ) { (a: Map, _) throws(Failure) in Int64(a.count) },
      ]
    })

  private static let contains = Function(
    "@in",
    [
      .of(
        "in_list", [.parameter("A"), .list(.parameter("A"))],
        doc: "True if the list contains the value."
      ) { (a: Value, b: List, budget) throws(Failure) in
        for item in b {
          try budget.spend(1)
          if try item.equals(a, &budget) { return true }
        }
        return false
      },
      .of(
        "in_map", [.parameter("A"), .map(key: .parameter("A"), value: .parameter("B"))],
        doc: "True if the map contains the key."
      ) { (a: Value, b: Map, _) throws(Failure) in b[a] != nil },
    ])

  private static let index = Function(
    "_[_]",
    [
      .of(
        "index_list", [.list(.parameter("A")), .int], .parameter("A"),
        doc: "The element at an index, starting at 0."
      ) { (a: Value, b: Value, _) throws(Failure) in try a.element(at: b) },
      .of(
        "index_map", [.map(key: .parameter("A"), value: .parameter("B")), .parameter("A")],
        .parameter("B"), doc: "The value for a key."
      ) { (a: Value, b: Value, _) throws(Failure) in try a.element(at: b) },
    ])
}

extension Value {
  /// Returns the element of a list at an index, or the value for a key of a map.
  func element(at index: Value) throws(Failure) -> Value {
    switch self {
    case .list(let list): return try list.element(at: index)
    case .map(let map):
      guard let value = map[index] else { throw .noSuchKey(index) }
      return value
    default: throw .noMatchingOverload("_[_]", self, index)
    }
  }
}

extension List {
  /// Returns the element at an index, which may be any whole number.
  func element(at index: Value) throws(Failure) -> Value {
    let position: Int
    switch index {
    case .int(let int): position = Int(clamping: int)
    case .uint(let uint): position = Int(exactly: uint) ?? .max
    case .double(let double):
      guard let int = Int(exactly: double) else {
        throw .invalidArgument("\(index) is no index")
      }
      position = int
    default: throw .noMatchingOverload("_[_]", .list(self), index)
    }
    guard position >= 0, position < count else {
      throw .indexOutOfRange(index.description, count: count)
    }
    return self[position]
  }
}

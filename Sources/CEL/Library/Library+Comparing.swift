/// The list functions of Kubernetes ("apiserver/pkg/cel/library/lists").
extension Library {
  static let comparing: [Function] = [
    sum,
    extreme("min", doc: "The least element; an error if the list is empty.", wins: .less),
    extreme("max", doc: "The greatest element; an error if the list is empty.", wins: .greater),
    firstIndex, lastIndex, isSorted,
  ]

  private static let element = Type.parameter("A")

  private static let summable: [(type: Type, zero: Value)] = [
    (.int, .int(0)), (.uint, .uint(0)), (.double, .double(0)),
    (.duration, .duration(Duration(nanoseconds: 0))),
  ]

  private static let comparable: [Type] = [
    .int, .uint, .double, .bool, .duration, .timestamp, .string, .bytes,
  ]

  private static let sum = Function(
    "sum",
    summable.map { type, zero in
      .of(
        "list_\(type)_sum_\(type)", isMember: true, [.list(type)], type,
        doc: "The sum of the elements; zero if the list is empty."
      ) { (list: List, budget) throws(Failure) -> Value in
        try budget.spend(list.count)
        // A list of unknown elements is summed by their own type.
        var sum = list.isEmpty ? zero : list[0].zeroOfItsType
        for item in list { sum = try sum.plus(item) }
        return sum
      }
    })

  private static func extreme(_ name: String, doc: String, wins: Order) -> Function {
    Function(
      name,
      comparable.map { type in
        .of("list_\(type)_\(name)_\(type)", isMember: true, [.list(type)], type, doc: doc) {
          (list: List, budget) throws(Failure) -> Value in
          guard !list.isEmpty else {
            throw .invalidArgument("the list is empty, so it has no '\(name)'")
          }
          var best = list[0]
          for item in list {
            if try item.order(to: best, in: name, &budget) == wins { best = item }
          }
          return best
        }
      })
  }

  private static let firstIndex = Function(
    "indexOf",
    [
      .of(
        "list_a_index_of_int", isMember: true, [.list(element), element], .int,
        doc: "The index of the first element that is equal, or -1."
      ) { (list: List, wanted: Value, budget) throws(Failure) -> Int64 in
        for (index, item) in list.enumerated() {
          try budget.spend(1)
          if try item.equals(wanted, &budget) { return Int64(index) }
        }
        return -1
      }
    ])

  private static let lastIndex = Function(
    "lastIndexOf",
    [
      .of(
        "list_a_last_index_of_int", isMember: true, [.list(element), element], .int,
        doc: "The index of the last element that is equal, or -1."
      ) { (list: List, wanted: Value, budget) throws(Failure) -> Int64 in
        for index in stride(from: list.count - 1, through: 0, by: -1) {
          try budget.spend(1)
          if try list[index].equals(wanted, &budget) { return Int64(index) }
        }
        return -1
      }
    ])

  private static let isSorted = Function(
    "isSorted",
    comparable.map { type in
      .of(
        "list_\(type)_is_sorted_bool", isMember: true, [.list(type)], .bool,
        doc: "True if no element is less than the one before it."
      ) { (list: List, budget) throws(Failure) -> Bool in
        var former: Value?
        for item in list {
          if let former, try former.order(to: item, in: "isSorted", &budget) == .greater {
            return false
          }
          former = item
        }
        return true
      }
    })
}

extension Value {
  /// Returns the order to another element of a list.
  fileprivate func order(
    to other: Value, in function: String, _ budget: inout Budget
  ) throws(Failure) -> Order {
    try budget.spend(1 + comparisonCost)
    guard let order = compare(with: other) else { throw .noMatchingOverload(function, self, other) }
    return order
  }

  /// The zero to which values like this one are added; the value itself if there is none.
  fileprivate var zeroOfItsType: Value {
    switch self {
    case .int: .int(0)
    case .uint: .uint(0)
    case .double: .double(0)
    case .duration: .duration(Duration(nanoseconds: 0))
    default: self
    }
  }

  /// Returns the sum of two numbers of one type, or of two durations.
  fileprivate func plus(_ other: Value) throws(Failure) -> Value {
    switch (self, other) {
    case (.int(let left), .int(let right)): .int(try left.adding(right))
    case (.uint(let left), .uint(let right)): .uint(try left.adding(right))
    case (.double(let left), .double(let right)): .double(left + right)
    case (.duration(let left), .duration(let right)): .duration(try left.adding(right))
    default: throw .noMatchingOverload("sum", self, other)
    }
  }
}

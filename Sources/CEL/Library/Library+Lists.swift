/// The lists extension (cel-go, "ext/lists"); `sortBy` is a macro.
extension Library {
  static let lists: [Function] = [range, slice, flatten, distinct, reverse, sort, first, last]

  private static let list = Type.list(.parameter("T"))

  private static let range = Function(
    "lists.range",
    [
      .of(
        "lists_range", nil, .list(.int),
        doc: "The numbers from 0 up to, but not including, the argument."
      ) {
        (a: Int64, budget) throws(Failure) in
        try budget.spend(Int(clamping: max(0, a)))
        return List((0..<max(0, a)).map(Value.int))
      }
    ])

  private static let slice = Function(
    "slice",
    [
      .of(
        "list_slice", isMember: true, [list, .int, .int], list,
        doc: "The elements from one index up to, but not including, another."
      ) { (a: List, b: Int64, c: Int64, budget) throws(Failure) in
        guard b >= 0, c >= b, c <= a.count else {
          throw Failure(
            "index-out-of-range",
            "a list of \(a.count) elements has no part from \(b) to \(c)")
        }
        try budget.spend(Int(c - b))
        return a.slice(Int(b)..<Int(c))
      }
    ])

  private static let flatten = Function(
    "flatten",
    [
      .of(
        "list_flatten", isMember: true, [.list(list)], list,
        doc: "The elements of the inner lists."
      ) { (a: List, budget) throws(Failure) in try a.flattened(1, &budget) },
      .of(
        "list_flatten_int", isMember: true, [.list(.dyn), .int], .list(.dyn),
        doc: "The same, flattened by this number of levels."
      ) { (a: List, b: Int64, budget) throws(Failure) in
        guard b >= 0 else { throw .invalidArgument("there is no level \(b)") }
        return try a.flattened(b, &budget)
      },
    ])

  private static let distinct = Function(
    "distinct",
    [
      .of("list_distinct", isMember: true, [list], list, doc: "The elements without duplicates.") {
        (a: List, budget) throws(Failure) in
        var seen = ValueSet()
        var result = List()
        for item in a where try seen.insert(item, &budget) { result.append(item) }
        return result
      }
    ])

  private static let reverse = Function(
    "reverse",
    [
      .of("list_reverse", isMember: true, [list], list, doc: "The elements in reverse order.") {
        (a: List, budget) throws(Failure) in
        try budget.spend(a.count)
        return List(Array(a).reversed())
      }
    ])

  private static let sort = Function(
    "sort",
    [Type.int, .uint, .double, .bool, .duration, .timestamp, .string, .bytes].map { type in
      .of(
        "list_\(type)_sort", isMember: true, [.list(type)], .list(type),
        doc: "The sorted elements; equal ones keep their order."
      ) { (a: List, budget) throws(Failure) in
        List(try a.map { (key: $0, value: $0) }.sortedByKey(&budget))
      }
    })

  private static let first = Function(
    "first",
    [
      .of(
        "list_first", isMember: true, [list], .optional(.parameter("T")),
        doc: "The first element, if there is one."
      ) { (a: List, _) throws(Failure) -> Value in .optional(a.isEmpty ? nil : a[0]) }
    ])

  private static let last = Function(
    "last",
    [
      .of(
        "list_last", isMember: true, [list], .optional(.parameter("T")),
        doc: "The last element, if there is one."
      ) { (a: List, _) throws(Failure) -> Value in .optional(a.isEmpty ? nil : a[a.count - 1]) }
    ])
}

extension List {
  fileprivate func flattened(_ depth: Int64, _ budget: inout Budget) throws(Failure) -> List {
    var result = List()
    var stack = [(makeIterator(), depth)]
    while !stack.isEmpty {
      let top = stack.count - 1
      guard let item = stack[top].0.next() else {
        stack.removeLast()
        continue
      }
      try budget.spend(1)
      if case .list(let inner) = item, stack[top].1 > 0 {
        stack.append((inner.makeIterator(), stack[top].1 - 1))
      } else {
        result.append(item)
      }
    }
    return result
  }
}

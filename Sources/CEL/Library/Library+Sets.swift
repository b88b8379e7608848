/// The sets extension: lists taken as sets (cel-go, "ext/sets").
extension Library {
  static let sets: [Function] = [
    Function(
      "sets.contains",
      [
        .of(
          "list_sets_contains_list", [list, list],
          doc: "True if the first list contains all elements of the second."
        ) { (a: List, b: List, budget) throws(Failure) in try a.contains(allOf: b, &budget) }
      ]),
    Function(
      "sets.equivalent",
      [
        .of(
          "list_sets_equivalent_list", [list, list],
          doc: "True if each list contains all elements of the other."
        ) { (a: List, b: List, budget) throws(Failure) in
          guard try a.contains(allOf: b, &budget) else { return false }
          return try b.contains(allOf: a, &budget)
        }
      ]),
    Function(
      "sets.intersects",
      [
        .of(
          "list_sets_intersects_list", [list, list],
          doc: "True if the lists have an element in common."
        ) { (a: List, b: List, budget) throws(Failure) in
          let set = try ValueSet(a, &budget)
          for item in b where try set.contains(item, &budget) { return true }
          return false
        }
      ]),
  ]

  private static let list = Type.list(.parameter("T"))
}

extension List {
  fileprivate func contains(allOf other: List, _ budget: inout Budget) throws(Failure) -> Bool {
    let set = try ValueSet(self, &budget)
    for item in other where try !set.contains(item, &budget) { return false }
    return true
  }
}

import CEL

/// `append: path` with `value`, or with `values`, a list: adds at the end.
struct AppendVerb: Verb {
  static let keyword = "append"

  let addition: AdditionToList

  init?(decoding rule: inout RuleReader) {
    guard let addition = AdditionToList(decoding: &rule) else { return nil }
    self.addition = addition
  }

  func check(in scope: inout Scope) -> Step? {
    addition.check(in: scope) { list, added in
      let count = list.count
      added.insert(into: &list, at: count)
      return .remove(count..<list.count)
    }
  }
}

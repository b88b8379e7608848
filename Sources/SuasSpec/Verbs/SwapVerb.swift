import CEL

/// `swap: path` with `from` and `to`: lets two elements change places.
struct SwapVerb: Verb {
  static let keyword = "swap"

  let elements: TwoElements

  init?(decoding rule: inout RuleReader) {
    guard let elements = TwoElements(decoding: &rule) else { return nil }
    self.elements = elements
  }

  func check(in scope: inout Scope) -> Step? {
    elements.check(in: scope) { list, from, to in
      list.swapAt(from, to)
      return .swap(from, to)
    }
  }
}

/// One part as a store's core calls it.
final class PartLink {
  private let part: any StatePart

  init(_ part: any StatePart) { self.part = part }

  // Not inlined: where it were, the compiler would hold the part meanwhile, and count that.
  @inline(never)
  func reduce(
    _ state: UnsafeMutablePointer<Any>, _ action: any Action, kind: Int?
  ) -> PartOutcome {
    part.reduce(state, action, kind: kind)
  }
}

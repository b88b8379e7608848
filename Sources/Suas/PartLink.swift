internal import Values

/// Calls one part on behalf of a store's core.
final class PartLink {
  private let part: any StatePart

  init(_ part: any StatePart) { self.part = part }

  // Not inlined: otherwise the compiler would retain the part during the call.
  @inline(never)
  func reduce(
    _ state: Inout<Any>, _ action: any Action, kind: Int?
  ) -> PartOutcome {
    part.reduce(state, action, kind: kind)
  }
}

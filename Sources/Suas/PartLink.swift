/// One part as a store's core calls it.
final class PartLink {
  private let part: any StatePart

  init(_ part: any StatePart) { self.part = part }

  /// Runs the part; answers whether it changed the state, or why it refused the action.
  // A function that does not throw, and is not inlined: where it were otherwise, the compiler would
  // hold the part meanwhile, and count that.
  @inline(never)
  func reduce(
    _ state: UnsafeMutablePointer<Any>, _ action: any Action, _ refusal: inout Refusal?
  ) -> Bool {
    do throws(ActionError) {
      return try part.reduce(&state.pointee, action: action)
    } catch {
      refusal = Refusal(error)
      return false
    }
  }
}

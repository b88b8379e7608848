import Logging
import Synchronization

/// A listener that is told of the state or of a part of it.
final class StateListener: Listener, @unchecked Sendable {
  /// The key listened to; `nil` for the whole state.
  let key: StateKey?

  /// Whether a filter compares with what was before, which then has to be kept.
  let readsOld: Bool

  private let tellSubState: StateListenerCall.Tell
  private let tellWholeState: (_ old: State?, _ new: State) -> Void
  private let accepts: (Any) -> Bool
  private let expected: Any.Type
  private let hasReported = Atomic<Bool>(false)

  init(key: StateKey?, readsOld: Bool, call: StateListenerCall) {
    self.key = key
    self.readsOld = readsOld
    switch call {
    case .subState(let tell, let accepts, let expected):
      tellSubState = tell
      tellWholeState = { _, _ in }
      self.accepts = accepts
      self.expected = expected
    case .wholeState(let tell):
      tellSubState = { _, _ in true }
      tellWholeState = tell
      accepts = { _ in true }
      expected = State.self
    }
  }

  /// Tells a listener to one key of a change in its slot.
  @inline(__always)
  func tell(old changes: Changes, _ slot: Int, new: UnsafePointer<Any>) {
    if readsOld { return tell(changes.oldValue(in: slot), new) }
    if !tellSubState(nil, new) { reportType(of: new.pointee) }
  }

  @inline(never)
  private func tell(_ old: Any?, _ new: UnsafePointer<Any>) {
    guard let old else {
      if !tellSubState(nil, new) { reportType(of: new.pointee) }
      return
    }
    withUnsafePointer(to: old) { old in
      if !tellSubState(old, new) { reportType(of: new.pointee) }
    }
  }

  /// Tells a listener to one key, past its filter.
  func tell(_ subState: Any) {
    withUnsafePointer(to: subState) { tell(nil, $0) }
  }

  /// Tells a listener to the whole state; `old` is `nil` if the filter is to be passed by.
  func tell(old: State?, new: State) {
    tellWholeState(old, new)
  }

  /// Reports, once, that the listener does not fit the state that it is added to.
  ///
  /// - Parameter part: What works on the sub-state that is listened to, if anything does.
  func reportMisfit(with state: State, of part: (any StatePart)?) {
    guard let key, !hasReported.load(ordering: .relaxed) else { return }
    if let subState = state[key] {
      if let reason = part?.misfit(reading: expected) {
        reportOnce("a listener for '\(key)' does not fit: it expects \(expected), but \(reason)")
      } else if !accepts(subState) {
        reportType(of: subState)
      }
    } else {
      let keys = state.keys.map { "'\($0)'" }.joined(separator: ", ")
      reportOnce("a listener for '\(key)' is not told: the state has no such key, it has \(keys)")
    }
  }

  @inline(never)
  private func reportType(of subState: Any) {
    guard let key else { return }
    let misfit = (subState as? any ConvertibleSubState)?.misfit(with: expected)
    reportOnce(
      """
      a listener for '\(key)' is not told: it expects \(expected), \
      \(misfit.map { "but \($0)" } ?? "the state there is of type \(type(of: subState))")
      """)
  }

  private func reportOnce(_ message: @autoclosure () -> String) {
    guard !hasReported.exchange(true, ordering: .relaxed) else { return }
    logger.warning("\(message())")
  }
}

/// What calls a listener, its filter included; an old value of `nil` passes the filter by.
///
/// It is made of closures because these, unlike a generic class, are specialized where an app adds
/// its listener.
@usableFromInline
enum StateListenerCall {
  case subState(tell: Tell, accepts: (Any) -> Bool, expected: Any.Type)
  case wholeState((_ old: State?, _ new: State) -> Void)

  /// Answers false, as `accepts` does, if the listener has no use for the sub-state.
  ///
  /// Sub-states are looked at where they are: what the state and the listener both hold is counted
  /// once less.
  @usableFromInline typealias Tell = (
    _ old: UnsafePointer<Any>?, _ new: UnsafePointer<Any>
  ) -> Bool
}

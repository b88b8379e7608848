import Locking
import Logging
public import Values

/// A listener to the state or to a part of it.
final class StateListener: Listener, @unchecked Sendable {
  /// The key listened to; `nil` for the whole state.
  let key: String?

  /// True if a filter compares with the old value, which then has to be kept.
  let readsOld: Bool

  private let tellSubState: StateListenerCall.Tell
  private let tellWholeState: (_ old: Store.State?, _ new: Store.State) -> Void
  private let accepts: (Any) -> Bool
  private let expected: Any.Type
  private let hasReported = Atomic<Bool>(false)

  init(key: String?, readsOld: Bool, isMain: Bool, call: StateListenerCall) {
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
      expected = Store.State.self
    }
    super.init(isMain: isMain)
  }

  /// Notifies a listener to one key of a change in its slot.
  @inline(__always)
  func tell(old changes: Changes, _ slot: Int, new: Borrow<Any>) {
    if readsOld { return tell(changes.oldValue(in: slot), new) }
    if !tellSubState(nil, new) { reportType(of: new.pointee) }
  }

  /// Notifies a listener to one key; an old value of `nil` bypasses its filter.
  func tell(old: Any?, new: Any) {
    withBorrow(of: new) { tell(old, $0) }
  }

  @inline(never)
  private func tell(_ old: Any?, _ new: Borrow<Any>) {
    guard let old else {
      if !tellSubState(nil, new) { reportType(of: new.pointee) }
      return
    }
    withBorrow(of: old) { old in
      if !tellSubState(old, new) { reportType(of: new.pointee) }
    }
  }

  /// Notifies a listener to the whole state; `old` is `nil` to bypass the filter.
  func tell(old: Store.State?, new: Store.State) {
    tellWholeState(old, new)
  }

  /// Logs a warning, once, if the listener does not fit the state that it is added to.
  ///
  /// - Parameter part: The part that works on the observed sub-state, if there is one.
  func reportMisfit(with state: Store.State, of part: (any StatePart)?) {
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

/// A listener's callback with its filter; an old value of `nil` bypasses the filter.
///
/// It consists of closures because these, unlike a generic class, are specialized where an app adds
/// its listener.
@usableFromInline
enum StateListenerCall {
  case subState(tell: Tell, accepts: (Any) -> Bool, expected: Any.Type)
  case wholeState((_ old: Store.State?, _ new: Store.State) -> Void)

  /// Returns false, as `accepts` does, if the sub-state is not of the listener's type.
  ///
  /// Sub-states are accessed in place, which saves retaining an object that the state and the
  /// listener both hold.
  @usableFromInline typealias Tell = (
    _ old: Borrow<Any>?, _ new: Borrow<Any>
  ) -> Bool
}

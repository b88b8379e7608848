import Dispatch
import Locking

/// The calls of listeners that wait for the main actor, in order.
final class MainCalls: @unchecked Sendable {
  // Sendable: the lock guards both properties; the calls themselves are made in turns.
  private let lock = Lock()
  private var pending = FIFO<MainCall>()
  private var isScheduled = false
  let activity = Activity()

  /// True if the calling thread runs on the main actor.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: marker) != nil }

  var isEmpty: Bool {
    lock.lock()
    defer { lock.unlock() }
    return pending.isEmpty
  }

  /// Adds a call; returns true if nobody has been scheduled yet to make it.
  func append(_ call: MainCall, schedules: Bool) -> Bool {
    activity.begin()
    lock.lock()
    defer { lock.unlock() }
    pending.append(call)
    guard schedules, !isScheduled else { return false }
    isScheduled = true
    return true
  }

  func popFirst() -> MainCall? {
    lock.lock()
    defer { lock.unlock() }
    return pending.popFirst()
  }

  /// Notes that the scheduled work begins, so that later calls need another one.
  func begin() {
    lock.lock()
    isScheduled = false
    lock.unlock()
  }
}

/// A call of a listener on the main actor.
struct MainCall {
  /// Returns false if the listener has been removed.
  let isWanted: () -> Bool
  let call: () -> Void
  let cause: Cause?
}

// The main actor runs on the main queue, whatever thread that uses.
private let marker: DispatchSpecificKey<Void> = {
  let marker = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: marker, value: ())
  return marker
}()

extension Core {
  /// Calls a listener to one key on the main actor: at once if that is where this runs and nothing
  /// waits, otherwise after what waits.
  @inline(never)
  func callMain(_ entry: ListenerList<StateListener>.Entry, old: Any?, new: Any) {
    let old = entry.listener.readsOld ? old : nil
    callMain(while: { entry.isAlive }, { entry.listener.tell(old: old, new: new) })
  }

  /// Calls a listener to the whole state on the main actor.
  @inline(never)
  func callMain(
    _ entry: ListenerList<StateListener>.Entry, old: Store.State?, new: Store.State
  ) {
    callMain(while: { entry.isAlive }, { entry.listener.tell(old: old, new: new) })
  }

  /// Calls `call` on the main actor, unless its listener has been removed by then.
  func callMain(while isWanted: @escaping () -> Bool, _ call: @escaping () -> Void) {
    let isCurrent = MainCalls.isCurrent
    if isCurrent, holdsTurn, !isCallingMain, mainCalls.isEmpty {
      isCallingMain = true
      call()
      isCallingMain = false
      // The call may have asked for further ones.
      return callMainInTurn()
    }
    let cause = holdsTurn ? presentCause() : deliveries?.presentCause
    let call = MainCall(isWanted: isWanted, call: call, cause: cause)
    if mainCalls.append(call, schedules: !isCurrent) {
      Task { @MainActor [self] in
        mainCalls.begin()
        makeMainCalls()
      }
    }
    if isCurrent { makeMainCalls() }
  }

  /// Makes the waiting calls, on the main actor.
  private func makeMainCalls() {
    guard holdsTurn else {
      takeTurn()
      defer { endTurn() }
      callMainInTurn()
      return serveRequests()
    }
    callMainInTurn()
  }

  private func callMainInTurn() {
    // Work that a listener asks for during its call is done after the call.
    guard !isCallingMain, !mainCalls.isEmpty else { return }
    let (outerPhase, outerCause) = (phase, causeOfMainCall)
    phase = .listener
    isCallingMain = true
    while let call = mainCalls.popFirst() {
      defer { mainCalls.activity.end() }
      guard !isClosed.load(ordering: .relaxed), call.isWanted() else { continue }
      causeOfMainCall = call.cause
      call.call()
    }
    isCallingMain = false
    (phase, causeOfMainCall) = (outerPhase, outerCause)
  }
}

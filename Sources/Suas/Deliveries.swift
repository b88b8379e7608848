import Dispatch
import Locking
internal import Values

/// The pending notifications of listeners on a queue; they are delivered in order even if the queue
/// is a concurrent one.
final class Deliveries {
  private let queue: DispatchQueue

  private let lock = Lock()
  // Guarded by `lock`.
  private var pending = FIFO<(Delivery, Cause?)>()
  private var isScheduled = false
  let activity = Activity()

  /// The thread that is calling listeners; zero if none is.
  private let thread = Atomic<UInt>(0)
  // Accessed only by that thread.
  private var cause: Cause?

  init(on queue: DispatchQueue) {
    self.queue = queue
  }

  enum Delivery {
    case changes(Changes, of: Store.State, to: StateEntries)
    case state(Store.State, to: ListenerList<StateListener>.Entry)
    case refusal(ActionError, to: CallbackRound<ActionError>)
  }

  /// The cause of the calling thread's dispatches, if a listener is running on it.
  var presentCause: Cause? {
    thread.load(ordering: .relaxed) == currentThread() ? cause : nil
  }

  @inline(never)
  func add(_ delivery: Delivery, of core: Core, cause: Cause?) {
    activity.begin()
    lock.lock()
    pending.append((delivery, cause))
    let isFirst = !isScheduled
    isScheduled = true
    lock.unlock()
    if isFirst { schedule(of: core) }
  }

  private func schedule(of core: Core) {
    queue.async { self.deliverOne(of: core) }
  }

  // One at a time, so that other work on the queue gets its turn.
  private func deliverOne(of core: Core) {
    lock.lock()
    let next = pending.popFirst()
    lock.unlock()
    if let (delivery, cause) = next {
      self.cause = cause
      thread.store(currentThread(), ordering: .relaxed)
      deliver(delivery, of: core)
      thread.store(0, ordering: .relaxed)
      self.cause = nil
      activity.end()
    }
    lock.lock()
    isScheduled = !pending.isEmpty
    let goesOn = isScheduled
    lock.unlock()
    if goesOn { schedule(of: core) }
  }

  private func deliver(_ delivery: Delivery, of core: Core) {
    switch delivery {
    case .changes(let changes, of: let state, to: let entries):
      withExtendedLifetime(state) {
        withExtendedLifetime(entries) {
          core.tell(entries.borrowed, changes, state.values.borrowed) { state }
        }
      }
    case .state(let state, to: let entry):
      core.inform(entry, of: state)
    case .refusal(let error, to: let round):
      core.tell(round, error)
    }
  }
}

// Deliveries follow one another: `isScheduled` is true from before the first is put on the queue
// until after the last one is done.
extension Deliveries: @unchecked Sendable {}

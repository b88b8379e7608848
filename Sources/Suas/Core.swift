import Locking
internal import Values

/// The implementation of a store; the store itself is the handle whose end closes it.
///
/// Two locks guard it. The turn is held while an action is processed, user code included; the
/// thread that holds it is the owner. The registry's lock is held for moments, and while reducers
/// run. Changing the state takes both locks, so the owner reads it with neither.
///
/// Exclusivity is unchecked where the turn already ensures it; the checks would double the cost.
final class Core {
  let parts: ContiguousArray<any StatePart>
  let links: ObjectList<PartLink>
  /// True if some part reads the whole state.
  let lendsState: Bool
  let validations: [Validation]
  let initialState: Store.State
  let maxDispatchDepth = Atomic<Int>(64)
  let isClosed = Atomic<Bool>(false)

  let registry: ListenerRegistry

  /// The deliveries to listeners on a queue; `nil` if listeners are notified at once.
  let deliveries: Deliveries?

  /// The calls of listeners that wait for the main actor.
  let mainCalls = MainCalls()

  /// The work outside of the turns that others can wait for.
  private(set) var activities: [Activity] = []

  // Guarded by the turn.
  let turn = Lock()
  let owner = Atomic<UInt>(0)
  @exclusivity(unchecked) var phase = Phase.outside
  /// The action under way, in the room of the function that runs it.
  @exclusivity(unchecked) var frame: Inout<Frame>?
  @exclusivity(unchecked) var requests = FIFO<Request>()
  @exclusivity(unchecked) var isServingRequests = false
  /// The number of answers that were counted in this turn.
  @exclusivity(unchecked) var answers = 0
  /// The cause of the dispatches by main listeners whose calls had to wait; `nil` for all others.
  @exclusivity(unchecked) var causeOfMainCall: Cause?
  @exclusivity(unchecked) var isCallingMain = false
  let changes: Changes
  @exclusivity(unchecked) var observers: [StoreObserver] = []
  @exclusivity(unchecked) var watches = ObjectList<ChangeWatch>([])
  @exclusivity(unchecked) private var chain: [MiddlewareLink] = []
  /// The first link of the chain, which is not let go of while the turn is taken.
  @exclusivity(unchecked) private(set) var firstLink: UnretainedReference<MiddlewareLink>?
  @exclusivity(unchecked) var readings: Readings

  // Guarded by the turn and the registry's lock.
  @exclusivity(unchecked) var state: Store.State

  init(
    reducer: CombinedReducer, over given: Store.State?, middleware: (any Middleware)?,
    deliveries: Deliveries?
  ) {
    parts = ContiguousArray(reducer.parts.map { $0.forOneStore() })
    lendsState = parts.contains(where: \.readsWholeState)
    links = ObjectList(parts.map { PartLink($0) })
    validations = reducer.validations
    readings = Readings(of: parts, isJudged: !validations.isEmpty)
    registry = ListenerRegistry(oldWanted: OldWanted(by: reducer))
    self.deliveries = deliveries
    initialState = Core.initialState(of: parts, under: given)
    state = initialState
    changes = Changes(slots: initialState.values.count)
    chain = MiddlewareLink.chain(middleware, of: self)
    activities = [mainCalls.activity] + (deliveries.map { [$0.activity] } ?? [])
    activities += CombinedMiddleware.parts(of: middleware).compactMap {
      ($0 as? any SettlingMiddleware)?.activity
    }
    firstLink = chain.last.map { UnretainedReference($0) }
    for part in parts { part.join(parts) }
    registry.open(for: self)
  }

  /// The kind of code that the owner is running.
  enum Phase {
    case outside, middleware, reducer, listener
  }

  /// Releases everything that may refer back to the core; later dispatches are ignored.
  ///
  /// If an action is in progress, the chain is released after it.
  func close() {
    registry.close()
    isClosed.store(true, ordering: .sequentiallyConsistent)
    breakChain()
  }

  func breakChain() {
    guard !holdsTurn, turn.lockIfFree() else { return }
    // Kept until the turn is free, because deinitializers of captured objects may call the store.
    let ended = (chain, observers)
    firstLink = nil
    chain = []
    observers = []
    turn.unlock()
    withExtendedLifetime(ended) {}
  }
}

// The comments above the properties name the locks that guard them; reducers, middleware and
// listeners run on one thread at a time, the owner of the turn.
extension Core: @unchecked Sendable {}

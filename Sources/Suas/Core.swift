import Locking
import Synchronization

/// What a store is made of; the store itself is the handle that ends it.
///
/// Two locks guard it. The turn is held while an action is processed, user code included; the thread
/// that holds it is the owner. The registry's lock is held for moments, and while reducers run:
/// changing the state takes both, so the owner reads it with neither.
///
/// Exclusivity is unchecked where the turn already sees to it; checked, it costs as much as the rest.
final class Core {
  let parts: ContiguousArray<any StatePart>
  let links: ObjectList<PartLink>
  let validations: [Validation]
  let initialState: State
  let maxDispatchDepth = Atomic<Int>(64)
  let isClosed = Atomic<Bool>(false)

  let registry: ListenerRegistry

  /// Where listeners are told, if it is not at once.
  let deliveries: Deliveries?

  // Guarded by the turn.
  let turn = Lock()
  let owner = Atomic<UInt>(0)
  @exclusivity(unchecked) var phase = Phase.outside
  /// The action under way, in the room of the function that runs it.
  @exclusivity(unchecked) var frame: UnsafeMutablePointer<Frame>?
  @exclusivity(unchecked) var requests = FIFO<Request>()
  @exclusivity(unchecked) var isServingRequests = false
  let changes: Changes
  @exclusivity(unchecked) var observer: Observer?
  @exclusivity(unchecked) private var chain: [MiddlewareLink] = []
  /// The first link of the chain, which is not let go of while the turn is taken.
  @exclusivity(unchecked) private(set) var firstLink: Unmanaged<MiddlewareLink>?
  @exclusivity(unchecked) var readings: Readings

  // Guarded by the turn and the registry's lock.
  @exclusivity(unchecked) var state: State

  init(
    reducer: CombinedReducer, over given: State?, middleware: (any Middleware)?,
    deliveries: Deliveries?
  ) {
    parts = ContiguousArray(reducer.parts.map { $0.forOneStore() })
    links = ObjectList(parts.map { PartLink($0) })
    validations = reducer.validations
    readings = Readings(of: parts)
    registry = ListenerRegistry(oldWanted: OldWanted(by: reducer))
    self.deliveries = deliveries
    initialState = Core.initialState(of: parts, under: given)
    state = initialState
    changes = Changes(slots: initialState.values.count)
    chain = MiddlewareLink.chain(middleware, of: self)
    firstLink = chain.last.map(Unmanaged.passUnretained)
    registry.open(for: self)
  }

  /// Whose code the owner runs at the moment.
  enum Phase {
    case outside, middleware, reducer, listener
  }

  struct Observer {
    let observe: (Reduction) -> Void
  }

  /// Lets go of everything that may lead back here; what is dispatched afterwards is ignored.
  ///
  /// While an action is under way, the chain goes after it.
  func close() {
    registry.close()
    isClosed.store(true, ordering: .sequentiallyConsistent)
    breakChain()
  }

  func breakChain() {
    guard !holdsTurn, turn.lockIfFree() else { return }
    // Kept until the turn is free: what they captured may call the store on its way out.
    let ended = (chain, observer)
    firstLink = nil
    chain = []
    observer = nil
    turn.unlock()
    withExtendedLifetime(ended) {}
  }
}

// The comments above the properties say what guards them; reducers, middleware and listeners run on
// one thread at a time, the owner of the turn.
extension Core: @unchecked Sendable {}

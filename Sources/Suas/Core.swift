import Synchronization

/// What a store is made of; the store itself is the handle that ends it.
///
/// Two locks guard it. `turn` is held while an action is processed, user code included; the thread
/// that holds it is the owner. `contentLock` is held for moments, and while reducers run.
final class Core {
  let parts: [any StatePart]
  let validations: [CombinedReducer.Validation]
  let canRefuse: Bool
  let maxDispatchDepth = Atomic<Int>(64)

  // Guarded by the turn.
  let turn = Lock()
  let owner = Atomic<UInt>(0)
  var phase = Phase.outside
  var frame = Frame()
  var requests = FIFO<Request>()
  var isServingRequests = false
  var observer: ((Reduction) -> Void)?

  // Guarded by `contentLock`.
  let contentLock = Lock()
  var state: State
  let initialState: State
  var errorListeners = ListenerList<CallbackListener<ActionError>>()

  init(reducer: CombinedReducer, over given: State?) {
    parts = reducer.parts
    validations = reducer.validations
    canRefuse = !reducer.validations.isEmpty || reducer.parts.contains { $0.canRefuse }
    initialState = Core.initialState(of: reducer.parts, under: given)
    state = initialState
  }

  /// Whose code the owner runs at the moment.
  enum Phase {
    case outside, middleware, reducer, listener
  }
}

// The comments above the properties say which lock guards them; reducers, middleware and listeners
// run on one thread at a time, the owner of the turn.
extension Core: @unchecked Sendable {}

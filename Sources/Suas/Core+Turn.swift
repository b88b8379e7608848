import Synchronization

extension Core {
  /// One action on its way, from its dispatch until that is done.
  struct Frame {
    var action: (any Action)?
    var cause: Cause?
    /// Which middleware has the action.
    var position = -1
    /// The performing caller is told of a refusal, so that the log need not be.
    var isPerformed = false
    var isTooDeep = false
    var error: ActionError?
  }

  /// What a listener asked for, put off until its round is over.
  enum Request {
    case action(any Action, link: Int, cause: Cause?)
    case reset(Reset, cause: Cause?)
  }

  var holdsTurn: Bool { owner.load(ordering: .relaxed) == currentThread() }

  func takeTurn() {
    turn.lock()
    owner.store(currentThread(), ordering: .relaxed)
  }

  func endTurn() {
    owner.store(0, ordering: .relaxed)
    turn.unlock()
    if isClosed.load(ordering: .sequentiallyConsistent) { breakChain() }
  }

  /// Processes `action` from the middleware at `link` on, or puts it off if a listener asks; answers
  /// why it was refused.
  func dispatch(_ action: any Action, at link: Int = 0, isPerformed: Bool = false) -> ActionError? {
    guard holdsTurn else {
      takeTurn()
      defer { endTurn() }
      guard chain != nil else { return nil }
      return run(action, from: link, cause: deliveries?.presentCause, isPerformed: isPerformed)
    }
    switch phase {
    case .reducer:
      preconditionFailure(
        """
        a reducer dispatched \(name(of: action)): a reducer only answers with a state, \
        middleware and listeners dispatch
        """)
    case .listener:
      requests.append(.action(action, link: link, cause: presentCause()))
      return nil
    case .middleware, .outside:
      return run(action, from: link, cause: presentCause(), isPerformed: isPerformed)
    }
  }

  func observe(_ observer: @escaping (Reduction) -> Void) {
    let isOwner = holdsTurn
    if !isOwner { takeTurn() }
    self.observer = Observer(observe: observer)
    if !isOwner { endTurn() }
  }

  /// What `next` and `dispatch` do that middleware is given.
  func enter(_ action: any Action, at link: Int) {
    if link > 0, holdsTurn, phase == .middleware, frame.position == link - 1 {
      step(action, to: link)
    } else {
      _ = dispatch(action, at: link)
    }
  }

  /// Resets the state, or puts that off if a listener asks.
  func dispatch(_ reset: Reset) {
    guard holdsTurn else {
      takeTurn()
      defer { endTurn() }
      return run(reset, cause: deliveries?.presentCause)
    }
    switch phase {
    case .reducer:
      preconditionFailure("a reducer reset its store: a reducer only answers with a state")
    case .listener:
      requests.append(.reset(reset, cause: presentCause()))
    case .middleware, .outside:
      run(reset, cause: presentCause())
    }
  }

  func presentCause() -> Cause? {
    frame.action.map { Cause(action: $0, isTooDeep: frame.isTooDeep, parent: frame.cause) }
  }

  private func run(
    _ action: any Action, from link: Int, cause: Cause?, isPerformed: Bool = false
  ) -> ActionError? {
    var outer = Frame(action: action, cause: cause, isPerformed: isPerformed)
    let outerPhase = phase
    swap(&frame, &outer)
    if let cause, isTooDeep(after: cause) {
      refuse(action, forDepthAfter: cause)
    } else {
      if link == 0, registry.hasActionListeners.load(ordering: .relaxed) {
        tellActionListeners(action)
      }
      phase = .middleware
      step(action, to: link)
    }
    serveRequests()
    swap(&frame, &outer)
    phase = outerPhase
    return outer.error
  }

  private func step(_ action: any Action, to link: Int) {
    let chain = chain!
    guard link < chain.steps.count else {
      reduce(action)
      return serveRequests()
    }
    let position = frame.position
    frame.position = link
    chain.steps[link].middleware.onAction(
      action: action, getState: chain.getState, dispatch: chain.dispatch,
      next: chain.steps[link].next)
    frame.position = position
  }

  private func run(_ reset: Reset, cause: Cause?) {
    var outer = Frame(action: reset, cause: cause)
    let outerPhase = phase
    swap(&frame, &outer)
    if let cause, isTooDeep(after: cause) {
      refuse(reset, forDepthAfter: cause)
    } else {
      replaceState(reset)
    }
    serveRequests()
    swap(&frame, &outer)
    phase = outerPhase
  }

  /// Does what listeners asked for, in order, and what is asked for meanwhile.
  func serveRequests() {
    guard !isServingRequests, !requests.isEmpty else { return }
    isServingRequests = true
    defer { isServingRequests = false }
    while let request = requests.popFirst() {
      switch request {
      case .action(let action, let link, let cause): _ = run(action, from: link, cause: cause)
      case .reset(let reset, let cause): run(reset, cause: cause)
      }
    }
  }

  private func isTooDeep(after cause: Cause) -> Bool {
    cause.depth >= maxDispatchDepth.load(ordering: .relaxed)
  }

  private func refuse(_ action: any Action, forDepthAfter cause: Cause) {
    frame.isTooDeep = true
    let error = ActionError(
      code: "dispatch-depth-exceeded",
      message: """
        a chain of more than \(maxDispatchDepth.load(ordering: .relaxed)) dispatches, each asked \
        for by the one before: \(cause.chain(endingIn: action))
        """)
    // What an error listener dispatches on being told of this is too deep as well: told of that in
    // turn, it would go on for ever.
    refuse(error, tellsListeners: !cause.isTooDeep)
  }
}

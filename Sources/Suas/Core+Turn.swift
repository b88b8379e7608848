import Synchronization

extension Core {
  /// One action on its way, from its dispatch until that is done.
  struct Frame {
    /// Valid as long as the frame: the action is an argument of the function that made it.
    var action: UnsafePointer<any Action>?
    var cause: Cause?
    /// Which middleware has the action.
    var position = -1
    /// The performing caller is told of a refusal, so that the log need not be.
    var isPerformed = false
    var isTooDeep = false
    var refusal: Refusal?
  }

  /// What a listener asked for, put off until its round is over.
  enum Request {
    case action(any Action, to: MiddlewareLink?, isNew: Bool, cause: Cause?)
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

  /// Processes `action`, or puts it off if a listener asks; answers its refusal if it was.
  func dispatch(_ action: any Action, isPerformed: Bool = false) -> Refusal? {
    guard holdsTurn else {
      takeTurn()
      defer { endTurn() }
      guard !isClosed.load(ordering: .relaxed) else { return nil }
      return run(
        action, to: firstLink, isNew: true, cause: deliveries?.presentCause,
        isPerformed: isPerformed)
    }
    return dispatchInTurn(action, to: firstLink, isNew: true, isPerformed: isPerformed)
  }

  /// Hands `action` from the middleware at `position` to the one after it or, if there is none, to
  /// the reducers.
  func handOn(_ action: any Action, from position: Int, to link: MiddlewareLink?) {
    if holdsTurn {
      if phase == .middleware, frame.position == position {
        step(action, to: link)
      } else {
        _ = dispatchInTurn(action, to: link, isNew: false)
      }
    } else {
      takeTurn()
      defer { endTurn() }
      guard !isClosed.load(ordering: .relaxed) else { return }
      _ = run(action, to: link, isNew: false, cause: deliveries?.presentCause)
    }
  }

  private func dispatchInTurn(
    _ action: any Action, to link: MiddlewareLink?, isNew: Bool, isPerformed: Bool = false
  ) -> Refusal? {
    switch phase {
    case .reducer:
      preconditionFailure(
        """
        a reducer dispatched \(name(of: action)): a reducer only answers with a state, \
        middleware and listeners dispatch
        """)
    case .listener:
      requests.append(.action(action, to: link, isNew: isNew, cause: presentCause()))
      return nil
    case .middleware, .outside:
      return run(
        action, to: link, isNew: isNew, cause: presentCause(), isPerformed: isPerformed)
    }
  }

  func observe(_ observer: @escaping (Reduction) -> Void) {
    let isOwner = holdsTurn
    if !isOwner { takeTurn() }
    self.observer = Observer(observe: observer)
    if !isOwner { endTurn() }
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
    frame.action.map {
      Cause(action: $0.pointee, isTooDeep: frame.isTooDeep, parent: frame.cause)
    }
  }

  private func run(
    _ action: any Action, to link: MiddlewareLink?, isNew: Bool, cause: Cause?,
    isPerformed: Bool = false
  ) -> Refusal? {
    withUnsafePointer(to: action) { pointer in
      withFrame(Frame(action: pointer, cause: cause, isPerformed: isPerformed)) {
        if let cause, isTooDeep(after: cause) {
          refuse(action, forDepthAfter: cause)
        } else {
          if isNew, registry.hasActionListeners.load(ordering: .relaxed) {
            tellActionListeners(action)
          }
          phase = .middleware
          step(action, to: link)
        }
      }
    }
  }

  private func step(_ action: any Action, to link: MiddlewareLink?) {
    guard let link else {
      reduce(action)
      return serveRequests()
    }
    let outer = frame.position
    frame.position = link.position
    link.process(action)
    frame.position = outer
  }

  private func run(_ reset: Reset, cause: Cause?) {
    let action: any Action = reset
    _ = withUnsafePointer(to: action) { pointer in
      withFrame(Frame(action: pointer, cause: cause)) {
        if let cause, isTooDeep(after: cause) {
          refuse(reset, forDepthAfter: cause)
        } else {
          replaceState(reset)
        }
      }
    }
  }

  @inline(__always)
  private func withFrame(_ inner: consuming Frame, _ body: () -> Void) -> Refusal? {
    let outerPhase = phase
    swap(&frame, &inner)
    body()
    serveRequests()
    swap(&frame, &inner)
    phase = outerPhase
    return inner.refusal
  }

  /// Does what listeners asked for, in order, and what is asked for meanwhile.
  @inline(__always)
  func serveRequests() {
    if !requests.isEmpty, !isServingRequests { serveAllRequests() }
  }

  private func serveAllRequests() {
    isServingRequests = true
    defer { isServingRequests = false }
    while let request = requests.popFirst() {
      switch request {
      case .action(let action, let link, let isNew, let cause):
        _ = run(action, to: link, isNew: isNew, cause: cause)
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
    refuse(Refusal(error), tellsListeners: !cause.isTooDeep)
  }
}

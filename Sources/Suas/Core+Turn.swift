import Synchronization

extension Core {
  /// One action on its way, from its dispatch until that is done.
  struct Frame {
    var action: (any Action)?
    var cause: Cause?
    /// The performing caller is told of a refusal, so that the log need not be.
    var isPerformed = false
    var error: ActionError?
  }

  /// What a listener asked for, put off until its round is over.
  enum Request {
    case action(any Action, cause: Cause)
    case reset(Reset, cause: Cause)
  }

  var holdsTurn: Bool { owner.load(ordering: .relaxed) == currentThread() }

  func takeTurn() {
    turn.lock()
    owner.store(currentThread(), ordering: .relaxed)
  }

  func endTurn() {
    owner.store(0, ordering: .relaxed)
    turn.unlock()
  }

  /// Processes `action`, or puts it off if a listener asks; answers why it was refused.
  @discardableResult
  func dispatch(_ action: any Action, isPerformed: Bool = false) -> ActionError? {
    guard holdsTurn else {
      takeTurn()
      defer { endTurn() }
      return run(action, cause: nil, isPerformed: isPerformed)
    }
    switch phase {
    case .reducer:
      preconditionFailure(
        """
        a reducer dispatched \(name(of: action)): a reducer only answers with a state, \
        middleware and listeners dispatch
        """)
    case .listener:
      requests.append(.action(action, cause: presentCause()))
      return nil
    case .middleware, .outside:
      return run(action, cause: presentCause(), isPerformed: isPerformed)
    }
  }

  /// Resets the state, or puts that off if a listener asks.
  func dispatch(_ reset: Reset) {
    guard holdsTurn else {
      takeTurn()
      defer { endTurn() }
      return run(reset, cause: nil)
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

  private func presentCause() -> Cause {
    Cause(action: frame.action!, parent: frame.cause)
  }

  private func run(_ action: any Action, cause: Cause?, isPerformed: Bool) -> ActionError? {
    let outer = (frame, phase)
    defer { (frame, phase) = outer }
    frame = Frame(action: action, cause: cause, isPerformed: isPerformed)
    if let error = excessiveDepth(of: action, after: cause) {
      refuse(error)
    } else {
      phase = .middleware
      reduce(action)
    }
    serveRequests()
    return frame.error
  }

  private func run(_ reset: Reset, cause: Cause?) {
    let outer = (frame, phase)
    defer { (frame, phase) = outer }
    frame = Frame(action: reset, cause: cause)
    if let error = excessiveDepth(of: reset, after: cause) {
      refuse(error)
    } else {
      replaceState(reset)
    }
    serveRequests()
  }

  /// Does what listeners asked for, in order, and what is asked for meanwhile.
  private func serveRequests() {
    guard !isServingRequests, !requests.isEmpty else { return }
    isServingRequests = true
    defer { isServingRequests = false }
    while let request = requests.popFirst() {
      switch request {
      case .action(let action, let cause): _ = run(action, cause: cause, isPerformed: false)
      case .reset(let reset, let cause): run(reset, cause: cause)
      }
    }
  }

  private func excessiveDepth(of action: any Action, after cause: Cause?) -> ActionError? {
    guard let cause else { return nil }
    let limit = maxDispatchDepth.load(ordering: .relaxed)
    guard cause.depth >= limit else { return nil }
    return ActionError(
      code: "dispatch-depth-exceeded",
      message: """
        a chain of more than \(limit) dispatches, each asked for by the one before: \
        \(cause.chain(endingIn: action))
        """)
  }
}

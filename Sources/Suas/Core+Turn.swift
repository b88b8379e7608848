import Locking
internal import Values

extension Core {
  /// An action in progress, from its dispatch to the end of its processing.
  struct Frame {
    // Not counted: action and cause are arguments of the function that made the frame.
    let action: Borrow<any Action>
    private let uncountedCause: UnretainedReference<Cause>?
    var cause: Cause? { uncountedCause?.object }
    /// The position of the middleware that has the action; -1 before the first.
    var position = -1
    /// True if the caller receives a refusal as a thrown error, so that it need not be logged.
    var isPerformed = false
    var isTooDeep = false
    var refusal: Refusal?

    init(action: Borrow<any Action>, cause: Cause?, isPerformed: Bool = false) {
      self.action = action
      uncountedCause = cause.map { UnretainedReference($0) }
      self.isPerformed = isPerformed
    }
  }

  /// A listener's request, deferred until its round is over.
  enum Request {
    case action(any Action, to: UnretainedReference<MiddlewareLink>?, isNew: Bool, cause: Cause?)
    case reset(Reset, cause: Cause?)
    case work(@Sendable () -> Void)
  }

  var holdsTurn: Bool { owner.load(ordering: .relaxed) == currentThread() }

  func takeTurn(_ thread: UInt = currentThread()) {
    turn.lock()
    owner.store(thread, ordering: .relaxed)
    answers = 0
  }

  /// Counts one more answer in the turn; returns their number, or nil outside of a turn.
  func countAnswer() -> Int? {
    guard holdsTurn else { return nil }
    answers += 1
    return answers
  }

  @inline(__always)
  func endTurn() {
    owner.store(0, ordering: .relaxed)
    turn.unlock()
    if isClosed.load(ordering: .sequentiallyConsistent) { breakChain() }
    registry.dropReplaced()
  }

  /// Processes `action`, or defers it if a listener dispatched it; returns the refusal if it is
  /// refused.
  @inline(__always)
  func dispatch(_ action: any Action, isPerformed: Bool = false) -> Refusal? {
    let thread = currentThread()
    guard owner.load(ordering: .relaxed) == thread else {
      takeTurn(thread)
      let refusal = runInTurn(action, isPerformed: isPerformed)
      endTurn()
      return refusal
    }
    return dispatchInTurn(action, to: firstLink, isNew: true, isPerformed: isPerformed)
  }

  @inline(__always)
  private func runInTurn(_ action: any Action, isPerformed: Bool) -> Refusal? {
    if isClosed.load(ordering: .relaxed) { return nil }
    guard let deliveries else {
      return run(action, to: firstLink, isNew: true, cause: nil, isPerformed: isPerformed)
    }
    return run(
      action, to: firstLink, isNew: true, cause: deliveries.presentCause,
      isPerformed: isPerformed)
  }

  /// Passes `action` from the middleware at `position` to the next one or, if there is none, to the
  /// reducers.
  @inline(__always)
  func handOn(
    _ action: any Action, from position: Int, to link: UnretainedReference<MiddlewareLink>?
  ) {
    if holdsTurn, phase == .middleware, frame?.pointee.position == position {
      // If the reducers come next, they refuse an invalid action themselves.
      if link != nil, refuseAtOnce(action, isUnseen: false) { return serveRequests() }
      step(action, to: link)
    } else {
      handOnAgain(action, to: link)
    }
  }

  /// Passes on an action as ``handOn(_:from:to:)`` does, and returns the error if it is refused.
  func refusal(
    ofHandingOn action: any Action, from position: Int,
    to link: UnretainedReference<MiddlewareLink>?
  ) -> ActionError? {
    guard holdsTurn, let frame else {
      handOn(action, from: position, to: link)
      return nil
    }
    let earlier = frame.pointee.refusal.take()
    handOn(action, from: position, to: link)
    let refusal = frame.pointee.refusal
    if let earlier { frame.pointee.refusal = earlier }
    return refusal?.error
  }

  /// Passes on an action that its middleware is no longer processing: later, or once again.
  @inline(never)
  private func handOnAgain(_ action: any Action, to link: UnretainedReference<MiddlewareLink>?) {
    if holdsTurn {
      _ = dispatchInTurn(action, to: link, isNew: false)
    } else {
      takeTurn()
      defer { endTurn() }
      guard !isClosed.load(ordering: .relaxed) else { return }
      _ = run(action, to: link, isNew: false, cause: deliveries?.presentCause)
    }
  }

  private func dispatchInTurn(
    _ action: any Action, to link: UnretainedReference<MiddlewareLink>?, isNew: Bool,
    isPerformed: Bool = false
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

  /// Calls `work`, in a round of listeners after the actions that were dispatched in it before.
  func afterRound(_ work: @escaping @Sendable () -> Void) {
    if holdsTurn, phase == .listener { requests.append(.work(work)) } else { work() }
  }

  /// Calls `work` in a turn of its own or the present one.
  func inTurn(_ work: () -> Void) {
    guard !holdsTurn else { return work() }
    takeTurn()
    defer { endTurn() }
    guard !isClosed.load(ordering: .relaxed) else { return }
    work()
    serveRequests()
  }

  /// Resets the state, or defers that if a listener asked for it.
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
    if let causeOfMainCall { return causeOfMainCall }
    guard let frame = frame?.pointee else { return nil }
    return Cause(action: frame.action.pointee, isTooDeep: frame.isTooDeep, parent: frame.cause)
  }

  private func run(
    _ action: any Action, to link: UnretainedReference<MiddlewareLink>?, isNew: Bool, cause: Cause?,
    isPerformed: Bool = false
  ) -> Refusal? {
    withBorrow(of: action) { place in
      withFrame(Frame(action: place, cause: cause, isPerformed: isPerformed)) {
        if let cause, isTooDeep(after: cause) {
          let refusal = refusal(of: action, forDepthAfter: cause)
          tellObservers(action, refusal, isUnseen: isNew)
          refuse(refusal, tellsListeners: !cause.isTooDeep)
        } else {
          let hasActionListeners = isNew && registry.hasActionListeners.load(ordering: .relaxed)
          if link != nil || hasActionListeners, refuseAtOnce(action, isUnseen: isNew) {
            return
          }
          if hasActionListeners { tellActionListeners(action) }
          phase = .middleware
          step(action, to: link)
        }
      }
    }
  }

  @inline(__always)
  private func step(_ action: any Action, to link: UnretainedReference<MiddlewareLink>?) {
    guard let link else {
      reduce(action)
      return serveRequests()
    }
    guard let frame else { preconditionFailure("no action is under way") }
    let outer = frame.pointee.position
    link.call { link in
      frame.pointee.position = link.position
      link.process(action)
    }
    frame.pointee.position = outer
  }

  private func run(_ reset: Reset, cause: Cause?) {
    run(reset, cause: cause, inside: observers.compactMap(\.aroundReset)[...])
  }

  /// Runs a reset inside of the work of some observers.
  private func run(
    _ reset: Reset, cause: Cause?, inside observers: ArraySlice<(() -> Void) -> Void>
  ) {
    if let around = observers.first {
      return around { run(reset, cause: cause, inside: observers.dropFirst()) }
    }
    let action: any Action = reset
    _ = withBorrow(of: action) { place in
      withFrame(Frame(action: place, cause: cause)) {
        if let cause, isTooDeep(after: cause) {
          refuse(refusal(of: reset, forDepthAfter: cause), tellsListeners: !cause.isTooDeep)
        } else {
          replaceState(reset)
        }
      }
    }
  }

  @inline(__always)
  private func withFrame(_ inner: consuming Frame, _ body: () -> Void) -> Refusal? {
    let (outer, outerPhase) = (frame, phase)
    return withInout(to: &inner) { inner in
      frame = inner
      body()
      serveRequests()
      frame = outer
      phase = outerPhase
      return inner.pointee.refusal
    }
  }

  /// Serves the deferred requests of listeners, in order, and those that are added meanwhile.
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
      case .work(let work): work()
      }
    }
  }

  private func isTooDeep(after cause: Cause) -> Bool {
    cause.depth >= maxDispatchDepth.load(ordering: .relaxed)
  }

  /// Returns the refusal of an action that too many dispatches led to.
  ///
  /// An action that an error listener dispatches in response is too deep as well; if the listener
  /// were notified of that too, it would go on for ever.
  private func refusal(of action: any Action, forDepthAfter cause: Cause) -> Refusal {
    frame?.pointee.isTooDeep = true
    return Refusal(
      ActionError(
        code: "dispatch-depth-exceeded",
        message: """
          a chain of more than \(maxDispatchDepth.load(ordering: .relaxed)) dispatches, each asked \
          for by the one before: \(cause.chain(endingIn: action))
          """))
  }
}

import Suas

/// Runs the effects of a program, from their dispatch to their end.
package final class EffectRunner: Sendable {
  package let runtime: AppRuntime
  /// Receives failures, whatever the program does about them.
  package let failed: @Sendable (_ effect: String, EffectFailure) -> Void
  /// Receives each attempt of an effect when it begins.
  private let requested: @Sendable (_ effect: String, EffectRun) -> Void
  /// Returns true if a middleware or listener may dispatch or hand on one more action.
  private let mayGoOn: @Sendable () -> Bool
  private let table = Mutex(EffectTable())
  /// True if promises at rest are judged.
  package let judgesAtRest: Bool
  /// The number of dispatches and events that have not come to their end, and a function that has
  /// promises at rest judged.
  private let rest = Mutex<(unfinished: Int, check: (@Sendable () -> Void)?)>((0, nil))
  /// The number of actions under way that a middleware or listener has dispatched.
  private let depth = Mutex(0)
  /// The number of actions of listeners that wait for the end of the round.
  private let reactions = Mutex(0)

  private typealias Entry = EffectTable.Entry

  package init(
    _ runtime: AppRuntime,
    failed: @escaping @Sendable (_ effect: String, EffectFailure) -> Void = { _, _ in },
    requested: @escaping @Sendable (_ effect: String, EffectRun) -> Void = { _, _ in },
    mayGoOn: @escaping @Sendable () -> Bool = { true },
    judgesAtRest: Bool = EffectRunner.isDebugBuild
  ) {
    self.runtime = runtime
    self.failed = failed
    self.requested = requested
    self.mayGoOn = mayGoOn
    self.judgesAtRest = judgesAtRest
  }

  /// True if the program was compiled for debugging.
  package static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  // MARK: Start

  /// Accepts an effect that was dispatched.
  package func take<E: Effect>(
    _ effect: E, _ getState: @escaping GetStateFunction, _ dispatch: @escaping DispatchFunction
  ) {
    let runtime = runtime
    let place = E.traits.place
    guard table.withLock({ $0.entries.count < EffectTable.limit }) else {
      let message = "more than \(EffectTable.limit) effects are under way at once"
      return runtime.report(
        ActionError(code: "cost-exceeded", message: message, place: place))
    }
    do throws(Failure) {
      let work = EffectTable.Work(
        begin: { () throws(Failure) in
          let store = E.WholeState(getState())
          let run = try effect.start(store, runtime)
          guard E.traits.retries > 0 else { return (run, Period(nanoseconds: 0)) }
          let delay = try effect.retryDelay(store, runtime)
          guard delay.nanoseconds >= 0 else { throw .negativeTime }
          return (run, delay)
        },
        read: { answer throws(EffectFailure) in
          let response = try effect.response(of: answer)
          return EffectTable.Steps(evaluate: { () throws(ActionError) in
            try effect.onSuccess(response, E.WholeState(getState()), runtime)
          })
        },
        onFailure: { error throws(ActionError) in
          try effect.onFailure(error, E.WholeState(getState()), runtime)
        },
        onEnd: { () throws(ActionError) in try effect.onEnd(E.WholeState(getState()), runtime)
        })
      let entry = Entry(
        traits: E.traits, payload: effect.json, key: try effect.runKey(), work: work,
        dispatch: dispatch, phase: .debounced)
      guard let quiet = try effect.quietTime(E.WholeState(getState()), runtime) else {
        return begin(entry)
      }
      guard quiet.nanoseconds >= 0 else { throw .negativeTime }
      let start = runtime.now.advanced(clampedBy: quiet)
      table.withLock { table in table.wait(table.add(entry), until: start) }
      rearm()
    } catch {
      runtime.report(ActionError(error, at: place))
    }
  }

  private func begin(_ entry: Entry) {
    var entry = entry
    let run: EffectRun
    do throws(Failure) {
      (run, entry.retryDelay) = try entry.work.begin()
    } catch {
      return runtime.report(ActionError(error, at: entry.traits.place))
    }
    entry.triesLeft = entry.traits.retries
    entry.phase = .pending
    entry.run = run
    entry.deadline = nil
    let started = entry
    let (id, ended) = table.withLock { table in
      let id = table.add(started)
      return (id, started.traits.isLatest ? table.supersede(by: id) : [])
    }
    for entry in ended { entry.task?.cancel() }
    perform(id, run, of: entry.traits)
  }

  private func perform(_ id: Int, _ run: EffectRun, of traits: EffectTraits) {
    requested(traits.name, run)
    let now = runtime.now
    switch run {
    case .delay(let period), .every(let period):
      table.withLock { $0.wait(id, until: now.advanced(clampedBy: period)) }
    case .request(let request, let timeout):
      let attempt = table.withLock { table in
        table.wait(id, until: timeout.map { now.advanced(clampedBy: $0) })
        return table.index(id).map { table.entries[$0].attempt }
      }
      if let attempt, let perform = runtime.perform {
        let task = Task { [weak self] in
          let answer = await perform(request)
          if !Task.isCancelled { self?.receive(answer, id, attempt) }
        }
        table.withLock { table in
          if let index = table.index(id) { table.entries[index].task = task } else { task.cancel() }
        }
      }
    }
    rearm()
  }

  private func receive(_ answer: EffectAnswer, _ id: Int, _ attempt: Int) {
    let entry = table.withLock { table in table.index(id).map { table.entries[$0] } }
    guard let entry, entry.phase == .pending, entry.attempt == attempt else { return }
    if let deadline = entry.deadline, deadline <= runtime.now { return }
    untilRest { conclude(entry, answer) }
  }

  private var firstDeadline: Timestamp? { table.withLock { $0.next()?.deadline } }

  private func rearm() {
    var next: Timestamp?
    repeat {
      next = firstDeadline
      runtime.clock.wake(at: next) { [weak self] in self?.wake() }
      // Another thread may have asked the clock for its own deadline in between.
    } while next != firstDeadline
  }

  /// Takes the first step that is due.
  private func wake() {
    if let due = table.withLock({ $0.next() }), let deadline = due.deadline,
      deadline <= runtime.now
    {
      untilRest { goOn(due, at: deadline) }
    }
    rearm()
  }

  private func goOn(_ due: Entry, at deadline: Timestamp) {
    switch (due.phase, due.run) {
    case (.debounced, _):
      if table.withLock({ $0.remove(due.id) }) != nil { begin(due) }
    case (.retrying, let run?):
      change(due.id) { $0.phase = .pending }
      perform(due.id, run, of: due.traits)
    case (.pending, .delay): conclude(due, .done)
    case (.pending, .every(let interval)):
      let next = deadline.advanced(clampedBy: interval)
      let now = runtime.now
      table.withLock {
        $0.wait(due.id, until: next > now ? next : now.advanced(clampedBy: interval))
      }
      conclude(due, .done)
    default: fail(due.id, .timeout)
    }
  }

  private func change(_ id: Int, _ change: (inout Entry) -> Void) {
    table.withLock { table in
      if let index = table.index(id) { change(&table.entries[index]) }
    }
  }

  // MARK: Outcomes

  private func conclude(_ entry: Entry, _ answer: EffectAnswer) {
    var contents = answer
    var isLast = !entry.goesOn
    if entry.traits.isStream, case .last(let last) = answer {
      guard let last else { return goOn(entry, after: nil, isLast: true) }
      contents = last
      isLast = true
    }
    do throws(EffectFailure) {
      goOn(entry, after: try entry.work.read(contents), isLast: isLast)
    } catch {
      fail(entry.id, error)
    }
  }

  /// Takes the steps that follow a success; an expression that fails in them turns it into a
  /// failure.
  ///
  /// - Parameter response: The steps for the response; nil if a stream ends without one.
  private func goOn(_ entry: Entry, after response: EffectTable.Steps?, isLast: Bool) {
    var found: Entry?
    if isLast {
      found = end(entry.id)
    } else {
      change(entry.id) { entry in
        entry.triesLeft = 0
        found = entry
      }
    }
    guard let entry = found, !entry.isSuperseded else { return }
    do throws(ActionError) {
      var steps = try response?.evaluate() ?? []
      if isLast, entry.traits.isStream { steps += try entry.work.onEnd() }
      perform(steps, entry.dispatch)
    } catch {
      if entry.traits.isStream, !isLast { _ = end(entry.id) }
      failed(
        entry.traits.name,
        EffectFailure(
          code: "expression", message: error.message, place: error.place))
      follow(entry, EffectFailure(code: "expression", message: error.message))
    }
  }

  private func fail(_ id: Int, _ failure: EffectFailure) {
    let retried = table.withLock { table -> (entry: Entry, run: EffectRun)? in
      guard let index = table.index(id), failure.mayPass, table.entries[index].triesLeft > 0,
        !table.entries[index].isSuperseded, let run = table.entries[index].run
      else { return nil }
      table.entries[index].task?.cancel()
      table.entries[index].task = nil
      table.entries[index].triesLeft -= 1
      table.entries[index].attempt += 1
      table.entries[index].phase = .retrying
      return (table.entries[index], run)
    }
    if let retried {
      let delay = retried.entry.retryDelay
      let start = runtime.now.advanced(clampedBy: delay)
      table.withLock { $0.wait(id, until: start) }
      guard delay.nanoseconds == 0 else { return rearm() }
      change(id) { $0.phase = .pending }
      return perform(id, retried.run, of: retried.entry.traits)
    }
    guard let entry = end(id), !entry.isSuperseded else { return }
    failed(entry.traits.name, failure)
    follow(entry, failure)
  }

  private func follow(_ entry: Entry, _ failure: EffectFailure) {
    do throws(ActionError) {
      perform(try entry.work.onFailure(failure), entry.dispatch)
    } catch {
      runtime.report(error)
    }
  }

  /// Removes an effect, and cancels its task.
  private func end(_ id: Int) -> Entry? {
    let entry = table.withLock { $0.remove(id) }
    entry?.task?.cancel()
    rearm()
    return entry
  }

  /// True while an action is processed that a middleware or listener has dispatched.
  package var isNested: Bool { depth.withLock { $0 > 0 } }

  /// Does the work of steps of a middleware.
  package func performNested(_ steps: [ProgramStep], _ dispatch: (any Action) -> Void) {
    for step in steps where mayGoOn() { nested { perform([step], dispatch) } }
  }

  /// Hands an action on from a middleware; returns the error if it is refused.
  package func handOn(_ action: any Action, _ next: HandOnFunction) -> ActionError? {
    mayGoOn() ? next(action) : nil
  }

  private func nested(_ work: () -> Void) {
    depth.withLock { $0 += 1 }
    work()
    depth.withLock { $0 -= 1 }
  }

  /// Does the work of steps of a listener when the present round of listeners is over.
  package func afterRound(_ steps: [ProgramStep], in store: Store?) {
    for step in steps where mayGoOn() {
      switch step {
      case .dispatch(let action): react(action, store)
      case .making(let make): react(make(), store)
      case .cancel: store?.dispatch(action: DeferredStep(step: step))
      }
    }
  }

  private func react(_ action: any Action, _ store: Store?) {
    reactions.withLock { $0 += 1 }
    store?.dispatch(action: action)
  }

  /// Lets an action go on, as a nested one if a listener has dispatched it.
  package func passOn(_ next: () -> Void) {
    let isReaction = reactions.withLock { waiting in
      guard waiting > 0, !isNested else { return false }
      waiting -= 1
      return true
    }
    if isReaction { nested(next) } else { next() }
  }

  /// Forgets the actions of listeners that were refused before they could go on.
  package func beginStep() { reactions.withLock { $0 = 0 } }

  /// Does the work of steps.
  package func perform(_ steps: [ProgramStep], _ dispatch: (any Action) -> Void) {
    for step in steps {
      switch step {
      case .dispatch(let action): dispatch(action)
      case .making(let make): dispatch(make())
      case .cancel(let name, let key):
        let ended = table.withLock { table in
          let ended = table.entries.filter {
            $0.traits.name == name && (key == nil || $0.key == key)
          }
          table.entries.removeAll { entry in ended.contains { $0.id == entry.id } }
          return ended
        }
        for entry in ended { entry.task?.cancel() }
        if !ended.isEmpty { rearm() }
      }
    }
  }

  // MARK: Rest

  /// Has promises at rest judged at the end of each event from now on.
  package func judgeEvents(_ check: @escaping @Sendable () -> Void) {
    rest.withLock { if $0.check == nil { $0.check = check } }
  }

  package func begin() { rest.withLock { $0.unfinished += 1 } }

  /// Returns true if everything that an outside event led to is done.
  package func end() -> Bool {
    rest.withLock { rest in
      rest.unfinished -= 1
      return rest.unfinished == 0
    }
  }

  /// Does the work of an event; has promises at rest judged unless it is part of other such work.
  package func untilRest(_ work: () -> Void) {
    begin()
    work()
    if end() { rest.withLock { $0.check }?() }
  }

  /// The numbers of effects under way by their names, without superseded ones.
  package var counts: [String: Int64] {
    table.withLock { table in
      table.entries.reduce(into: [:]) { counts, entry in
        if !entry.isSuperseded { counts[entry.traits.name, default: 0] += 1 }
      }
    }
  }

  // MARK: For the trace driver

  /// The pending effects, the oldest first, without superseded ones.
  package var pending: [(name: String, payload: JSONValue, run: EffectRun?)] {
    table.withLock { table in
      table.entries.filter { $0.phase == .pending && !$0.isSuperseded }
        .map { ($0.traits.name, $0.payload, $0.run) }
    }
  }

  /// Answers a pending effect; returns the reason if there is none, or if it waits for the clock.
  ///
  /// - Parameter which: The number of the effect among those with its name, counted from 0.
  package func respond(_ name: String, which: Int, _ answer: EffectAnswer) -> String? {
    let named = table.withLock { table in
      table.entries.filter { $0.phase == .pending && $0.traits.name == name }
    }
    guard named.indices.contains(which) else {
      return named.isEmpty
        ? "no effect '\(name)' is pending that could be answered"
        : "no effect '\(name)' of this number is pending: there are \(named.count), "
          + "counted from 0"
    }
    if case .every = named[which].run {
      return "the effect '\(name)' has an outcome at every interval, and takes no answer"
    }
    untilRest { conclude(named[which], answer) }
    return nil
  }

  /// Ends the oldest effect with a name without an outcome: a pending one, else one that waits.
  /// Returns the reason if there is none.
  package func cancel(_ name: String) -> String? {
    let entry = table.withLock { table in
      let named = table.entries.filter { $0.traits.name == name }
      return named.first { $0.phase == .pending } ?? named.first { $0.phase == .debounced }
        ?? named.first { $0.phase == .retrying }
    }
    guard let entry else { return "no effect '\(name)' is under way that could be cancelled" }
    untilRest { _ = end(entry.id) }
    return nil
  }

  /// Ends all effects without an outcome.
  package func cancelEffects() {
    let ended = table.withLock { table in
      defer { table.entries = [] }
      return table.entries
    }
    for entry in ended { entry.task?.cancel() }
    rearm()
  }
}

import CEL
import Locking
import Suas
import SuasEngine
import SuasProgram
import YAML

/// The life of effects, from their dispatch to their end.
extension SpecRuntime {
  typealias Entry = EffectTable.Entry

  /// Accepts an effect that was dispatched.
  func take(
    _ effect: PlannedEffect, _ action: SpecAction, _ access: EffectTable.StoreAccess
  ) {
    if let refusal = action.refusal { return report(refusal) }
    guard !effects.withLock({ $0.isFull }) else {
      return report(
        ActionError(
          code: "cost-exceeded",
          message: "more than \(EffectTable.limit) effects are under way at once",
          place: ActionError.Place(effect.place)))
    }
    var key: Value?
    if let definition = effect.key {
      var frame = self.frame([.record(action.payload)])
      do throws(EvaluationError) {
        key = try definition.evaluate(&frame)
      } catch {
        return report(ActionError(error, at: effect.place))
      }
    }
    let entry = Entry(
      effect: effect, action: action, key: key, origin: makeOrigin(), access: access,
      phase: .debounced)
    guard let debounce = effect.debounce else { return begin(entry) }
    var frame = frame(of: entry)
    do throws(EvaluationError) {
      let quiet = try debounce.evaluateDuration(&frame)
      trace(effect, .waits(quiet))
      let start = host.clock.now.advanced(clampedBy: quiet)
      effects.withLock { effects in
        effects.wait(effects.add(entry), until: start)
      }
      rearm()
    } catch {
      report(ActionError(error, at: effect.place))
    }
  }

  /// Starts an effect, which is then pending.
  private func begin(_ entry: Entry) {
    var entry = entry
    var frame = frame(of: entry)
    let run: EvaluatedRun
    do throws(EvaluationError) {
      run = try entry.effect.start(&frame)
      if let retry = entry.effect.retry {
        entry.retryDelay = try retry.delay.evaluateDuration(&frame)
        entry.triesLeft = retry.times
      }
    } catch {
      return report(ActionError(error, at: entry.effect.place))
    }
    spec.probe.note(entry.effect.point)
    trace(entry.effect, .started)
    entry.phase = .pending
    entry.run = run
    let (id, ended) = effects.withLock { effects in
      let id = effects.add(entry)
      return (id, entry.effect.isLatest ? effects.supersede(by: entry, id) : [])
    }
    for entry in ended {
      entry.task?.cancel()
      trace(entry.effect, .dropped)
    }
    perform(id, run, of: entry.effect)
  }

  /// Has an effect's request performed, and sets the alarm for its end or timeout.
  private func perform(_ id: Int, _ run: EvaluatedRun, of effect: PlannedEffect) {
    for observer in observers { observer.requested?(MadeRequest(name: effect.name, run: run)) }
    let now = host.clock.now
    switch run {
    case .delay(let duration):
      effects.withLock { $0.wait(id, until: now.advanced(clampedBy: duration)) }
    case .every(let interval):
      effects.withLock { $0.wait(id, until: now.advanced(clampedBy: interval)) }
    case .request(let request, _, let timeout):
      effects.withLock { $0.wait(id, until: timeout.map { now.advanced(clampedBy: $0) }) }
      if let entry = effects.withLock({ $0[id] }),
        let perform = host.performer(of: request, for: entry.effect, spec.checked.types)
      {
        let attempt = Attempt(id: id, number: entry.attempt)
        let task = Task { [weak self] in
          await perform { [weak self] answer in
            if !Task.isCancelled { self?.receive(answer, to: attempt) }
          }
        }
        let isThere = effects.withLock { $0.change(id) { $0.task = task } }
        if !isThere { task.cancel() }
      }
    }
    rearm()
  }

  /// Sets the clock's alarm for the next step of any effect.
  func rearm() {
    var next: Timestamp?
    repeat {
      let isEmpty: Bool
      (next, isEmpty) = effects.withLock { ($0.next?.alarm?.deadline, $0.isEmpty) }
      activity.setBusy(!isEmpty)
      host.clock.wake(at: next) { [weak self] in self?.wake() }
      // Another thread may have asked the clock for its own deadline in between.
    } while next != effects.withLock { $0.next?.alarm?.deadline }
  }

  /// Takes the first step that is due: one step for each call of the clock.
  private func wake() {
    activity.begin()
    defer { activity.end() }
    if let due = effects.withLock({ $0.next }), let deadline = due.alarm?.deadline,
      deadline <= host.clock.now
    {
      goOn(due)
    }
    rearm()
  }

  /// Takes the step of an effect whose time has come.
  func goOn(_ due: Entry) {
    switch (due.phase, due.run) {
    case (.debounced, _):
      noting(.start, of: due) {
        if effects.withLock({ $0.remove(due.id) }) != nil { begin(due) }
      }
    case (.retrying, let run?):
      noting(.start, of: due) {
        effects.withLock { _ = $0.change(due.id) { $0.phase = .pending } }
        perform(due.id, run, of: due.effect)
      }
    case (.pending, .delay): noting(.due, of: due) { conclude(due, .done) }
    case (.pending, .every(let interval)):
      // Times that went by unnoticed, as while a device sleeps, are left out.
      let now = host.clock.now
      let next = (due.alarm?.deadline ?? now).advanced(clampedBy: interval)
      effects.withLock {
        $0.wait(due.id, until: next > now ? next : now.advanced(clampedBy: interval))
      }
      noting(.due, of: due) { conclude(due, .done) }
    default: noting(.timeout, of: due) { fail(due.id, .timeout) }
    }
  }

  /// Gives a pending effect its answer.
  func finish(_ id: Int, with answer: EffectAnswer) {
    activity.begin()
    defer { activity.end() }
    let found = effects.withLock { effects in
      effects[id].map { (entry: $0, which: effects.place(of: $0)) }
    }
    guard let (entry, which) = found, entry.phase == .pending else { return }
    noting(.answer(answer), of: entry, which: which) { conclude(entry, answer) }
  }

  private func conclude(_ entry: Entry, _ answer: EffectAnswer) {
    var contents = answer
    var isLast = !entry.effect.goesOn
    if entry.effect.isStream, case .last(let last) = answer {
      guard let last else { return goOn(entry, with: nil, isLast: true) }
      contents = last
      isLast = true
    }
    switch entry.effect.outcome(of: contents, spec.checked.types) {
    case .success(let response): goOn(entry, with: response, isLast: isLast)
    case .failure(let failure): fail(entry.id, failure)
    }
  }

  /// Takes the steps that follow a success; an expression that fails in them turns it into a
  /// failure.
  ///
  /// - Parameter response: The response; nil if a stream ends without one.
  private func goOn(_ entry: Entry, with response: Record?, isLast: Bool) {
    var found: Entry?
    if isLast {
      found = end(entry.id)
    } else {
      effects.withLock { effects in
        effects.change(entry.id) { $0.triesLeft = 0 }
        found = effects[entry.id]
      }
    }
    guard let entry = found else { return }
    guard !entry.isSuperseded else { return trace(entry.effect, .dropped) }
    if response != nil { trace(entry.effect, .succeeded) }
    do throws(ActionError) {
      var steps: [Reaction] = []
      if let response { steps = try reactions(of: entry.effect.onSuccess, entry, response) }
      if isLast, entry.effect.isStream {
        trace(entry.effect, .ended)
        steps += try reactions(of: entry.effect.onEnd, entry)
      }
      perform(steps, for: entry)
    } catch {
      if entry.effect.isStream, !isLast { _ = end(entry.id) }
      let place = failingPlace(of: entry, response).map(ActionError.Place.init)
      note(
        .expression(error.message), of: entry, at: place ?? error.place, in: error.place)
      // The message has no place, because it may reach a state, which has to be the same wherever
      // the spec lies.
      follow(entry, failure: .expression(error.message))
    }
  }

  /// The place of the expression that fails after a success.
  private func failingPlace(of entry: Entry, _ response: Record?) -> SourceRange? {
    guard let effect = spec.checked.effects.first(where: { $0.name == entry.effect.name }) else {
      return nil
    }
    if let response {
      var frame = frame(of: entry, and: response)
      if let place = effect.onSuccess?.failingPlace(&frame) { return place }
    }
    var last = self.frame(of: entry)
    return effect.onEnd?.failingPlace(&last)
  }

  private func fail(_ id: Int, _ failure: EffectFailure) {
    let retried = effects.withLock { effects -> PlannedEffect? in
      guard let entry = effects[id], failure.mayPass, entry.triesLeft > 0, !entry.isSuperseded
      else { return nil }
      effects.change(id) { entry in
        entry.task?.cancel()
        entry.task = nil
        entry.triesLeft -= 1
        entry.attempt += 1
        entry.arrived = []
        entry.phase = .retrying
      }
      effects.wait(id, until: host.clock.now.advanced(clampedBy: entry.retryDelay))
      return entry.effect
    }
    if let retried {
      trace(retried, .retries(FailedEffect(failure, of: retried)))
      return retry(id, retried)
    }
    guard let entry = end(id) else { return }
    guard !entry.isSuperseded else { return trace(entry.effect, .dropped) }
    note(failure, of: entry)
    follow(entry, failure: failure)
  }

  /// Reports to the observers that an effect has failed, whatever the spec does about it.
  private func note(
    _ failure: EffectFailure, of entry: Entry, at place: ActionError.Place? = nil,
    in stepPlace: ActionError.Place? = nil
  ) {
    let failed = FailedEffect(failure, of: entry.effect, at: place, in: stepPlace)
    trace(entry.effect, .failed(failed))
    for observer in observers { observer.effectFailed?(failed) }
  }

  /// Makes a retry without a delay pending at once; otherwise sets the alarm.
  private func retry(_ id: Int, _ effect: PlannedEffect) {
    let run = effects.withLock { effects -> EvaluatedRun? in
      guard let entry = effects[id], entry.retryDelay.nanoseconds == 0 else { return nil }
      effects.change(id) { $0.phase = .pending }
      return entry.run
    }
    if let run { perform(id, run, of: effect) } else { rearm() }
  }

  /// Removes an effect, and cancels its task.
  private func end(_ id: Int) -> Entry? {
    let entry = effects.withLock { $0.remove(id) }
    entry?.task?.cancel()
    rearm()
    return entry
  }

  private func follow(_ entry: Entry, failure: EffectFailure) {
    do throws(ActionError) {
      let error = failure.record(isSensitive: entry.effect.isSensitive)
      try perform(reactions(of: entry.effect.onFailure, entry, error), for: entry)
    } catch {
      report(error)
    }
  }

  /// Evaluates the steps that follow an outcome.
  private func reactions(
    of branch: PlannedOutcome?, _ entry: Entry, _ outcome: Record? = nil
  ) throws(ActionError) -> [Reaction] {
    guard let branch else { return [] }
    spec.probe.note(branch.point)
    var frame = frame(of: entry, and: outcome)
    return try spec.reactions(of: branch.steps, &frame)
  }

  private func perform(_ reactions: [Reaction], for entry: Entry) {
    for reaction in reactions { perform(reaction, from: .effect, entry.access.dispatch) }
  }

  /// Does the work of a step.
  func perform(
    _ reaction: Reaction, from source: DispatchSource, _ dispatch: (SpecAction) -> Void
  ) {
    switch reaction {
    case .dispatch(let action): dispatch(prepared(action, from: source))
    case .cancel(let name, let key):
      let ended = effects.withLock { $0.removeAll(of: name, key: key) }
      for entry in ended {
        entry.task?.cancel()
        trace(entry.effect, .cancelled)
      }
      if !ended.isEmpty { rearm() }
    }
  }

  private func trace(_ effect: PlannedEffect, _ change: EffectChange) {
    spec.probe?.trace?.note(.effect(effect.name, change))
  }

  private func frame(of entry: Entry, and outcome: Record? = nil) -> Frame {
    frame(store: entry.access.getState(), entry.action, and: outcome)
  }
}

/// The functions for scenarios.
extension SpecRuntime {
  /// The pending effects, oldest first, without superseded ones.
  package var pendingEffects: [(name: String, value: Record)] {
    answerableEffects.filter { !$0.isSuperseded }.map { ($0.name, $0.value) }
  }

  /// A pending effect, with its request to the performer.
  package struct PendingRun: Sendable {
    package let name: String
    package let payload: Record
    package let run: EvaluatedRun
  }

  /// The pending effects, oldest first, without superseded ones, with their runs.
  package var pendingRuns: [PendingRun] {
    effects.withLock { effects in
      effects.pending.compactMap { entry in
        guard !entry.isSuperseded, let run = entry.run else { return nil }
        return PendingRun(
          name: entry.effect.name, payload: entry.action.payload, run: run)
      }
    }
  }

  /// The effects that can be answered, oldest first.
  package var answerableEffects: [(name: String, value: Record, isSuperseded: Bool)] {
    effects.withLock { effects in
      effects.pending.map { ($0.effect.name, $0.action.payload, $0.isSuperseded) }
    }
  }

  /// The number of effects of a name that can be answered.
  package func pendingCount(of name: String) -> Int {
    effects.withLock { effects in effects.pending.count { $0.effect.name == name } }
  }

  /// The effects that are debounced or wait for a retry, in the order of their times, with the
  /// durations until then.
  package var waitingEffects: [(name: String, value: Record, for: CEL.Duration)] {
    let now = host.clock.now
    return effects.withLock { effects in
      effects.waiting.map { entry, snapshot in
        (entry.effect.name, entry.action.payload, snapshot.duration(since: now))
      }
    }
  }

  /// Ends the oldest effect of a name without an outcome: a pending one, else one that waits.
  ///
  /// - Returns: False if there is none.
  package func cancel(_ name: String) -> Bool {
    let entry = effects.withLock { effects in
      effects.first(name, .pending) ?? effects.first(name, .debounced)
        ?? effects.first(name, .retrying)
    }
    guard let entry else { return false }
    cancel(entry)
    return true
  }

  /// Ends an effect without an outcome.
  func cancel(_ entry: Entry) { noting(.cancel, of: entry) { _ = end(entry.id) } }
}

extension FailedEffect {
  fileprivate init(
    _ failure: EffectFailure, of effect: PlannedEffect, at place: ActionError.Place? = nil,
    in stepPlace: ActionError.Place? = nil
  ) {
    self.init(
      effect: effect.name, code: failure.code, message: failure.message, place: place,
      stepPlace: stepPlace, isSensitive: effect.isSensitive)
  }
}

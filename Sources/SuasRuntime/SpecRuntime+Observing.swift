import CEL
import Locking
import SuasEngine
import SuasProgram

/// The part of a spec that dispatches an action.
package enum DispatchSource: String, Sendable {
  case middleware, listener, effect
}

/// A run of an effect, for observers.
package struct EffectRun: Sendable {
  package let effect: String
  package let isSensitive: Bool
  package let origin: EffectOrigin?
  /// The index of a pending run among those of the same effect, oldest first.
  package let which: Int
}

/// An event in the life of an effect that does not follow from an action.
package enum EffectEvent: Sendable {
  case answer(EffectAnswer)
  /// The end of a delay, or one more interval.
  case due
  case timeout
  /// The end of its `debounce`, or of the delay before another try.
  case start
  case cancel
}

/// A value that a spec reads from its surroundings.
package enum RuntimeRead: Sendable {
  case now(Timestamp)
  case identifier(String)
}

/// The source of times and ids that were recorded, for replays.
package protocol RecordedReads: Sendable {
  func readNow() -> Timestamp
  func makeIdentifier() -> String
}

extension SpecRuntime {
  /// Notifies the observers of an event, and of the end of its consequences.
  func noting(_ event: EffectEvent, of entry: Entry, which: Int = 0, _ body: () -> Void) {
    let observers = observers
    var event = event
    if case .answer(let answer) = event, !entry.effect.isSensitive {
      event = .answer(entry.effect.typed(answer, spec.typesOfEverything))
    }
    let run = EffectRun(
      effect: entry.effect.name, isSensitive: entry.effect.isSensitive, origin: entry.origin,
      which: which)
    for observer in observers { observer.goingOn?(run, event) }
    untilRest(body)
    for observer in observers { observer.wentOn?() }
  }

  /// The origin of an effect that was dispatched just now.
  func makeOrigin() -> EffectOrigin? {
    for observer in observers {
      if let origin = observer.starting?() { return origin }
    }
    return nil
  }
}

extension PlannedEffect {
  /// Returns the answer with a value of its type, if that type has sensitive fields, so that these
  /// are known; a value that does not fit is left out.
  package func typed(_ answer: EffectAnswer, _ types: TypeTable) -> EffectAnswer {
    func typed(_ value: Value, _ slot: Int) -> Value {
      guard response.fields.indices.contains(slot), types.holdsSensitive(response.fields[slot].type)
      else { return value }
      let type = response.fields[slot].type
      return (try? types.read(value, as: type)).map { types.marking($0, type) } ?? .null
    }
    return switch answer {
    case .http(let status, let headers, let body):
      .http(status: status, headers: headers, body: typed(body, 2))
    case .result(let value): .result(typed(value, 0))
    case .last(let last): .last(last.map { self.typed($0, types) })
    case .text, .done, .failure: answer
    }
  }
}

extension TypeTable {
  /// Returns the value with records in the place of maps of some fields of a record, which do not
  /// know which of them are sensitive.
  fileprivate func marking(_ value: Value, _ type: FieldType) -> Value {
    switch (type, value) {
    case (.optional(let wrapped), _): return marking(value, wrapped)
    case (.list(let element), .list(let list)):
      return .list(List(list.map { marking($0, element) }))
    case (.map(_, let element), .map(let map)):
      var marked = Map()
      for (key, value) in map { marked[key] = marking(value, element) }
      return .map(marked)
    case (.partial(let name), .map(let map)):
      let fields = (records[name]?.fields ?? []).filter { map[.string($0.name)] != nil }
      let part = RecordType(name: name, fields: fields, enums: enums)
      let values = fields.map { map[.string($0.name)] ?? .null }
      return .record(Record(part.shape, ContiguousArray(values)))
    default: return value
    }
  }

  /// True if values of a type may have sensitive fields.
  fileprivate func holdsSensitive(_ type: FieldType) -> Bool {
    type.mentionedRecords.contains(where: holdsSensitiveFields)
  }
}

/// The functions for replays, where the events of a log and not the clock make effects go on.
extension SpecRuntime {
  /// Lets an effect go on whose time has come; returns false if no effect waits.
  package func goOff(_ effect: String, _ origin: EffectOrigin) -> Bool {
    guard let entry = effects.withLock({ $0.entry(of: effect, origin) }), entry.alarm != nil else {
      return false
    }
    goOn(entry)
    return true
  }

  /// The current try of an effect that waits for an answer.
  package func attempt(_ effect: String, _ origin: EffectOrigin) -> Attempt? {
    effects.withLock { effects in
      guard let entry = effects.entry(of: effect, origin), entry.phase == .pending else {
        return nil
      }
      return Attempt(id: entry.id, number: entry.attempt)
    }
  }

  /// The index of a pending effect among those of its name, oldest first; nil if it is not pending.
  package func index(of effect: String, _ origin: EffectOrigin) -> Int? {
    effects.withLock { effects in
      guard let entry = effects.entry(of: effect, origin), entry.phase == .pending else {
        return nil
      }
      return effects.place(of: entry)
    }
  }

  /// Gives an effect an answer that nobody can read, and dispatches the actions that followed.
  ///
  /// - Parameter reaction: Returns the next action that followed; nil after the last.
  package func settle(
    _ attempt: Attempt, hidden answer: EffectAnswer, _ reaction: () -> SpecAction?
  ) {
    guard let entry = effects.withLock({ $0[attempt.id] }) else { return }
    noting(.answer(answer), of: entry) {
      if entry.triesLeft > 0 {
        // It may have been tried again, which a later line then says.
        effects.withLock { effects in
          effects.change(entry.id) { $0.phase = .retrying }
          effects.wait(entry.id, until: host.clock.now)
        }
      } else if !entry.effect.goesOn {
        effects.withLock { _ = $0.remove(entry.id) }
      }
      while let action = reaction() {
        entry.access.dispatch(prepared(action, from: .effect))
      }
    }
  }

  /// Ends an effect without an outcome; returns false if it is not under way.
  package func cancel(_ effect: String, _ origin: EffectOrigin) -> Bool {
    guard let entry = effects.withLock({ $0.entry(of: effect, origin) }) else { return false }
    cancel(entry)
    return true
  }
}

import CEL

/// What is filled in at dispatch, and comes to nothing: where no expression reads it, it is no part of
/// what an app can come to.
extension Usage {
  /// The fields of a payload with a late default that nothing reads.
  func idleFields(of payload: RecordType) -> Set<Int> {
    let read = fieldsRead(of: payload)
    return Set(
      payload.fields.indices.filter { slot in
        let field = payload.fields[slot]
        return field.hasLateDefault && field.constraint == nil && !read.contains(slot)
      })
  }
}

extension CompiledSpec {
  /// Whether what time it is plays a part, and not only how long something waits.
  package var dependsOnClock: Bool { checked.readsClock || fills { $0 == .now } }

  /// Whether some action has an id made for it, when it is dispatched, that something reads.
  package var makesIdentifiers: Bool { fills { $0 == .uuid } }

  /// Whether actions are the same whenever they are dispatched, as far as anything reads them.
  package var sendsTheSame: Bool { !checked.readsClock && !fills { _ in true } }

  /// Whether something reads a late default of some kind.
  private func fills(_ isMeant: (LateDefault) -> Bool) -> Bool {
    actionTypes.contains { type in
      let idle = checked.idleFields[type.payload.name] ?? []
      return type.payload.fields.enumerated().contains { slot, field in
        !idle.contains(slot) && field.lateDefault.map(isMeant) == true
      }
    }
  }

  /// A payload without what is filled in and never read.
  package func withoutIdleFields(_ payload: Record) -> Record {
    guard let idle = checked.idleFields[payload.shape.name], !idle.isEmpty else { return payload }
    return Record(payload.shape) { idle.contains($0) ? .null : payload[$0] }
  }

  /// The outcomes that a search can see: nobody evaluates a selector to which no listener listens.
  package var searchedOutcomes: OutcomeSet {
    var outcomes = checked.coverage.possible
    let listened = Set(
      checked.listeners.compactMap { listener in
        if case .selector(let place) = listener.subject { place } else { nil }
      })
    for (place, selector) in checked.selectors.enumerated() where !listened.contains(place) {
      outcomes.remove(selector.point)
      if let condition = selector.condition {
        for outcome in condition.point...condition.point + 1 { outcomes.remove(outcome) }
      }
    }
    return outcomes
  }
}

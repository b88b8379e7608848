import CEL
import SuasProgram

extension CompiledSpec {
  /// True if the current time plays a part, not only the time for which something waits.
  package var dependsOnClock: Bool { checked.readsClock || fills { $0 == .now } }

  /// True if some action gets an id when it is dispatched, and something reads the id.
  package var makesIdentifiers: Bool { checked.makesIdentifiers || fills { $0 == .uuid } }

  /// True if actions are the same whenever they are dispatched, apart from unread fields.
  package var sendsTheSame: Bool {
    !checked.readsClock && !checked.makesIdentifiers && !fills { _ in true }
  }

  /// True if something reads a late default of a certain kind.
  private func fills(_ isMeant: (LateDefault) -> Bool) -> Bool {
    actionTypes.contains { type in
      let idle = checked.idleFields[type.payload.name] ?? []
      return type.payload.fields.enumerated().contains { slot, field in
        !idle.contains(slot) && field.lateDefault.map(isMeant) == true
      }
    }
  }

  /// Returns a payload with null in the fields that are filled in at dispatch and never read.
  package func withoutIdleFields(_ payload: Record) -> Record {
    guard let idle = checked.idleFields[payload.shape.name], !idle.isEmpty else { return payload }
    return Record(payload.shape) { idle.contains($0) ? .null : payload[$0] }
  }

  /// The outcomes that a search can see: a selector that nothing but scenarios reads is never
  /// evaluated.
  ///
  /// - Parameter restarts: True if the app ends and starts again.
  package func searchedOutcomes(restarts: Bool) -> OutcomeSet {
    var outcomes = checked.coverage.possible
    for selector in checked.selectors where !checked.evaluatedSelectors.contains(selector.name) {
      outcomes.remove(selector.point)
      if let condition = selector.condition {
        for outcome in condition.point...condition.point + 1 { outcomes.remove(outcome) }
      }
    }
    // No search reads what an earlier version saved, and one without restarts saves nothing.
    for point in checked.coverage.points {
      var isSought = restarts || point.kind != .exception
      if case .migration? = point.owner { isSought = false }
      if !isSought {
        for outcome in point.outcomes.indices { outcomes.remove(point.first + outcome) }
      }
    }
    return outcomes
  }
}

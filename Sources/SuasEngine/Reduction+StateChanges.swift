import Suas

extension Reduction {
  /// The changes of the spec's sub-states, each reducer's in the order in which its rules made them.
  package var stateChanges: [StateChange] {
    var all: [StateChange] = []
    forEachChangedPart { part, subState in
      switch part {
      case let part as SpecReducer: all += part.changes(to: subState)
      case let part as HistoryPart: all += part.changes(to: subState)
      default: break
      }
    }
    return all
  }
}

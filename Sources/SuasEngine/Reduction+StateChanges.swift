import CEL
import Suas
import SuasProgram

extension Reduction {
  /// The whole store before the action and after it.
  package func stores(of shape: StoreShape) -> (before: Record, after: Record) {
    let after = shape.record(of: state)
    var before = after
    forEachChangedPart { part, subState in
      guard let part = part as? any SpecPart, let slot = shape.slot(of: part.stateKey) else {
        return
      }
      before[slot] = .record(part.state(before: Record(known: subState)))
    }
    return (before, after)
  }

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

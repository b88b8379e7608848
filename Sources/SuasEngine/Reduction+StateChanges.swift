import CEL
import Suas
import SuasProgram

extension Reduction {
  /// The whole store before the action and after it.
  package func stores(of shape: StoreShape) -> (before: Record, after: Record) {
    let after = shape.record(of: state)
    var before = after
    forEachRun { run, stateKey, subState in
      guard let run = run as? any SpecRun, let slot = shape.slot(of: stateKey) else { return }
      before[slot] = .record(run.state(before: Record(known: subState)))
    }
    return (before, after)
  }

  /// The changes of the spec's sub-states, each reducer's in the order in which its rules made them.
  package var stateChanges: [StateChange] {
    var all: [StateChange] = []
    forEachRun { run, stateKey, subState in
      guard let run = run as? any SpecRun else { return }
      all += run.changes(to: Record(known: subState), of: stateKey)
    }
    return all
  }
}

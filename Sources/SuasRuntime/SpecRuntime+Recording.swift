import CEL
import Locking
import Suas
import SuasEngine
import SuasProgram

/// The members for code that observes a runtime.
extension SpecRuntime {
  package var clock: any SpecClock { host.clock }
  package var seed: Int64? { host.seed }
  /// The store that the runtime is attached to; nil before that, and once the store is gone.
  package var attachedStore: Store? { attachment.withLock(\.store) }

  package var storeShape: StoreShape { spec.store }

  /// Returns the whole store of a state.
  package func store(_ state: Store.State) -> Record { spec.store.record(of: state) }

  /// Returns an action as an action of the spec; nil if it is not one.
  package func read(_ action: any Action) -> SpecAction? { spec.read(action) }

  /// True if effects are in progress.
  package var hasEffects: Bool { effects.withLock { !$0.isEmpty } }
}

extension CompiledSpec {
  /// Returns an action as an action of the spec; nil if it is not one.
  package func read(_ action: any Action) -> SpecAction? {
    if let action = action as? SpecAction { return declares(action) ? action : nil }
    return (try? SpecActionReader(self).read(action)) as? SpecAction
  }
}

extension SpecAction {
  /// True if the other action has the same type and the same payload.
  package func isSame(as other: SpecAction) -> Bool {
    type === other.type && payload == other.payload
  }
}

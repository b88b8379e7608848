import CEL
import Suas
import Synchronization

/// What those need who watch a runtime.
extension SpecRuntime {
  package var clock: any SpecClock { host.clock }
  package var seed: Int64? { host.seed }

  /// Whether effects are under way.
  package var hasEffects: Bool { effects.withLock { !$0.isEmpty } }
}

extension CompiledSpec {
  /// The spec's action that an action is or stands for; nil for one of the app's own.
  package func read(_ action: any Action) -> SpecAction? {
    if let action = action as? SpecAction { return declares(action) ? action : nil }
    return (try? SpecActionReader(self).read(action)) as? SpecAction
  }
}

extension SpecAction {
  /// Whether the other one is of the same type and carries the same.
  package func isSame(as other: SpecAction) -> Bool {
    type === other.type && payload == other.payload
  }
}

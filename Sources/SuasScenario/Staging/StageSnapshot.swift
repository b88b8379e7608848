import Suas
import SuasSpec

/// A moment of a spec that runs: its store, its effects and its clock.
package struct StageSnapshot: Sendable {
  package let state: Store.State
  package let runtime: RuntimeSnapshot
  /// The names of the declared listeners that do not listen.
  package let unheard: Set<String>

  package init(state: Store.State, runtime: RuntimeSnapshot, unheard: Set<String>) {
    self.state = state
    self.runtime = runtime
    self.unheard = unheard
  }
}

import Suas
import SuasSpec

/// A moment of a spec that runs: its store, its effects and its clock.
package struct StageSnapshot: Sendable {
  package let state: Store.State
  package let runtime: RuntimeSnapshot

  package init(state: Store.State, runtime: RuntimeSnapshot) {
    self.state = state
    self.runtime = runtime
  }
}

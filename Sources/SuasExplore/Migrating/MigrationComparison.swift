import CEL
import Suas
import SuasScenario
import SuasSpec

/// Restores states that earlier versions may have saved in two specs with the same frozen shapes.
package struct MigrationComparison {
  private let spec: CompiledSpec
  private let other: CompiledSpec
  private let settings: ExploreSettings

  /// The number of states of each version.
  private static let states = 500

  package init(_ spec: CompiledSpec, _ other: CompiledSpec, _ settings: ExploreSettings) {
    self.spec = spec
    self.other = other
    self.settings = settings
  }

  /// Returns a scenario with the smallest state that was found of which the spec loses nothing, and
  /// that the other spec restores otherwise; nil if none was found.
  package func witness(named name: String) -> Witness? {
    guard let saved = spec.checked.saved else { return nil }
    let deadline = Deadline(settings)
    let now = Sandbox.Opening(of: spec).clock
    let literals = spec.literalsOfSavedStates(in: [])
    let hints = FieldHints(spec.checked)
    for shape in saved.shapes.dropLast() {
      var maker = SavedStateMaker(shape, of: saved, now: now, literals, hints, seed: settings.seed)
      for _ in 0..<Self.states where deadline.ending == nil {
        let state = maker.next()
        guard isTold(state, shape, saved) else { continue }
        let shrinker = SavedStateShrinker(shape, of: saved, now: now) {
          deadline.ending == nil && isTold($0, shape, saved)
        }
        return Witness(
          ofSaved: shrinker.shrunk(state), version: shape.version, on: spec, against: other,
          named: name, expectsState: true)
      }
    }
    return nil
  }

  /// True if a state is restored otherwise in the other spec, and the spec loses nothing of it.
  private func isTold(_ state: Record, _ shape: SavedShape, _ saved: CheckedSaved) -> Bool {
    let text = SavedWriter(saved).text(of: state, ofVersion: shape.version).bytes
    let (restored, otherwise) = (spec.restore(text), other.restore(text))
    return restored.lost.isEmpty
      && (!otherwise.lost.isEmpty
        || spec.store.record(of: restored.state) != other.store.record(of: otherwise.state))
  }
}

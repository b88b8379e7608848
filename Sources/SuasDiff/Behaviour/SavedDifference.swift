import CEL
import Suas
import SuasExplore
import SuasScenario
import SuasSpec
import YAML

/// A difference in the restoring of the state that the old version saved.
package struct SavedDifference: Sendable {
  package let impact: DeclaredDifference.Impact
  /// The difference in one sentence without its end.
  package let message: String
  /// Its meaning for an app that is updated.
  package let consequence: String
  /// The steps on the old version that lead to a state of which something is lost.
  package var lines: [String] = []
  /// The state that loses something, as a scenario; nil for a difference that no state shows.
  package internal(set) var witness: Witness?
  /// The keys under `saved`.
  package let places: (old: SourceRange?, new: SourceRange?)
}

/// Saves the states that the old version comes to, and restores them in the new one.
struct SavedComparison {
  private let old: SpecVersion
  private let new: SpecVersion
  private let settings: ExploreSettings
  private var differences: [SavedDifference] = []
  private var seen: Set<Loss> = []
  /// The text that was restored last: many steps change nothing that is saved.
  private var last: [UInt8] = []

  /// The identity of a loss; it is shown once.
  private struct Loss: Hashable {
    let code: String
    let place: String
  }

  /// Returns the differences: the losses, each with the fewest steps that lead to it.
  ///
  /// - Parameter scenarios: The ends of scenarios of the old version are saved, too.
  /// - Throws: the reason why the old version cannot be explored.
  static func differences(
    _ old: SpecVersion, _ new: SpecVersion, _ scenarios: [ScenarioPair],
    _ settings: ExploreSettings, mostAttempts: Int
  ) throws(ActionError) -> [SavedDifference] {
    var comparison = SavedComparison(old: old, new: new, settings: settings)
    switch (old.checked.saved, new.checked.saved) {
    case (nil, nil): break
    case (nil, _?):
      comparison.note(
        .compatible, "what outlives the app is saved", "an app that is updated finds nothing yet")
    case (_?, nil):
      comparison.note(
        .breaking, "nothing outlives the app any more",
        "an app that is updated loses all that it has saved")
    case (_?, _?):
      try comparison.explore(mostAttempts: mostAttempts)
      for scenario in scenarios { comparison.restore(from: Sandbox.Opening(ending: scenario.old)) }
    }
    return comparison.differences
  }

  private init(old: SpecVersion, new: SpecVersion, settings: ExploreSettings) {
    self.old = old
    self.new = new
    self.settings = settings
  }

  private mutating func note(
    _ impact: DeclaredDifference.Impact, _ message: String, _ consequence: String,
    _ lines: [String] = [], _ witness: Witness? = nil
  ) {
    differences.append(
      SavedDifference(
        impact: impact, message: message, consequence: consequence, lines: lines, witness: witness,
        places: (old.checked.saved?.place, new.checked.saved?.place)))
  }

  /// Restores the states that the old version reaches by the moves of a search.
  private mutating func explore(mostAttempts: Int) throws(ActionError) {
    var comparison = self
    let spec = old.spec
    _ = try ComparingSearch(spec, spec, settings).explore(mostAttempts: mostAttempts) { store, _ in
      comparison.restore(store) { [] }
      return true
    } visit: { step in
      guard let outcome = step.outcomes.old else { return .notFromHere }
      comparison.restore(outcome.after) { step.path.map { $0.line(of: spec) } }
      return .onward
    }
    self = comparison
  }

  private mutating func restore(from opening: Sandbox.Opening) {
    guard let sandbox = try? Sandbox(old.spec, from: opening) else { return }
    restore(sandbox.state) { sandbox.prologue.map(\.act.line) }
  }

  /// Saves a store of the old version, restores it in the new one, and notes what is lost.
  private mutating func restore(_ store: Record, after lines: () -> [String]) {
    guard let text = old.spec.savedText(of: store, at: nil), text != last else { return }
    last = text
    for (loss, keys) in new.spec.restore(text).lost.byReason
    where seen.insert(Loss(code: loss.code, place: loss.place)).inserted {
      let names = keys.map { "'\($0)'" }.joined(separator: ", ")
      let place = loss.place.isEmpty ? "" : " (\(loss.place))"
      note(
        .breaking, "what was saved of \(names) is lost: \(loss.code): \(loss.message)\(place)",
        "an app that is updated loses it", lines(),
        witness(of: text, named: "What is saved of \(names) is not lost"))
    }
  }

  /// The scenario of an app that finds a text of the old version and loses nothing of it.
  private func witness(of text: [UInt8], named name: String) -> Witness? {
    guard let saved = old.checked.saved, let state = SavedText(text, of: saved).store else {
      return nil
    }
    return Witness(
      ofSaved: state, version: saved.version, on: old.spec, against: new.spec, named: name,
      expectsState: false)
  }
}

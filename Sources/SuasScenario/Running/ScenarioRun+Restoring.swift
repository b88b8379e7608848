import CEL
import Suas
import SuasSpec
import YAML

/// Expectations of what is saved and restored.
extension ScenarioRun {
  mutating func judgeRestored(_ version: Pattern?, _ lost: Pattern?, at place: SourceRange) {
    let restoration = eventLog.restoration
    var differences = noDifferences
    version?.compare(
      .int(Int64(restoration?.version ?? 0)), at: Path([.name("version")]), &differences)
    lost?.compare(
      .list(List((restoration?.lostKeys ?? []).map(Value.string))), at: Path([.name("lost")]),
      &differences)
    report(differences, "what was restored is not as expected", at: place)
    guard !differences.isEmpty else { return }
    for loss in restoration?.lost ?? [] {
      let place = loss.place.isEmpty ? "" : " (\(loss.place))"
      result.remarks.append(
        .note("'\(loss.stateKey)' was lost: \(loss.code): \(loss.message)\(place)"))
    }
  }

  mutating func judge(saved patterns: [(key: Int, pattern: Pattern)], at place: SourceRange) {
    guard let saved = file.spec.checked.saved, let shape = saved.shape(of: saved.version),
      let found = savedStates
    else { return fail("nothing would be saved", at: place) }
    var differences = noDifferences
    for (key, pattern) in patterns where !pattern.matches(found[key]) {
      pattern.compare(
        found[key], at: Path([.name(shape.store.fields[key].name)]), &differences)
    }
    report(differences, "what would be saved is not as expected", at: place)
  }

  /// The sub-states that would be saved, as they would be read again.
  var savedStates: Record? {
    guard let saved = file.spec.checked.saved, let text = file.spec.savedText(of: state, at: nil)
    else { return nil }
    return SavedText(text, of: saved).store
  }

  /// The text that would be saved, as a golden file has it.
  var savedGolden: [UInt8] {
    (file.spec.savedText(of: state, at: nil) ?? []) + [UInt8(ascii: "\n")]
  }
}

import SuasLanguage
import SuasProgram
import YAML

/// The saved part of a spec's state, which outlives the app.
extension SpecDocumentation {
  mutating func writeSaved() {
    guard let saved, let declaration = spec.saved.first else { return }
    add("## Saved")
    add(
      "Version \(saved.version) of \(Self.list(saved.stateKeys))"
        + (declaration.exceptions.isEmpty
          ? "." : ", without \(Self.list(declaration.exceptions.map(\.text)))."))
    for migration in saved.migrations {
      add("### To version \(migration.version)")
      add(table(of: migration, saved))
    }
    guard !declaration.reactions.isEmpty else { return }
    add("### When restored")
    add(declaration.reactions.map { "- \(line($0))" }.joined(separator: "\n"))
  }

  /// The table of what becomes of what the earlier version saved.
  private func table(of migration: CheckedMigration, _ saved: CheckedSaved) -> String {
    guard let old = saved.shape(of: migration.version - 1),
      let new = saved.shape(of: migration.version)
    else { return "" }
    let plan = CarryOver(from: old.store, to: new.store, saved.types)
    var written: [String] = []
    for path in migration.rules.writtenPaths where !written.contains(path) { written.append(path) }
    let rows = [
      ("carried over", plan.described(new.store, saved.types).carried), ("written", written),
      ("dropped", migration.dropped), ("lost", migration.lost),
    ]
    return Markdown.table(
      ["what", "where"], rows.map { [$0.0, $0.1.isEmpty ? "nothing" : Self.list($0.1)] })
  }

  private static func list(_ names: [String]) -> String {
    names.map(Markdown.code).joined(separator: ", ")
  }
}

extension [CheckedRule] {
  /// The paths that the rules, and those inside of them, change.
  fileprivate var writtenPaths: [String] {
    flatMap { rule in
      (rule.operation.target.map { [$0.text] } ?? [])
        + rule.operation.ruleLists.flatMap(\.writtenPaths)
    }
  }
}

import ArgumentParser
import SuasExplore
import SuasReports
import SuasScenario
import SuasSpec
import YAML

/// The search for what is lost when earlier versions are restored.
extension Explore {
  /// Rejects the options that are about the states of an app.
  func validateMigrations() throws {
    let others: [(option: String, isGiven: Bool)] = [
      ("--from", from != nil), ("--shard", shard != nil), ("--no-restarts", noRestarts),
      ("--dot", dot), ("--mermaid", mermaid), ("--only", !search.only.isEmpty),
    ]
    for (option, isGiven) in others where isGiven {
      throw ValidationError("\(option) is for a search that --migrations takes the place of")
    }
  }

  func searchMigrations(
    of expedition: Loader.Expedition, _ scenarios: [CheckedScenario], _ settings: ExploreSettings,
    _ folder: ScenarioFolder?
  ) throws {
    guard var search = MigrationSearch(expedition.spec, settings) else {
      Terminal.complain(
        "the spec saves nothing, so that there are no migrations",
        help: "the section 'saved' says what outlives the app")
      throw ExitStatus.unreadable
    }
    Interruption.listen()
    var exploration = search.run(scenarios)
    let isSaved =
      folder?.hasTaken { (folder) throws(ScenarioFolder.WriteError) in
        try exploration.save(into: folder, of: expedition.specPaths)
      } ?? true
    if json {
      Terminal.write(exploration.json, as: .json)
    } else {
      var text = MigrationText(style: Terminal.outputStyle)
      text.write(exploration)
      Terminal.write(text.text)
    }
    if !isSaved { throw ExitStatus.unreadable }
    if Interruption.hasCome { throw ExitStatus.interrupted }
    if exploration.failed { throw ExitStatus.failed }
  }
}

import CEL
import SuasReports
import SuasScenario
import SuasSpec

extension MigrationExploration {
  /// The number of the format.
  private static let format = 1

  /// The report as one JSON object, with keys in a fixed order; ends with a line break.
  package var json: String {
    let json = JSONText.object { json in
      json.write("version", Self.format)
      json.write("seed", String(seed))
      json.write("ending", ending.rawValue)
      json.write("versions", versions) { json, version in
        json.writeObject { json in
          json.write("version", version.number)
          json.write("states", version.states)
          json.write("ofScenarios", version.isOfScenarios)
        }
      }
      json.write("losses", losses) { json, loss in
        json.writeObject { json in
          json.write("version", loss.version)
          json.write("code", loss.code)
          json.write("message", loss.message)
          json.write("place", loss.place.isEmpty ? nil : loss.place)
          json.write("lost", loss.stateKeys) { $0.write(string: $1) }
          json.write("state", .record(loss.state))
          json.write("confirmed", loss.script.isConfirmed)
          json.write("file", loss.script.file?.path)
        }
      }
    }
    return json.text + "\n"
  }
}

import SuasExplore
import SuasScenario
import SuasSpec
import YAML
import YAMLSyntax

/// Renders the result of a mutation run as a report of Stryker's mutation-testing schema, version 2.
package struct MutationJSON {
  package let text: String

  /// - Parameter minimum: The score in percent that is asked for.
  package init(_ result: MutationResult, minimum: Double) {
    let json = JSONText.object { json in
      json.write("schemaVersion", "2")
      json.writeObject("thresholds") { json in
        json.write("high", Int(max(80, minimum)))
        json.write("low", Int(minimum))
      }
      json.writeObject("framework") { $0.write("name", "suas-run") }
      if let restriction = MutationRestriction(of: result) {
        json.writeObject("config") { json in
          json.write("since", restriction.revision)
          json.write("leftOut", restriction.leftOut)
        }
      }
      json.writeObject("files") { json in
        for file in MutatedFile.files(of: result) {
          json.writeObject(file.source.name) { json in
            json.write("language", "yaml")
            json.write("source", String(decoding: file.source.utf8, as: UTF8.self))
            json.write("mutants", file.items) { json, item in json.write(item) }
          }
        }
      }
      json.writeObject("testFiles") { json in
        json.writeTests(of: result)
      }
    }
    text = json.text + "\n"
  }
}

extension JSONText {
  fileprivate mutating func write(_ item: MutatedFile.Item) {
    let mutant = item.mutant
    writeObject { json in
      json.write("id", item.id)
      json.write("mutatorName", mutant.mutation.kind.rawValue)
      let replaced = mutant.mutation.document.replaced
      json.write("replacement", mutant.mutation.document.replacement)
      json.writeObject("location") { json in
        json.write("start", replaced.lowerBound, of: replaced.source)
        json.write("end", replaced.upperBound, of: replaced.source)
      }
      let (status, reason) = mutant.fate.words
      json.write("status", mutant.reachedBy.isEmpty && status == "Survived" ? "NoCoverage" : status)
      json.write("statusReason", reason)
      json.write("coveredBy", mutant.reachedBy) { $0.write(string: "\($1)") }
      if case .killed(let scenario, _, _) = mutant.fate {
        json.write("killedBy", [scenario]) { $0.write(string: "\($1)") }
      }
    }
  }

  /// Writes the location of an offset, whose column counts units of UTF-16: the viewers of reports
  /// are written in JavaScript.
  private mutating func write(_ key: String, _ offset: Int, of source: Source) {
    let start = source.line(around: offset).lowerBound
    writeObject(key) { json in
      json.write("line", source.location(of: offset).line + 1)
      json.write(
        "column", String(decoding: source.utf8[start..<offset], as: UTF8.self).utf16.count + 1)
    }
  }

  fileprivate mutating func writeTests(of result: MutationResult) {
    var names: [String] = []
    for item in result.scenarios where !names.contains(item.file.source.name) {
      names.append(item.file.source.name)
    }
    for name in names {
      writeObject(name) { json in
        let tests = result.scenarios.enumerated().filter { $0.element.file.source.name == name }
        json.write("tests", tests) { json, item in
          json.writeObject { json in
            json.write("id", "\(item.offset)")
            json.write("name", item.element.scenario.name)
            json.writeObject("location") { json in
              let place = item.element.scenario.location
              json.write("start", place.lowerBound, of: place.source)
            }
          }
        }
      }
    }
  }
}

extension Mutant.Fate {
  /// The status in the terms of the schema, and the reason for it.
  fileprivate var words: (status: String, reason: String?) {
    switch self {
    case .killed(_, let step, let message):
      ("Killed", step.map { "step \($0): \(message)" } ?? message)
    case .survived(let witness, _):
      (
        "Survived",
        witness.lines.isEmpty
          ? "the initial states differ" : "told apart by: " + witness.lines.joined(separator: "; ")
      )
    case .broken(let breach):
      ("Killed", "by a search: \(breach.message), after: " + breach.lines.joined(separator: "; "))
    case .equivalent: ("Ignored", "equivalent: in all there is, nothing differs")
    case .undecided(let undecided):
      ("Survived", "undecided: \(undecided.reason); \(undecided.advice)")
    }
  }
}

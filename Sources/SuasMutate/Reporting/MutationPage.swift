import CEL
import SuasExplore
import SuasReports
import SuasScenario
import SuasSpec
import YAML
import YAMLSyntax

/// Renders the result of a mutation run as one self-contained page of HTML: the mutants at the
/// lines of their specs, each with its fate.
struct MutationPage {
  private static let page = HTMLPage(
    body: PackageResources.mutants_html, script: PackageResources.mutants_js,
    style: PackageResources.mutants_css)

  let result: MutationResult

  func write(_ write: @escaping (String) -> Void) {
    Self.page.write(write, with: ["mutants": { $0(data.text) }])
  }

  /// Remarks about which mutants there are.
  private var notes: [String] {
    var notes: [String] = []
    if let restriction = MutationRestriction(of: result) { notes.append(restriction.words) }
    if let words = result.wordsOfSearches { notes.append(words) }
    if result.isInterrupted {
      notes.append("the run was interrupted before all mutants were judged")
    }
    return notes
  }

  private var data: JSONText {
    let tally = MutationTally(of: result.mutants)
    return .object { json in
      json.write("score", tally.score.percentText)
      json.writeObject("counts") { json in
        json.write("killed", tally.killed)
        json.write("broken", tally.broken)
        json.write("survived", tally.survived)
        json.write("undecided", tally.undecided)
        json.write("equivalent", tally.equivalent)
      }
      json.write("notes", notes) { $0.write(string: $1) }
      json.writeObject("scenarios") { json in
        for (index, item) in result.scenarios.enumerated() {
          json.writeObject("\(index)") { json in
            let place = item.scenario.location
            json.write("name", item.scenario.name)
            json.write(
              file: place.source.name, line: place.location.line + 1,
              column: place.location.column + 1)
          }
        }
      }
      json.write("files", MutatedFile.files(of: result)) { json, file in
        json.writeObject { json in
          json.write("path", file.source.name)
          json.write("lines", of: file.source)
          json.write("mutants", file.items) { json, item in
            json.writeObject { $0.write(fieldsOf: item) }
          }
        }
      }
    }
  }
}

extension JSONText {
  fileprivate mutating func write(fieldsOf item: MutatedFile.Item) {
    let mutant = item.mutant
    write("operator", mutant.mutation.kind.rawValue)
    write("words", mutant.mutation.kind.words)
    write("line", mutant.place.location.line + 1)
    write("column", mutant.place.location.column + 1)
    write("endLine", mutant.place.endLocation.line + 1)
    write("old", mutant.mutation.document.lines.old) { $0.write(string: $1) }
    write("new", mutant.mutation.document.lines.new) { $0.write(string: $1) }
    var steps: [String] = []
    var notes: [String] = []
    if mutant.reachedBy.isEmpty { notes.append("no scenario reaches this place") }
    switch mutant.fate {
    case .killed(let scenario, let step, let message):
      write("fate", "killed")
      write("killedBy", "\(scenario)")
      writeKey("step")
      if let step { write(.int(Int64(step))) } else { write(.null) }
      write("message", message)
    case .survived(let witness, _):
      write("fate", "survived")
      write("message", witness.summary)
      steps = witness.lines
      notes += witness.notes
    case .broken(let breach):
      write("fate", "broken")
      write("message", breach.message)
      steps = breach.lines
    case .equivalent:
      write("fate", "equivalent")
      write("message", "in all there is, nothing differs")
    case .undecided(let undecided):
      write("fate", "undecided")
      write("message", undecided.reason)
      notes.append(undecided.advice)
    }
    write("steps", steps) { $0.write(string: $1) }
    write("notes", notes) { $0.write(string: $1) }
  }
}

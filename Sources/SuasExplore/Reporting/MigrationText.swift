import SuasReports
import SuasScenario
import SuasSpec
import YAML

/// Renders what was lost of states that earlier versions may have saved, for people.
package struct MigrationText {
  private let style: TextStyle
  package private(set) var text = ""

  package init(style: TextStyle = .plain) { self.style = style }

  package mutating func write(_ exploration: MigrationExploration) {
    for loss in exploration.losses { write(loss) }
    if !exploration.losses.isEmpty { text += "\n" }
    for version in exploration.versions { text += version.line + "\n" }
    switch exploration.ending {
    case .time: text += "the search ended with its time\n"
    case .interrupted: text += "the search was interrupted\n"
    default: break
    }
    text += exploration.verdict + "\n"
  }

  private mutating func write(_ loss: MigrationExploration.Loss) {
    text += style.paint("✗", .red) + " " + DisplayText.escaped(loss.heading) + "\n"
    for line in loss.script.lines { detail(line) }
    detail("\(loss.code): \(loss.message)")
    if !loss.place.isEmpty { detail("--> \(loss.place)") }
    if !loss.script.isConfirmed { detail("its scenario could not be seen to fail") }
    if let file = loss.script.file { detail(file.line) }
  }

  private mutating func detail(_ line: String) { text += "    \(DisplayText.escaped(line))\n" }
}

extension MigrationExploration {
  fileprivate var verdict: String {
    if hasJudgedNothing {
      return versions.contains { !$0.isOfScenarios }
        ? "nothing was judged: no state of an earlier version was restored"
        : "nothing was judged: there is no earlier version that can be read"
    }
    return losses.count == 1 ? "1 loss" : "\(losses.count) losses"
  }
}

extension MigrationExploration.Loss {
  fileprivate var heading: String {
    stateKeys.isEmpty
      ? "a store with what version \(version) saved meets \(code)"
      : "what version \(version) saved is lost: \(stateKeys.joined(separator: ", "))"
  }
}

extension MigrationExploration.Version {
  fileprivate var line: String {
    let states = states == 1 ? "1 state" : "\(states) states"
    return
      "version \(number): restored \(states)\(isOfScenarios ? " at the ends of scenarios" : "")"
  }
}

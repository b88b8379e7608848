import Suas
import SuasExplore
import YAML

/// The sentences that all reports of a comparison use.
extension BehaviourDifference {
  /// The difference in one sentence: the step, and what differs after it.
  var title: String {
    guard let trigger else {
      return aspects.isOfSelectors
        ? "\(subjectList) \(aspects.count == 1 ? "differs" : "differ") on the initial states"
        : "the initial states differ"
    }
    return
      "after '\(trigger)', \(subjectList) \(aspects.primarySubjects.count == 1 ? "differs" : "differ")"
  }

  private var subjectList: String {
    let words = aspects.primarySubjects.map(\.words)
    guard let last = words.last, words.count > 1 else { return words.first ?? "something" }
    return "\(words.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension BehaviourDifference.Subject {
  var words: String {
    switch self {
    case .state: "'\(name ?? "")'"
    case .refusal: "the refusal"
    case .selector(let name): "the selector '\(name)'"
    case .request(let name): "what '\(name)' asks for"
    case .effect(let name): "the effect '\(name)'"
    case .action(let name): "the action '\(name)'"
    case .notification(let name): "what '\(name)' is told"
    }
  }
}

extension SpecDifference {
  /// The extent of the exploration in words.
  var extentText: String {
    let extent = behaviour.extent
    if !extent.hasBegun {
      return "nothing was explored: the old initial states do not fit the new types"
    }
    let states = extent.states == 1 ? "1 state" : "\(extent.states) states"
    if behaviour.isSame {
      let rest = differsInParts ? ", in what both versions have" : ""
      let all = extent.states == 1 ? "the only state" : "all \(states)"
      return "the behaviour is the same\(rest): \(all) and all actions were tried"
    }
    var text = "explored "
    text += extent.isWhole ? states : ComparingSearch.extent(extent.states, extent.depth)
    if behaviour.scenarioSteps > 0 {
      text += "; single steps were tried after "
      text +=
        behaviour.scenarioSteps == 1
        ? "1 step of a scenario" : "\(behaviour.scenarioSteps) steps of scenarios"
    }
    return differsInParts ? "\(text); compared what both versions have" : text
  }

  /// True if one version has parts or values that the other has not.
  private var differsInParts: Bool {
    declared.contains { [.added, .removed, .type].contains($0.change) }
  }
}

extension ChangingScenario {
  /// The reason in one sentence.
  var text: String {
    switch reason {
    case .passes(let reason): "passes, where it was expected to fail: \(reason)"
    case .goldens(let paths):
      "differs from \(paths.count == 1 ? "its golden file" : "its golden files") \(paths.joined(separator: ", "))"
    case .fails(let step, let message):
      step.map { "fails in step \($0): \(message)" } ?? "fails: \(message)"
    case .unsound(let message): "does not check: \(message)"
    }
  }
}

extension SpecDifference {
  /// The number of differences of each kind in one sentence.
  var summary: String {
    var parts = DeclaredDifference.Impact.allCases.map { impact in
      "\(count(of: impact)) \(impact.rawValue)"
    }
    parts.append("\(behaviour.differences.count) in behaviour")
    let expected = behaviour.differences.count { $0.expectedBy != nil }
    if expected > 0 { parts[parts.count - 1] += ", \(expected) of them expected" }
    var text = "differences: " + parts.joined(separator: ", ")
    if !scenarios.isEmpty {
      text += scenarios.count == 1 ? "; 1 scenario has" : "; \(scenarios.count) scenarios have"
      text += " to change"
    }
    return text
  }
}

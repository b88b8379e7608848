import SuasExplore
import SuasScenario
import SuasSpec
import YAML

/// A scenario that passes on the old version of a spec and has to change for the new one.
package struct ChangingScenario: Sendable {
  package enum Reason: Sendable {
    /// It is expected to fail, for this reason, and passes on the new version.
    case passes(xfail: String)
    /// Golden files differ, and nothing else does.
    case goldens([String])
    /// It fails, at this step if one is at fault.
    case fails(step: Int?, message: String)
    /// Its file does not check against the new version.
    case unsound(message: String)

    /// True if the author has said beforehand that it will change, or only recordings do.
    var isExpected: Bool {
      switch self {
      case .passes, .goldens: true
      case .fails, .unsound: false
      }
    }
  }

  package let name: String
  /// The place of the name.
  package let place: SourceRange
  package let reason: Reason

  /// True if the author has said beforehand that it will change, or only recordings do.
  package var isExpected: Bool { reason.isExpected }
}

/// A scenario as it is checked against both versions.
struct ScenarioPair {
  let old: CheckedScenario
  let new: CheckedScenario
  /// True if the difference that it meets is expected.
  let isExpected: Bool

  /// The beginnings for a search after some of its steps.
  func openings(after count: Int) -> ComparingSearch.Openings {
    (Sandbox.Opening(ending: old, after: count), Sandbox.Opening(ending: new, after: count))
  }
}

/// The scenarios of two versions, run on both.
struct ScenarioComparison {
  private(set) var pairs: [ScenarioPair] = []
  private(set) var changing: [ChangingScenario] = []

  init(_ sources: [ScenarioSource], _ old: SpecVersion, _ new: SpecVersion) {
    var runner = Runner()
    runner.recordsJudgments = true
    for source in sources {
      guard let file = try? source.checked(against: old.spec) else { continue }
      let results = runner.run(file).scenarios
      let newFile: CheckedScenarioFile
      do throws(Diagnostics) {
        newFile = try source.checked(against: new.spec)
      } catch {
        let message = error.items.first?.message ?? ""
        changing += results.filter { $0.skip == nil && !$0.failed }.map {
          ChangingScenario(name: $0.name, place: $0.place, reason: .unsound(message: message))
        }
        continue
      }
      let newResults = runner.run(newFile).scenarios
      for (index, (result, newResult)) in zip(results, newResults).enumerated()
      where result.skip == nil && !result.failed && file.scenarios.count == newFile.scenarios.count
      {
        let reason = newResult.failed ? Self.reason(result, newResult) : nil
        if let reason {
          changing.append(
            ChangingScenario(name: result.name, place: result.place, reason: reason))
        }
        pairs.append(
          ScenarioPair(
            old: file.scenarios[index], new: newFile.scenarios[index],
            isExpected: reason?.isExpected ?? false))
      }
    }
  }

  private static func reason(
    _ result: ScenarioResult, _ newResult: ScenarioResult
  ) -> ChangingScenario.Reason {
    if let xfail = result.xfail { return .passes(xfail: xfail) }
    if let goldens = newResult.failingGoldens { return .goldens(goldens) }
    let failure = newResult.failures.first
    return .fails(step: failure?.step, message: failure?.message ?? "")
  }
}

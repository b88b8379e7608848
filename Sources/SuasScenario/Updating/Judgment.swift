import CEL
import Suas
import SuasSpec
import YAML

/// An expectation, and what there was when it was judged.
struct Judgment: Sendable {
  enum Found: Sendable {
    case store(Record)
    case changes([Change])
    case handled(Bool)
    /// The error that the step met first.
    case error(ActionError?)
    case mentioned([(name: String, value: Value)])
    /// What each selector selects, which may be nothing; nil for one that meets an error.
    case selected([Value??])
    /// Whether each condition holds: it says nothing of what there is instead.
    case conditions([Bool])
  }

  let expectation: CheckedExpectation
  let found: Found
  /// The names that `${…}` knows where the expectation stands.
  let names: Set<String>
  /// Whether the scenario is to fail, so that its expectations are not to be mended.
  let isToFail: Bool
}

extension ScenarioRun {
  func judgment(of expectation: CheckedExpectation, in step: CheckedStep) -> Judgment {
    Judgment(
      expectation: expectation, found: found(for: expectation.kind), names: step.names,
      isToFail: scenario.xfail != nil)
  }

  private func found(for kind: CheckedExpectation.Kind) -> Judgment.Found {
    switch kind {
    case .state: .store(state)
    case .changes: .changes(changes)
    case .handled: .handled(happenings.step.handled)
    case .error: .error(happenings.firstError?.error)
    case .notified: .mentioned(happenings.step.notified)
    case .actions:
      .mentioned(happenings.step.actions.map { ($0.name, .record($0.payload)) })
    case .effects: .mentioned(stage.pendingEffects)
    case .selected(let selected):
      .selected(
        selected.map { item -> Value?? in
          do throws(EvaluationError) {
            return .some(
              try file.spec.plan.selectors[item.selector]
                .select(state, within: file.spec.limits))
          } catch {
            return nil
          }
        })
    case .that(let conditions):
      .conditions(conditions.map { (try? $0.holds(of: .record(state))) ?? false })
    }
  }
}

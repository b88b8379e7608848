import CEL
import Suas
import SuasSpec

/// The values found in the places of expectations, from which expectations are updated.
extension ScenarioRun {
  func judgment(of expectation: CheckedExpectation, in step: CheckedStep) -> Judgment {
    Judgment(
      expectation: expectation, found: found(for: expectation.kind), names: step.names,
      isToFail: scenario.xfail != nil)
  }

  private func found(for kind: CheckedExpectation.Kind) -> Judgment.Found {
    switch kind {
    case .state: .store(state)
    case .changes(let expected): .changes(changes(expected: expected))
    case .handled: .handled(eventLog.step.handled)
    case .error: .error(eventLog.firstError?.error)
    case .notified: .mentioned(eventLog.step.notified)
    case .actions:
      .mentioned(eventLog.step.actions.map { ($0.name, .record($0.payload)) })
    case .effects: .mentioned(stage.pendingEffects)
    case .requests: .mentioned(foundRequests)
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
    case .restored:
      .restored(
        version: eventLog.restoration?.version ?? 0, lost: eventLog.restoration?.lostKeys ?? [])
    case .saved: .saved(savedStates)
    case .that(let conditions):
      .conditions(conditions.map { (try? $0.holds(of: subjectsOfConditions)) ?? false })
    }
  }
}

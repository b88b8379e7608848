import Suas
import SuasScenario
import SuasSpec

extension OutcomeSet {
  /// Collects the outcomes that come up in scenarios of a spec. A scenario that cannot be run to
  /// its end counts up to the step that fails.
  package init(seenBy scenarios: [CheckedScenario], of spec: CompiledSpec) {
    var spec = spec
    let recorder = CoverageRecorder(spec.checked.coverage)
    spec.probe = Probe(on: spec.checked.coverage, coverage: recorder)
    for scenario in scenarios { _ = try? Sandbox(spec, from: scenario.ending) }
    self = recorder.coverage.seen
  }
}

import Suas
import SuasScenario
import SuasSpec

extension OutcomeSet {
  /// What comes up in some scenarios of a spec; one that cannot be done to its end counts as far as
  /// it goes.
  package init(seenBy scenarios: [CheckedScenario], of spec: CompiledSpec) {
    var spec = spec
    let recorder = CoverageRecorder(spec.checked.coverage)
    spec.probe = Probe(on: spec.checked.coverage, coverage: recorder)
    for scenario in scenarios { _ = try? Rehearsal(spec, from: scenario.ending) }
    self = recorder.coverage.seen
  }
}

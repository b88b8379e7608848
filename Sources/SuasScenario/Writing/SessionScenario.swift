import CEL
import SuasSpec
import YAML
import YAMLSyntax

/// A session as a scenario file: its steps, with their outcomes as expectations.
///
/// The scenario is exhaustive, so that anything a step does not name has not happened: empty lists
/// are left out.
package struct SessionScenario: Sendable {
  private let spec: CompiledSpec
  /// The paths of the spec files, as they are written.
  package var specs: [String]
  package var name: String
  package var clock: Timestamp
  package var seed: Int64
  /// The store at the beginning of the session.
  package var initial: Record
  /// The saved state that the app finds when it starts, and loses nothing of; nil to begin with
  /// ``initial``.
  package var found: (version: Int, state: Record)?
  package var steps: [RecordedStep]
  /// True if steps expect their outcomes; false if they expect only their errors.
  package var expectsOutcomes = true
  /// True if only the last step expects its outcome, and of that only its error and its changes.
  package var expectsLastChanges = false
  /// True if the last step expects everything that it can, such as the messages of errors.
  package var expectsDetails = false
  /// True if the last step expects the contents of the histories.
  package var expectsHistories = false
  /// The names of the selectors whose values the last step expects.
  package var expectedSelectors: [String] = []
  /// True if the states at the beginning are written out, even if they are the spec's initial ones.
  package var givesStates = false
  /// The store that the last step expects, besides its outcome; nil for none.
  package var ending: Record?
  /// A condition on the store that holds at the end.
  package var goal: String?

  /// - Parameters:
  ///   - specs: The paths of the spec's files, relative to the scenario file.
  ///   - clock: The time at the beginning of the session; nil for the default of scenarios.
  ///   - initial: The store at the beginning of the session; nil for the spec's initial store.
  package init(
    of spec: CompiledSpec, at specs: [String], name: String, clock: Timestamp? = nil,
    seed: Int64 = 0, initial: Record? = nil, steps: [RecordedStep]
  ) {
    self.spec = spec
    self.specs = specs
    self.name = name
    self.clock = clock ?? ScenarioChecker.clock
    self.seed = seed
    self.initial = initial ?? spec.store.initial
    self.steps = steps
  }

  /// The text of the file, in the layout of `suas-run fmt`: its steps are blocks, and their parts
  /// are in brackets where these fit on a line.
  package var text: String {
    LayoutWriter.text(of: draft, blocks: 3, sections: .betweenBlocks)
  }

  /// True if the steps and their outcomes are larger than a file may be.
  var isTooLarge: Bool {
    var room = TextRoom(bytes: Source.maximumSize)
    return !steps.allSatisfy { step in
      let outcome = step.outcome
      return outcome.changes.allSatisfy { room.take($0.new) }
        && [outcome.actions, outcome.notified, outcome.effects].joined().allSatisfy {
          room.take($0.value)
        }
    }
  }

  /// The lines of the saved state that the app finds.
  package var foundLines: [String] {
    guard let found, let saved = spec.checked.saved else { return [] }
    let draft = FoundState.state(version: found.version, found.state).draft(of: saved)
    return YAML.emit(draft).split(separator: "\n").map(String.init)
  }

  package var draft: Draft {
    var keys: [(key: Draft.Key, value: Draft)] = [
      (key: "spec", value: specs.count == 1 ? .text(specs[0]) : .sequence(specs.map(Draft.text))),
      (key: "scenario", value: .text(name.escapingInterpolation)),
    ]
    if clock != ScenarioChecker.clock {
      keys.append((key: "clock", value: .plain(Value.timestamp(clock).scalarText)))
    }
    if seed != 0 { keys.append((key: "seed", value: .plain("\(seed)"))) }
    let finding = found.map { FoundState.state(version: $0.version, $0.state) }
    if let finding {
      keys.append((key: "saved", value: finding.draft(of: spec.checked.saved)))
    } else if let given {
      keys.append((key: "given", value: given))
    }
    let writer = StepWriter(spec)
    var pending: [RecordedStep.Outcome.Named] = []
    var drafts = found.map { [StepWriter.draft(ofRestored: $0.version)] } ?? []
    for (index, step) in steps.enumerated() {
      let isLast = index == steps.count - 1
      if expectsLastChanges, isLast {
        drafts.append(writer.draft(ofChanges: step))
        continue
      }
      drafts.append(
        expectsOutcomes
          ? writer.draft(
            of: step, pendingBefore: pending, isDetailed: expectsDetails && isLast,
            histories: expectsHistories && isLast, selectors: isLast ? expectedSelectors : [])
          : writer.draft(ofActs: step))
      pending = step.outcome.effects
    }
    if let ending { drafts.append(writer.draft(of: ending, selectors: expectedSelectors)) }
    if let goal {
      drafts.append(
        .mapping([(key: "expect", value: .mapping([(key: "that", value: .text(goal))]))]))
    }
    if expectsOutcomes, writer.isExhaustive {
      keys.append((key: "exhaustive", value: .plain("true")))
    }
    keys.append((key: "steps", value: .sequence(drafts)))
    return .mapping(keys)
  }

  /// The sub-states that are written out at the beginning.
  private var given: Draft? {
    let values = ValueWriter(spec)
    var keys: [(key: Draft.Key, value: Draft)] = []
    for (slot, reducer) in spec.store.reducers.enumerated() {
      guard case .record(let record) = initial[slot], givesStates || record != reducer.initial
      else { continue }
      let fields = zip(reducer.state.fields, record.fields).map { field, value in
        (key: Draft.Key.text(field.name), value: values.constant(value, as: field.type))
      }
      keys.append((key: .text(reducer.stateKey), value: .mapping(fields)))
    }
    return keys.isEmpty ? nil : .mapping(keys)
  }
}

import CEL
import Suas
import SuasScenario
import SuasSpec
import YAML

/// Restores states that each earlier version may have saved, and those that scenarios save, and
/// collects what is lost.
package struct MigrationSearch {
  private let spec: CompiledSpec
  private let saved: CheckedSaved
  private let settings: ExploreSettings
  private let deadline: Deadline
  private let opening: Sandbox.Opening
  private var found: [Found] = []

  /// The number of states of a version that are restored before it is the next one's turn.
  private static let turn = 100

  private struct Found {
    let fault: Fault
    let state: Record
  }

  /// A reason for a loss; each is reported once for a version.
  private struct Fault: Equatable {
    let version: Int
    let code: String
    let place: String
    let message: String
    let stateKeys: [String]

    static func == (left: Fault, right: Fault) -> Bool {
      (left.version, left.code, left.place) == (right.version, right.code, right.place)
        && left.stateKeys.isEmpty == right.stateKeys.isEmpty
    }
  }

  /// Nil for a spec that saves nothing.
  package init?(_ spec: CompiledSpec, _ settings: ExploreSettings) {
    guard let saved = spec.checked.saved else { return nil }
    self.spec = spec
    self.saved = saved
    self.settings = settings
    deadline = Deadline(settings)
    opening = Sandbox.Opening(of: spec)
  }

  /// Runs the search.
  ///
  /// - Parameter scenarios: Scenarios of the spec; what they save is restored, too.
  package mutating func run(_ scenarios: [CheckedScenario]) -> MigrationExploration {
    var exploration = MigrationExploration()
    exploration.seed = settings.seed
    let older = saved.shapes.dropLast()
    var makers = makers(of: older, scenarios)
    exploration.versions = older.map { MigrationExploration.Version(number: $0.version) }
    let ends = restoredEnds(of: scenarios)
    // Versions take turns, so that each is judged in whatever time there is.
    let limit = max(1, settings.mostStates / max(1, older.count))
    while goesOn, exploration.versions.contains(where: { $0.states < limit }) {
      for index in makers.indices {
        let turn = min(Self.turn, limit - exploration.versions[index].states)
        restore(turn, in: &exploration.versions[index]) { makers[index].next() }
      }
    }
    if let ends { exploration.versions.append(ends) }
    exploration.ending =
      deadline.ending ?? (found.count < settings.mostViolations ? .states : .violations)
    var counts: [String: Int] = [:]
    exploration.losses = found.prefix(settings.mostViolations).map { loss(of: $0, &counts) }
    return exploration
  }

  /// Restores what is saved at the ends of scenarios; nil if none saves anything.
  private mutating func restoredEnds(
    of scenarios: [CheckedScenario]
  ) -> MigrationExploration.Version? {
    let states = scenarios.compactMap(savedState)
    if states.isEmpty { return nil }
    var version = MigrationExploration.Version(number: saved.version, isOfScenarios: true)
    var rest = states[...]
    restore(states.count, in: &version) { rest.popFirst() }
    return version
  }

  /// True as long as there is time, and room for another finding.
  private var goesOn: Bool { found.count < settings.mostViolations && deadline.ending == nil }

  private func makers(
    of shapes: some Sequence<SavedShape>, _ scenarios: [CheckedScenario]
  ) -> [SavedStateMaker] {
    let literals = spec.literalsOfSavedStates(in: scenarios)
    let hints = FieldHints(spec.checked)
    return shapes.map {
      SavedStateMaker($0, of: saved, now: opening.clock, literals, hints, seed: settings.seed)
    }
  }

  /// Restores states of a version, and notes what is lost.
  private mutating func restore(
    _ count: Int, in version: inout MigrationExploration.Version, _ next: () -> Record?
  ) {
    var rest = count
    while rest > 0, goesOn, let state = next() {
      for fault in faults(of: state, version.number)
      where !found.contains(where: { $0.fault == fault }) {
        found.append(Found(fault: fault, state: state))
      }
      version.states += 1
      rest -= 1
    }
  }

  /// The losses of a state, or else the error that the new store meets.
  private func faults(of state: Record, _ version: Int) -> [Fault] {
    let lost = spec.restore(state, ofVersion: version).lost
    guard lost.isEmpty else {
      return lost.filter { !settings.allowedErrors.contains($0.code) }.byReason.map { loss, keys in
        Fault(
          version: version, code: loss.code, place: loss.place, message: loss.message,
          stateKeys: keys)
      }
    }
    guard !saved.reactions.isEmpty else { return [] }
    var opening = opening
    opening.found = .state(version: version, state)
    guard let error = (try? Sandbox(spec, from: opening))?.errorOfStart,
      !error.isDeliberate, !settings.allowedErrors.contains(error.code)
    else { return [] }
    return [
      Fault(
        version: version, code: error.code, place: error.place?.description ?? "",
        message: error.message, stateKeys: [])
    ]
  }

  /// The saved state at the end of a scenario; nil if the scenario fails.
  private func savedState(of scenario: CheckedScenario) -> Record? {
    guard let sandbox = try? Sandbox(spec, from: scenario.ending),
      let text = spec.savedText(of: sandbox.state, at: nil)
    else { return nil }
    return SavedText(text, of: saved).store
  }

  // MARK: Findings

  private func loss(
    of found: Found, _ counts: inout [String: Int]
  ) -> MigrationExploration.Loss {
    let fault = found.fault
    var state = found.state
    if let shape = saved.shape(of: fault.version) {
      let shrinker = SavedStateShrinker(shape, of: saved, now: opening.clock) { state in
        deadline.ending == nil && faults(of: state, fault.version).contains(fault)
      }
      state = shrinker.shrunk(state)
    }
    let message = faults(of: state, fault.version).first { $0 == fault }?.message ?? fault.message
    return MigrationExploration.Loss(
      version: fault.version, code: fault.code, message: message, place: fault.place,
      stateKeys: fault.stateKeys, state: state, script: script(of: fault, state, &counts))
  }

  private func script(
    of fault: Fault, _ state: Record, _ counts: inout [String: Int]
  ) -> Exploration.Script {
    let file = "saved-\(fault.version)-\(fault.code)"
    let count = counts[file, default: 0] + 1
    counts[file] = count
    let title = "Nothing that version \(fault.version) saved meets \(fault.code)"
    var scenario = SessionScenario(
      of: spec, at: ["spec.yaml"], name: count > 1 ? "\(title) (\(count))" : title, steps: [])
    scenario.found = (fault.version, state)
    scenario.expectsOutcomes = false
    let failures = (try? scenario.failures(of: spec)) ?? []
    return Exploration.Script(
      lines: scenario.foundLines, scenario: scenario,
      fileName: String((count > 1 ? "\(file)-\(count)" : file).prefix(ScriptNames.longest)),
      isConfirmed: !failures.isEmpty)
  }
}

extension CompiledSpec {
  /// The values that conditions compare others with, and those that scenarios have in the states
  /// that an app finds.
  func literalsOfSavedStates(in scenarios: [CheckedScenario]) -> [Value] {
    let conditions = checked.coverage.points.compactMap { $0.condition?.expression.tree.root }
    var literals: [Value] = []
    let compared = conditions.flatMap(\.constants).flatMap(\.andNeighbours)
    for value in compared + scenarios.flatMap(\.foundLeaves)
    where literals.count < 60 && !literals.contains(value) {
      literals.append(value)
    }
    return literals
  }
}

extension CheckedScenario {
  /// The values without parts in the states that the scenario's app finds.
  fileprivate var foundLeaves: [Value] {
    foundStates.flatMap { Value.record($0).leaves }
  }
}

extension Value {
  fileprivate var leaves: [Value] {
    switch self {
    case .list(let list): list.flatMap(\.leaves)
    case .map(let map): map.flatMap { [$0.key] + $0.value.leaves }
    case .record(let record): record.fields.flatMap(\.leaves)
    case .null, .bool: []
    default: [self]
    }
  }
}

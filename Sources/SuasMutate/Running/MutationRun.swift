import CEL
import Suas
import SuasExplore
import SuasScenario
import SuasSpec
import YAML
import YAMLSyntax

/// The settings of a mutation run.
package struct MutationSettings: Sendable {
  /// The number of threads.
  package var jobs = 1
  /// The limits of the search for a scenario that tells a mutant from the spec.
  package var search = ExploreSettings()
  /// The greatest number of moves that are tried on a mutant.
  package var mostAttempts = 5000
  /// The revision since which a line must have changed to be mutated; nil to mutate all lines.
  package var since: GitRevision?
  /// Returns true if the user wants the run to end; called on every thread.
  package var isInterrupted: @Sendable () -> Bool = { false }

  package init() {
    search.mostStates = 1000
    search.deepest = 12
    search.largest = 3
  }
}

/// The mutants of a spec, and what became of them.
package struct MutationResult: Sendable {
  package let spec: CompiledSpec
  /// The scenarios, with the files that they stand in.
  package let scenarios: [(file: CheckedScenarioFile, scenario: CheckedScenario)]
  package internal(set) var mutants: [Mutant] = []
  /// The name of the revision since which a line must have changed to be mutated; nil if all lines
  /// were.
  package internal(set) var since: String?
  /// The number of changes that were left out, as their lines have not changed since the revision.
  package internal(set) var leftOut = 0
  /// True if the user ended the run.
  package internal(set) var isInterrupted = false
}

/// Judges the scenarios of a spec: changes the spec in one place at a time, and runs the scenarios
/// until one fails.
package struct MutationRun {
  /// A scenario that fails on the spec itself.
  package struct UnsoundScenario: Error {
    package let place: SourceRange
    package let name: String
    package let reason: String
  }

  private struct Case: Sendable {
    /// The index of the scenario's file.
    let file: Int
    /// The index of the scenario in its file.
    let place: Int
    let seen: OutcomeSet?
    let stepCount: Int
  }

  private let spec: CompiledSpec
  private let files: [CheckedScenarioFile]
  private let sources: [ScenarioSource]
  private let specFiles: SpecFiles
  private let settings: MutationSettings
  private let cases: [Case]
  private let mutations: [Mutation]
  private let leftOut: Int
  private let moves: MoveSettings

  /// - Parameters:
  ///   - files: The scenario files of one spec.
  ///   - sources: The same files, to be checked against mutants.
  /// - Throws: the scenario that fails on the spec itself, or the reason why the spec cannot be
  ///   compared with an earlier revision.
  package init(
    of spec: CompiledSpec, _ files: [CheckedScenarioFile], _ sources: [ScenarioSource],
    _ settings: MutationSettings
  ) throws {
    self.spec = spec
    self.files = files
    self.sources = sources
    self.settings = settings
    specFiles = try SpecFiles(of: spec)
    var cases: [Case] = []
    let runner = Runner(covers: true)
    for (number, file) in files.enumerated() {
      for (place, scenario) in file.scenarios.enumerated() {
        let result = runner.run(scenario, of: file).scenarios[0]
        if let failure = result.failures.first, result.failed {
          throw UnsoundScenario(
            place: failure.place, name: scenario.name, reason: failure.message)
        }
        guard result.passed else { continue }
        cases.append(
          Case(
            file: number, place: place, seen: result.coverage?.seen,
            stepCount: scenario.stepCount))
      }
    }
    self.cases = cases
    var source = MutationSource(spec.checked, specFiles.trees)
    let mutations = source.mutations()
    if let revision = settings.since {
      let changed = try ChangedLines(of: spec.checked.coverage.sources, since: revision)
      self.mutations = mutations.filter { changed.contains($0.document.place) }
    } else {
      self.mutations = mutations
    }
    leftOut = mutations.count - self.mutations.count
    var moves = MoveSettings(scenarios: files.flatMap(\.scenarios), of: spec)
    moves.literals = source.literals
    self.moves = moves
  }

  /// Makes the mutants and judges each.
  ///
  /// - Parameter report: A closure that is called with the number of mutants that are judged, and
  ///   the number of all.
  package func run(report: (Int, Int) -> Void = { _, _ in }) -> MutationResult {
    var result = MutationResult(
      spec: spec,
      scenarios: cases.map { (files[$0.file], files[$0.file].scenarios[$0.place]) })
    result.since = settings.since?.name
    result.leftOut = leftOut
    let work = OrderedWork(count: mutations.count, jobs: settings.jobs) { index in
      judge(mutations[index])
    }
    defer { work.end() }
    for index in mutations.indices {
      guard !settings.isInterrupted(),
        let mutant = work.take(index, wait: { !settings.isInterrupted() })
      else {
        result.isInterrupted = true
        break
      }
      if let mutant { result.mutants.append(mutant) }
      report(index + 1, mutations.count)
    }
    return result
  }

  /// Judges a mutant; nil if it is no spec.
  private func judge(_ mutation: Mutation) -> Mutant? {
    guard let spec = specFiles.mutated(by: mutation) else { return nil }
    let reached = cases.indices.filter { index in
      guard let reaching = mutation.reaching, let seen = cases[index].seen else { return true }
      return reaching.contains(where: seen.contains)
    }
    var mutated = MutatedProject(spec, sources, selected: files)
    let fate = killer(of: &mutated, among: reached) ?? search(&mutated, mutation, reached)
    return Mutant(mutation: mutation, fate: fate, reachedBy: reached)
  }

  /// Runs scenarios on a mutant until one fails, the short ones first.
  private func killer(
    of mutated: inout MutatedProject, among reached: [Int]
  ) -> Mutant.Fate? {
    let runner = Runner(stopsAtFailure: true)
    for index in reached.sorted(by: { (cases[$0].stepCount, $0) < (cases[$1].stepCount, $1) }) {
      let item = cases[index]
      let file: CheckedScenarioFile
      do throws(Diagnostics) {
        file = try mutated.file(item.file)
      } catch {
        let message = error.items.first?.message ?? ""
        return .killed(scenario: index, step: nil, message: message)
      }
      let result = runner.run(file.scenarios[item.place], of: file).scenarios[0]
      if result.failed {
        let failure = result.failures.first
        return .killed(scenario: index, step: failure?.step, message: failure?.message ?? "")
      }
    }
    return nil
  }

  /// Searches for steps that tell a mutant from the spec: from the initial states, at first with all
  /// actions and then with the one whose rules are changed, and from each step of the scenarios that
  /// reach the changed place.
  private func search(
    _ mutated: inout MutatedProject, _ mutation: Mutation, _ reached: [Int]
  ) -> Mutant.Fate {
    var settings = self.settings.search
    settings.moves = moves
    settings.isInterrupted = self.settings.isInterrupted
    let search = ComparingSearch(spec, mutated.spec, settings)
    let share = self.settings.mostAttempts / 2
    let whole = try? search.run(mostAttempts: share)
    if case .same? = whole?.verdict { return .equivalent }
    var verdict = whole?.verdict
    settings.moves.only = actions(of: mutation)
    if case .undecided? = verdict, settings.moves.only != nil {
      let narrow = ComparingSearch(spec, mutated.spec, settings)
      verdict = try? narrow.run(mostAttempts: share / 2).verdict
    }
    if case .different(let moves)? = verdict {
      let opening = Sandbox.Opening(of: spec)
      return .survived(
        Witness(of: moves, from: opening, on: spec, against: mutated.spec, named: mutation.title))
    }
    var attempts = share / 2
    for index in reached {
      let item = cases[index]
      guard let file = try? mutated.file(item.file) else { continue }
      let (old, new) = (files[item.file].scenarios[item.place], file.scenarios[item.place])
      for count in 1..<max(2, item.stepCount + 1) where attempts > 0 {
        let openings = (
          old: Sandbox.Opening(ending: old, after: count),
          new: Sandbox.Opening(ending: new, after: count)
        )
        let found = try? search.run(from: openings, deepest: 1, mostAttempts: attempts)
        attempts -= max(1, found?.attempts ?? 1)
        if case .different(let moves)? = found?.verdict {
          return .survived(
            Witness(
              of: moves, from: openings.old, on: spec, against: mutated.spec, named: mutation.title)
          )
        }
      }
    }
    return .undecided(states: whole?.states ?? 0, depth: whole?.depth ?? 0)
  }

  /// The actions whose rules a mutation changes; nil if it changes something else.
  private func actions(of mutation: Mutation) -> Set<String>? {
    let names = (mutation.reaching ?? []).compactMap { outcome -> String? in
      let owner = spec.checked.coverage.point(ofOutcome: outcome).owner
      if case .rules(_, let action)? = owner { return action }
      return nil
    }
    return names.isEmpty ? nil : Set(names)
  }
}

/// A mutated spec, and the scenario files as they are checked against it.
private struct MutatedProject {
  let spec: CompiledSpec
  private let sources: [ScenarioSource]
  /// The files as they are checked against the spec itself, with the scenarios that are selected.
  private let selected: [CheckedScenarioFile]
  private var checked: [Int: CheckedScenarioFile] = [:]

  init(_ spec: CompiledSpec, _ sources: [ScenarioSource], selected: [CheckedScenarioFile]) {
    self.spec = spec
    self.sources = sources
    self.selected = selected
  }

  /// Returns the scenario file at an index, with the scenarios that are selected; it is checked once.
  ///
  /// - Throws: the errors in it.
  mutating func file(_ index: Int) throws(Diagnostics) -> CheckedScenarioFile {
    if let file = checked[index] { return file }
    let file = try sources[index].checked(against: spec).keepingSame(as: selected[index])
    checked[index] = file
    return file
  }
}

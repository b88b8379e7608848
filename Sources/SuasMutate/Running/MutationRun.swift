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

/// A spec that is mutated, with the scenario files that judge it.
package struct JudgedSpec: Sendable {
  package let spec: CompiledSpec
  package private(set) var files: [CheckedScenarioFile]
  /// The same files, to be checked against mutants.
  private(set) var sources: [ScenarioSource]

  package init(_ spec: CompiledSpec, _ file: CheckedScenarioFile, _ source: ScenarioSource) {
    self.spec = spec
    files = [file]
    sources = [source]
  }

  package mutating func add(_ file: CheckedScenarioFile, _ source: ScenarioSource) {
    files.append(file)
    sources.append(source)
  }

  /// The paths of the spec's files, as the user named them.
  var paths: [String] { sources.first?.specPaths ?? [] }
}

/// The mutants of specs, and what became of them.
package struct MutationResult: Sendable {
  package let specs: [JudgedSpec]
  /// The files of the specs; one that several specs have in common is there once.
  package let sources: [Source]
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

/// Judges the scenarios of specs: changes the files of the specs in one place at a time, and runs
/// the scenarios of all specs that have the file until one fails.
package struct MutationRun {
  /// A scenario that fails on the spec itself.
  package struct UnsoundScenario: Error {
    package let place: SourceRange
    package let name: String
    package let reason: String
  }

  private struct Case: Sendable {
    /// The index of the spec.
    let spec: Int
    /// The index of the scenario's file among those of the spec.
    let file: Int
    /// The index of the scenario in its file.
    let place: Int
    let seen: OutcomeSet?
    let stepCount: Int
  }

  private let specs: [JudgedSpec]
  private let files: [SpecFiles]
  private let moves: [MoveSettings]
  private let settings: MutationSettings
  private let sources: [Source]
  private let cases: [Case]
  private let mutations: [JoinedMutation]
  private let leftOut: Int

  /// - Throws: the scenario that fails on the spec itself, or the reason why a spec cannot be
  ///   compared with an earlier revision.
  package init(of specs: [JudgedSpec], _ settings: MutationSettings) throws {
    self.specs = specs
    self.settings = settings
    let files = try specs.map { try SpecFiles(of: $0.spec) }
    self.files = files
    var moves: [MoveSettings] = []
    var joined = JoinedMutations(of: specs.map(\.spec))
    for (index, item) in specs.enumerated() {
      var source = MutationSource(item.spec.checked, files[index].trees)
      joined.add(source.mutations(), of: index)
      var settings = MoveSettings(scenarios: item.files.flatMap(\.scenarios), of: item.spec)
      settings.literals = source.literals
      moves.append(settings)
    }
    self.moves = moves
    sources = joined.sources
    cases = try specs.indices.flatMap { try Self.cases(of: specs[$0], at: $0) }
    let mutations = joined.sorted
    if let revision = settings.since {
      let changed = try ChangedLines(of: sources, since: revision)
      self.mutations = mutations.filter { changed.contains($0.mutation.document.place) }
    } else {
      self.mutations = mutations
    }
    leftOut = mutations.count - self.mutations.count
  }

  /// Runs the scenarios of a spec on the spec itself.
  private static func cases(of item: JudgedSpec, at index: Int) throws -> [Case] {
    var cases: [Case] = []
    let runner = Runner(covers: true)
    for (number, file) in item.files.enumerated() {
      for (place, scenario) in file.scenarios.enumerated() {
        let result = runner.run(scenario, of: file).scenarios[0]
        if let failure = result.failures.first, result.failed {
          throw UnsoundScenario(
            place: failure.place, name: scenario.name, reason: failure.message)
        }
        guard result.passed else { continue }
        cases.append(
          Case(
            spec: index, file: number, place: place, seen: result.coverage?.seen,
            stepCount: scenario.stepCount))
      }
    }
    return cases
  }

  /// Makes the mutants and judges each.
  ///
  /// - Parameter report: A closure that is called with the number of mutants that are judged, and
  ///   the number of all.
  package func run(report: (Int, Int) -> Void = { _, _ in }) -> MutationResult {
    var result = MutationResult(
      specs: specs, sources: sources,
      scenarios: cases.map { item in
        let file = specs[item.spec].files[item.file]
        return (file, file.scenarios[item.place])
      })
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

  /// Judges a mutant; nil if one of the specs that have the file is no spec then.
  private func judge(_ joined: JoinedMutation) -> Mutant? {
    var projects: [Int: MutatedProject] = [:]
    for use in joined.uses {
      guard let spec = files[use.spec].mutated(by: joined.mutation, in: use.file) else {
        return nil
      }
      projects[use.spec] = MutatedProject(spec, specs[use.spec])
    }
    let reached = cases.indices.filter { index in
      guard let use = joined.uses.first(where: { $0.spec == cases[index].spec }) else {
        return false
      }
      guard let reaching = use.reaching, let seen = cases[index].seen else { return true }
      return reaching.contains(where: seen.contains)
    }
    let fate = killer(of: &projects, among: reached) ?? search(&projects, joined, reached)
    return Mutant(mutation: joined.mutation, fate: fate, reachedBy: reached)
  }

  /// Runs scenarios on a mutant until one fails, the short ones first.
  private func killer(
    of projects: inout [Int: MutatedProject], among reached: [Int]
  ) -> Mutant.Fate? {
    let runner = Runner(stopsAtFailure: true)
    for index in reached.sorted(by: { (cases[$0].stepCount, $0) < (cases[$1].stepCount, $1) }) {
      let item = cases[index]
      do throws(Diagnostics) {
        guard let file = try projects[item.spec]?.file(item.file) else { continue }
        let result = runner.run(file.scenarios[item.place], of: file).scenarios[0]
        guard result.failed else { continue }
        let failure = result.failures.first
        return .killed(scenario: index, step: failure?.step, message: failure?.message ?? "")
      } catch {
        let message = error.items.first?.message ?? ""
        return .killed(scenario: index, step: nil, message: message)
      }
    }
    return nil
  }

  /// Searches for steps that tell a mutant from the specs, in one spec after the other.
  private func search(
    _ projects: inout [Int: MutatedProject], _ joined: JoinedMutation, _ reached: [Int]
  ) -> Mutant.Fate {
    var undecided: Mutant.Fate?
    for use in joined.uses {
      guard var mutated = projects[use.spec] else { continue }
      let own = reached.filter { cases[$0].spec == use.spec }
      let fate = search(&mutated, joined.mutation, use, own)
      projects[use.spec] = mutated
      switch fate {
      case .survived: return fate
      case .undecided: undecided = undecided ?? fate
      case .killed, .equivalent: break
      }
    }
    return undecided ?? .equivalent
  }

  /// Searches for steps that tell a mutant from one of the specs: from the initial states, at first
  /// with all actions and then with the one whose rules are changed, and from each step of the
  /// scenarios that reach the changed place.
  private func search(
    _ mutated: inout MutatedProject, _ mutation: Mutation, _ use: JoinedMutation.Use,
    _ reached: [Int]
  ) -> Mutant.Fate {
    let spec = specs[use.spec].spec
    var settings = self.settings.search
    settings.moves = moves[use.spec]
    settings.isInterrupted = self.settings.isInterrupted
    let search = ComparingSearch(spec, mutated.spec, settings)
    let share = self.settings.mostAttempts / 2
    let whole = try? search.run(mostAttempts: share)
    if case .same? = whole?.verdict { return .equivalent }
    func survived(
      _ moves: [Sandbox.Move], from opening: Sandbox.Opening
    ) -> Mutant.Fate {
      .survived(
        Witness(of: moves, from: opening, on: spec, against: mutated.spec, named: mutation.title),
        spec: use.spec)
    }
    var verdict = whole?.verdict
    settings.moves.only = actions(reaching: use)
    if case .undecided? = verdict, settings.moves.only != nil {
      let narrow = ComparingSearch(spec, mutated.spec, settings)
      verdict = try? narrow.run(mostAttempts: share / 2).verdict
    }
    if case .different(let moves)? = verdict {
      return survived(moves, from: Sandbox.Opening(of: spec))
    }
    var attempts = share / 2
    for index in reached {
      let item = cases[index]
      guard let file = try? mutated.file(item.file) else { continue }
      let old = specs[use.spec].files[item.file].scenarios[item.place]
      let new = file.scenarios[item.place]
      for count in 1..<max(2, item.stepCount + 1) where attempts > 0 {
        let openings = (
          old: Sandbox.Opening(ending: old, after: count),
          new: Sandbox.Opening(ending: new, after: count)
        )
        let found = try? search.run(from: openings, deepest: 1, mostAttempts: attempts)
        attempts -= max(1, found?.attempts ?? 1)
        if case .different(let moves)? = found?.verdict {
          return survived(moves, from: openings.old)
        }
      }
    }
    return .undecided(
      Undecided(
        states: whole?.states ?? 0, depth: whole?.depth ?? 0, limits: whole?.limits ?? []))
  }

  /// The actions whose rules a mutation changes; nil if it changes something else.
  private func actions(reaching use: JoinedMutation.Use) -> Set<String>? {
    let coverage = specs[use.spec].spec.checked.coverage
    let names = (use.reaching ?? []).compactMap { outcome -> String? in
      if case .rules(_, let action)? = coverage.point(ofOutcome: outcome).owner { return action }
      return nil
    }
    return names.isEmpty ? nil : Set(names)
  }
}

/// A mutated spec, and the scenario files as they are checked against it.
private struct MutatedProject {
  let spec: CompiledSpec
  /// The spec itself, with the scenarios that are selected.
  private let original: JudgedSpec
  private var checked: [Int: CheckedScenarioFile] = [:]

  init(_ spec: CompiledSpec, _ original: JudgedSpec) {
    self.spec = spec
    self.original = original
  }

  /// Returns the scenario file at an index, with the scenarios that are selected; it is checked once.
  ///
  /// - Throws: the errors in it.
  mutating func file(_ index: Int) throws(Diagnostics) -> CheckedScenarioFile {
    if let file = checked[index] { return file }
    let file = try original.sources[index].checked(against: spec)
      .keepingSame(as: original.files[index])
    checked[index] = file
    return file
  }
}

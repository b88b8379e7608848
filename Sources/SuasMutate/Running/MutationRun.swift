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
  /// The time for searching the states of mutants that no scenario kills; nil for no search.
  package var exploring: CEL.Duration?
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

/// The mutants of specs, with their fates.
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
  /// The findings of searches for the mutants that no scenario killed; nil without a search.
  package internal(set) var searches: MutantSearches?
  /// The number of mutants that a search could kill.
  package internal(set) var searchable = 0
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

  struct Case: Sendable {
    /// The index of the spec.
    let spec: Int
    /// The index of the scenario's file among those of the spec.
    let file: Int
    /// The index of the scenario in its file.
    let place: Int
    let seen: OutcomeSet?
    let stepCount: Int
  }

  let specs: [JudgedSpec]
  let files: [SpecFiles]
  let moves: [MoveSettings]
  let settings: MutationSettings
  private let sources: [Source]
  let cases: [Case]
  let mutations: [JoinedMutation]
  private let pieces: [[Int]]
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
    pieces = Self.pieces(of: self.mutations)
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
    let work = OrderedWork(count: pieces.count, jobs: settings.jobs) { index in
      judge(pieces[index][...])
    }
    defer { work.end() }
    var judged: [Judged] = []
    var count = 0
    for index in pieces.indices {
      guard !settings.isInterrupted(),
        let mutants = work.take(index, wait: { !settings.isInterrupted() })
      else {
        result.isInterrupted = true
        break
      }
      judged += mutants
      count += pieces[index].count
      report(count, mutations.count)
    }
    result.searchable = searchable(judged).count
    if let time = settings.exploring { result.searches = explore(&judged, within: time) }
    result.mutants = judged.sorted { $0.index < $1.index }.map(\.mutant)
    return result
  }
}

import SuasExplore
import SuasScenario
import SuasSpec
import YAML
import YAMLSyntax

/// Judging mutants by the results of scenarios and searches.
extension MutationRun {
  /// The mutations that are judged together, by their indices: those that leave out promises of the
  /// same file; all others alone.
  static func pieces(of mutations: [JoinedMutation]) -> [[Int]] {
    var pieces: [[Int]] = []
    var known: [String: Int] = [:]
    for (index, joined) in mutations.enumerated() {
      let file = joined.mutation.document.place.source.name
      if joined.mutation.promise == nil {
        pieces.append([index])
      } else if let piece = known[file] {
        pieces[piece].append(index)
      } else {
        known[file] = pieces.count
        pieces.append([index])
      }
    }
    return pieces
  }

  /// Judges some mutations together. If nothing tells the specs with all of these mutations from
  /// the original, nothing tells a single one, provided that all specs behaved alike. Otherwise,
  /// they are judged in halves.
  func judge(_ piece: ArraySlice<Int>) -> [(index: Int, mutant: Mutant)] {
    guard let (fate, reached) = fate(of: piece.map { mutations[$0] }) else { return [] }
    switch fate {
    case .killed, .survived:
      guard piece.count > 1 else { break }
      let middle = piece.startIndex + piece.count / 2
      return judge(piece[..<middle]) + judge(piece[middle...])
    case .broken, .equivalent, .undecided: break
    }
    return piece.map { index in
      (index, Mutant(mutation: mutations[index].mutation, fate: fate, reachedBy: reached))
    }
  }

  /// Returns the fate of a spec with some mutations, and the scenarios that reach them; nil if they
  /// make one of the specs with the file invalid.
  private func fate(of joined: [JoinedMutation]) -> (Mutant.Fate, reached: [Int])? {
    guard let first = joined.first else { return nil }
    let promises = Set(joined.compactMap(\.mutation.promise))
    var projects: [Int: MutatedProject] = [:]
    for use in first.uses {
      let files = files[use.spec]
      let spec =
        promises.isEmpty
        ? files.mutated(by: first.mutation, in: use.file) : files.leavingOut(promises)
      guard let spec else { return nil }
      projects[use.spec] = MutatedProject(spec, specs[use.spec])
    }
    let reached = cases.indices.filter { index in
      guard let use = first.uses.first(where: { $0.spec == cases[index].spec }) else {
        return false
      }
      guard let reaching = use.reaching, let seen = cases[index].seen else { return true }
      return reaching.contains(where: seen.contains)
    }
    let fate = killer(of: &projects, among: reached) ?? search(&projects, first, reached)
    return (fate, reached)
  }

  /// Runs scenarios on a mutant until one fails, the short ones first.
  private func killer(
    of projects: inout [Int: MutatedProject], among reached: [Int]
  ) -> Mutant.Fate? {
    let runner = Runner(stopsAtFailure: true)
    for index in reached.sorted(by: { (cases[$0].stepCount, $0) < (cases[$1].stepCount, $1) }) {
      let item = cases[index]
      do throws(Diagnostics) {
        guard let file = try projects[item.spec]?.file(with: item),
          let scenario = file.scenarios.first
        else { continue }
        let result = runner.run(scenario, of: file).scenarios[0]
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
      case .killed, .broken, .equivalent: break
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
    settings.restarts = true
    let migrations = MigrationComparison(spec, mutated.spec, settings)
    func restoredOtherwise() -> Mutant.Fate? {
      migrations.witness(named: mutation.title).map { .survived($0, spec: use.spec) }
    }
    if changesMigration(use), let fate = restoredOtherwise() { return fate }
    let search = ComparingSearch(spec, mutated.spec, settings)
    let share = self.settings.mostAttempts / 2
    let whole = try? search.run(mostAttempts: share)
    if case .same? = whole?.verdict {
      guard mayChangeMigrations(use) else { return .equivalent }
      return restoredOtherwise() ?? Self.undecided(whole, [.values])
    }
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
      guard let new = try? mutated.file(with: item).scenarios.first else { continue }
      let old = specs[use.spec].files[item.file].scenarios[item.place]
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
    return Self.undecided(whole, whole?.limits ?? [])
  }

  private static func undecided(
    _ whole: Comparison?, _ limits: [ComparingSearch.Limit]
  ) -> Mutant.Fate {
    .undecided(
      Undecided(states: whole?.states ?? 0, depth: whole?.depth ?? 0, limits: limits))
  }

  /// True if what earlier versions saved may be restored otherwise.
  private func mayChangeMigrations(_ use: JoinedMutation.Use) -> Bool {
    let saved = specs[use.spec].spec.checked.saved
    return saved?.migrations.isEmpty == false && (use.reaching == nil || changesMigration(use))
  }

  /// True if a part of a migration is changed.
  private func changesMigration(_ use: JoinedMutation.Use) -> Bool {
    let coverage = specs[use.spec].spec.checked.coverage
    return (use.reaching ?? []).contains { outcome in
      if case .migration? = coverage.point(ofOutcome: outcome).owner { true } else { false }
    }
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

/// A mutated spec, and the scenarios as they are checked against it, each alone: most mutants are
/// killed by the first.
private struct MutatedProject {
  let spec: CompiledSpec
  /// The spec itself, with the scenarios that are selected.
  private let original: JudgedSpec
  private var checked: [Place: CheckedScenarioFile] = [:]

  /// The indices of a scenario's file, and of the scenario in it.
  private struct Place: Hashable {
    let file: Int
    let scenario: Int
  }

  init(_ spec: CompiledSpec, _ original: JudgedSpec) {
    self.spec = spec
    self.original = original
  }

  /// Returns a scenario's file with that scenario; it is checked once.
  ///
  /// - Throws: the errors in it.
  mutating func file(with item: MutationRun.Case) throws(Diagnostics) -> CheckedScenarioFile {
    let place = Place(file: item.file, scenario: item.place)
    if let file = checked[place] { return file }
    let scenario = original.files[item.file].scenarios[item.place]
    let file = try original.sources[item.file].checked(scenario, against: spec)
    checked[place] = file
    return file
  }
}

import SuasExplore
import SuasScenario
import SuasSpec
import Support
import Testing
import YAML
import YAMLSyntax

@testable import SuasMutate

/// The fates of mutants.
@Suite struct FateTests {
  private static let steps = [
    "{ dispatch: Press, expect: { state: { Lamp: { lit: true, level: 0 } } } }",
    "{ dispatch: Brighter, expect: { state: { Lamp: { level: 1 } } } }",
  ]

  @Test("A mutant that a scenario notices is killed by its step")
  func killed() throws {
    let result = try Project(lampSpec, Self.steps).result()
    let mutant = try #require(result.mutant("decrement: level"))
    guard case .killed(let scenario, let step, let message) = mutant.fate else {
      Issue.record("\(mutant.fate)")
      return
    }
    #expect(scenario == 0)
    #expect(step == 2)
    #expect(message == "the state is not as expected")
  }

  @Test("A mutant that no scenario notices comes with the shortest steps that tell it apart")
  func survived() throws {
    let result = try Project(lampSpec, Self.steps).result()
    let mutant = try #require(result.mutant("level <= 2"))
    guard case .survived(let witness, _) = mutant.fate else {
      Issue.record("\(mutant.fate)")
      return
    }
    #expect(witness.lines == ["Press", "Brighter", "Brighter", "Brighter"])
    #expect(witness.isConfirmed)
  }

  @Test("A mutant that differs nowhere is equivalent, and does not count")
  func equivalent() throws {
    let text = lampSpec.replacing("lit && level < 2", with: "level == 1 || level < 2")
    let result = try Project(text, Self.steps).result()
    let mutant = try #require(result.mutant("level == 0 || level < 2"))
    #expect(mutant.fate.name == "equivalent")
    let tally = MutationTally(of: result.mutants)
    #expect(tally.equivalent > 0)
    #expect(tally.judged == tally.total - tally.equivalent)
  }

  @Test("Of promises that are left out together, each has a fate of its own")
  func promises() throws {
    let text =
      lampSpec + """
        invariants:
          kept: store.Lamp.level >= 0
          noticed: store.Lamp.level < 2
        transitions:
          settled: { that: "new.Lamp.lit || new.Lamp.level == 0" }

        """
    let steps =
      Self.steps + ["{ dispatch: Brighter, expect: { error: invariant-violated } }"]
    let result = try Project(text, steps).result()
    for (promise, fate) in [
      ("kept", "equivalent"), ("noticed", "killed"), ("settled", "survived"),
    ] {
      let mutants = result.mutants.filter {
        $0.mutation.document.lines.old.joined().contains("\(promise):")
      }
      #expect(mutants.map(\.fate.name) == [fate], "\(promise)")
    }
    let places = result.mutants.map(\.place.lowerBound)
    #expect(places == places.sorted())
  }

  @Test("A mutant of a spec with more states than are tried is undecided, and counts")
  func undecided() throws {
    let text = lampSpec.replacing("lit && level < 2", with: "lit && level < 1000")
    let result = try Project(text, Self.steps).result()
    let mutant = try #require(result.mutant("level < 1001"))
    #expect(mutant.fate.name == "undecided")
    #expect(!MutationTally(of: [mutant]).score.reaches(1))
  }

  @Test("A search that ends in the last state before all moves are tried proves nothing")
  func unfinished() throws {
    let text = """
      suas: 1
      states: { Lamp: { lit: bool = false } }
      actions: { Set: { on: bool } }
      reducers:
        LampReducer:
          state: Lamp
          on:
            Set: [{ fail: { code: on, message: On }, when: action.on }, { fail: { code: off, message: Off } }]

      """
    let changed = text.replacing("when: action.on", with: "when: action.on || !action.on")
    let (old, new) = (try Project(text).spec, try Project(changed).spec)
    func verdict(_ attempts: Int) throws -> Comparison.Verdict {
      try ComparingSearch(old, new, ExploreSettings()).run(mostAttempts: attempts).verdict
    }
    guard case .undecided = try verdict(1), case .different(let moves) = try verdict(2) else {
      Issue.record("\(try verdict(1)), \(try verdict(2))")
      return
    }
    #expect(moves.count == 1)
  }

  @Test("A rule that two actions share is judged by the scenarios of both")
  func shared() throws {
    let text = """
      suas: 1
      states: { Lamp: { lit: bool = false, isLocked: bool = false } }
      actions: { Press: {}, Lock: {} }
      reducers:
        LampReducer:
          state: Lamp
          on:
            Press:
              - &locked
                fail: { code: locked, message: Locked }
                when: isLocked
              - toggle: lit
            Lock:
              - *locked
              - set: isLocked
                value: true

      """
    let result = try Project(
      text, ["dispatch: Lock", "{ dispatch: Lock, expect: { error: locked } }"]
    ).result()
    let dropped = try #require(
      result.mutants.first { mutant in
        mutant.mutation.document.lines.old.contains { $0.contains("*locked") }
      })
    let negated = try #require(result.mutant("unless: isLocked"))
    for mutant in [dropped, negated] {
      #expect(mutant.reachedBy == [0])
      #expect(mutant.fate.name == "killed")
    }
  }

  @Test("A change that leads to no spec is no mutant")
  func invalid() throws {
    // Without the invariant's state, the declaration is wrong; a level of -1 breaks it.
    let text = lampSpec + "invariants: { most: store.Lamp.level >= 0 }\n"
    let result = try Project(text, Self.steps).result()
    #expect(result.mutant("level: int = -1") == nil)
    #expect(result.mutant("level: int = 1") != nil)
  }

  @Test("The steps that tell a changed effect apart are about the effect, not about its place")
  func effects() throws {
    let text = """
      suas: 1
      states: { Job: { total: int = 0, problem: string = "" } }
      actions: { Done: { total: int }, Failed: { message: string } }
      reducers:
        JobReducer:
          state: Job
          on:
            Done: [{ set: total, value: "${action.total}" }]
            Failed: [{ set: problem, value: "${action.message}" }]
      effects:
        Sync:
          run: { http: { url: "https://a.example/x" } }
          latest: true
          on-success:
            - dispatch: Done
              with: { total: "${response.body.total}" }
          on-failure:
            - dispatch: Failed
              with: { message: "${error.message}" }
      middleware: [async]

      """
    let result = try Project(
      text, ["dispatch: Sync", "{ respond: Sync, with: { body: { total: 3 } } }"]
    ).result()
    let mutant = try #require(result.mutants.first { $0.mutation.kind == .dropEffectSetting })
    guard case .survived(let witness, _) = mutant.fate else {
      Issue.record("\(mutant.fate)")
      return
    }
    // The place of 'response.body.total' is part of a message, and stays where it is.
    #expect(witness.lines == ["Sync", "Sync"])
    let isConfirmed = witness.isConfirmed
    #expect(isConfirmed)
    let steps = result.mutants.filter { $0.mutation.kind == .dropStep }
    #expect(steps.map(\.reachedBy) == [[0], []])
  }

  @Test(
    "A changed request survives answers that stay the same, and is killed by 'requests' alone",
    arguments: [false, true])
  func requests(isSensitive: Bool) throws {
    let text = """
      suas: 1
      states: { Job: { total: int = 0 } }
      actions: { Done: { total: int } }
      reducers: { JobReducer: { state: Job, on: { Done: [{ set: total, value: "${action.total}" }] } } }
      effects:
        Sync:
          sensitive: \(isSensitive)
          run:
            http:
              method: POST
              url: https://a.example/jobs/all
              query: { page: 1 }
              headers: { X-Kind: slow }
              body: { ids: [1], isFull: true }
          on-success: [{ dispatch: Done, with: { total: "${response.body.total}" } }]
      middleware: [async]

      """
    let kinds: Set<MutationOperator> = [.changeRequest, .dropRequestPart]
    let answer =
      "{ respond: Sync, with: { body: { total: 3 } }, expect: { that: store.Job.total == 3 } }"
    let open = try Project(text, ["dispatch: Sync", answer]).result()
      .mutants.filter { kinds.contains($0.mutation.kind) }
    #expect(open.count == 13)
    for mutant in open {
      guard case .survived(let witness, _) = mutant.fate else {
        Issue.record("\(mutant.mutation.document.lines.new): \(mutant.fate)")
        continue
      }
      #expect(witness.lines == ["Sync"])
      #expect(witness.isConfirmed)
    }
    let parts =
      "method: POST, url: 'https://a.example/jobs/all?page=1', "
      + "headers: { x-kind: slow }, body: { ids: [1], isFull: true }"
    let judged = try Project(
      text, ["{ dispatch: Sync, expect: { requests: [{ Sync: { \(parts) } }] } }", answer]
    ).result().mutants.filter { kinds.contains($0.mutation.kind) }
    #expect(judged.map(\.fate.name) == Array(repeating: "killed", count: open.count))
  }

  @Test("Initial states that differ are told apart by a scenario that expects them")
  func initialStates() throws {
    let result = try Project(lampSpec).result()
    let mutant = try #require(result.mutant("level: int = 1"))
    guard case .survived(let witness, _) = mutant.fate else {
      Issue.record("\(mutant.fate)")
      return
    }
    #expect(witness.lines.isEmpty)
    #expect(witness.isConfirmed)
  }

  @Test("Every scenario that is written passes on the spec and fails on the mutant")
  func witnesses() throws {
    for mutant in try Project(lampSpec).result().mutants {
      guard case .survived(let witness, _) = mutant.fate else { continue }
      let isConfirmed = witness.isConfirmed
      #expect(isConfirmed, "\(witness.lines)")
    }
  }

  @Test("The result is the same for any number of threads")
  func jobs() throws {
    let project = try Project(lampSpec, Self.steps)
    func report(_ jobs: Int) throws -> String {
      MutationJSON(try project.result(jobs: jobs), minimum: 0).text
    }
    #expect(try report(1) == report(4))
  }

  @Test("A scenario that fails on the spec itself judges nothing")
  func unsound() throws {
    let project = try Project(
      lampSpec, ["{ dispatch: Press, expect: { state: { Lamp: { lit: false } } } }"])
    #expect(throws: MutationRun.UnsoundScenario.self) { try project.result() }
  }
}

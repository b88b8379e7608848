import SuasReports
import SuasScenario
import SuasSpec
import Testing

@testable import SuasExplore

/// Searches that are divided among machines, and joined.
@Suite struct ShardTests {
  private func parts(
    _ count: Int, of spec: CompiledSpec, _ change: (inout ExploreSettings) -> Void = { _ in }
  ) throws -> [(file: String, report: SearchReport)] {
    try (1...count).map { index in
      var settings = ExploreSettings()
      settings.fewestPerShard = 1
      change(&settings)
      let shard: Shard = try #require(Shard("\(index)/\(count)"))
      settings.shard = shard
      let exploration = try Explorer(spec, settings).run()
      return ("\(index).json", SearchReport(exploration, settings))
    }
  }

  private func whole(
    _ spec: CompiledSpec, _ change: (inout ExploreSettings) -> Void = { _ in }
  ) throws -> SearchReport {
    var settings = ExploreSettings()
    change(&settings)
    return SearchReport(try Explorer(spec, settings).run(), settings)
  }

  @Test(
    "Shards together find what a whole search finds, by paths as short",
    arguments: [
      ("farmer", 1000, 2), ("jugs", 1000, 3), ("missionaries", 1000, 7), ("lights", 4, 2),
      ("lights", 3, 5), ("cart", 2, 3), ("breaker", 2, 2),
    ])
  func together(name: String, depth: Int, count: Int) throws {
    let spec = try puzzle(name)
    let limit: (inout ExploreSettings) -> Void = { settings in
      settings.deepest = depth
      settings.largest = 2
    }
    let whole = try whole(spec, limit)
    let parts = try parts(count, of: spec, limit)
    let joined = try SearchReport(joining: parts)
    #expect(whole.statistics.ending == joined.statistics.ending)
    #expect(
      Set(whole.violations.map { "\($0.code) \($0.place ?? "")" })
        == Set(joined.violations.map { "\($0.code) \($0.place ?? "")" }))
    #expect(
      whole.violations.map(\.script.lines.count).sorted()
        == joined.violations.map(\.script.lines.count).sorted())
    #expect(
      whole.goals.map { $0.script?.lines.count } == joined.goals.map { $0.script?.lines.count })
    #expect(whole.unseenOutcomes == joined.unseenOutcomes)
    #expect(whole.outcomes == joined.outcomes)
    // A shard may come to a state by a detour.
    #expect(whole.statistics.depth <= joined.statistics.depth)
    #expect(whole.exhaustsStates == joined.exhaustsStates)
    let fewest = try #require(joining(joined)).fewestStates
    #expect((fewest...joined.statistics.states).contains(whole.statistics.states))
    #expect(parts.allSatisfy { $0.report.statistics.shared == joined.statistics.shared })
  }

  private func joining(_ report: SearchReport) -> SearchReport.Joining? { report.joining }

  @Test(
    "A shard finds the same with any number of jobs", arguments: ExploreSettings.Strategy.allCases)
  func jobs(strategy: ExploreSettings.Strategy) throws {
    let spec = try puzzle("cart")
    let reports = try [1, 3].map { jobs in
      try parts(2, of: spec) { settings in
        settings.strategy = strategy
        settings.mostStates = 600
        settings.jobs = jobs
      }.map(\.report.json)
    }
    #expect(reports[0] == reports[1])
    #expect(reports[0][0] != reports[0][1])
  }

  @Test("Random walks of shards are those that one longer search makes")
  func walks() throws {
    let spec = try puzzle("lights")
    let limit: (inout ExploreSettings) -> Void = { settings in
      settings.strategy = .random
      settings.deepest = 5
      settings.mostStates = 320
      settings.allowedErrors = ["invariant-violated"]
    }
    let joined = try SearchReport(joining: parts(2, of: spec, limit))
    let whole = try whole(spec) { settings in
      limit(&settings)
      settings.mostStates = 640
    }
    #expect(joined.statistics.steps == 640)
    #expect(joined.unseenOutcomes == whole.unseenOutcomes)
    #expect(joined.goals.map(\.stepsHeld) == whole.goals.map(\.stepsHeld))
    #expect(joined.statistics.attempts == whole.statistics.attempts)
  }

  @Test("A search of few states is done by every shard, and its count is exact")
  func few() throws {
    let spec = try puzzle("jugs")
    let whole = try whole(spec)
    let joined = try SearchReport(joining: parts(4, of: spec) { $0.fewestPerShard = 64 })
    #expect(joined.statistics.states == whole.statistics.states)
    #expect(joining(joined)?.fewestStates == whole.statistics.states)
  }
}

import SuasEngine
import SuasScenario
import SuasSpec
import Testing

@testable import SuasExplore

/// Promises under `always-reachable`.
@Suite struct WayOutTests {
  /// A door that locks when it is closed for the second time, and a counter beside it.
  private static let door = """
    suas: 1
    enums: { Door: [open, closed, locked] }
    states: { Room: { door: Door = open, closings: int = 0, lamp: int = 0 } }
    actions: { Open: {}, Close: {}, Dim: {} }
    reducers:
      R:
        state: Room
        on:
          Open: [{ set: door, value: open, when: door == "closed" }]
          Close:
            - if: door == "open"
              then:
                - { increment: closings }
                - { set: door, value: '${closings > 1 ? "locked" : "closed"}' }
          Dim: [{ set: lamp, value: "${(lamp + 1) % 40}" }]
    always-reachable:
      can-leave: store.Room.door == "open"
      leaves-once-closed: { from: store.Room.closings == 1, to: store.Room.door == "open" }
      lamp-goes-out: { from: store.Room.lamp > 0, to: store.Room.lamp == 0 }

    """

  private func ways(_ exploration: Exploration) -> [[Int]] {
    exploration.ways.map { [$0.closed, $0.undecided] }
  }

  @Test("A trap is found by the shortest way, the same for any number of jobs")
  func trap() throws {
    let spec = try spec(Self.door)
    let found = try explore(spec)
    #expect(found.violations.map(\.script.lines) == [["Close", "Open", "Close"]])
    #expect(found.violations.map(\.script.fileName) == ["way-out-can-leave"])
    #expect(found.violations.map(\.script.isConfirmed) == [true])
    #expect(ways(found) == [[40, 0], [0, 0], [0, 0]])
    let reports = try [1, 4].map { jobs in try report(spec) { $0.jobs = jobs } }
    #expect(reports[0] == reports[1])
    let mixed = try explore(spec) { $0.strategy = .mixed }
    #expect(mixed.violations.map(\.script.lines) == [["Close", "Open", "Close"]])
    let allowed = try explore(spec) { $0.allowedErrors = ["always-reachable-violated"] }
    #expect(allowed.violations.isEmpty)
  }

  @Test("A refused action is no way out, whatever its error")
  func refused() throws {
    for effects in ["", "middleware: [async]\neffects: { Wait: { run: { delay: 1s } } }\n"] {
      let found = try explore(
        try spec(
          """
          suas: 1
          states: { S: { n: int = 0, items: "list(int) = []" } }
          actions: { Go: {}, Take: {} }
          internal: [\(effects.isEmpty ? "Go" : "Wait")]
          reducers:
            R:
              state: S
              on:
                Go: [{ set: n, value: 1 }]
                Take: [{ remove-at: items, index: 0 }]
          always-reachable: { starts: store.S.n == \(effects.isEmpty ? 1 : 0) }
          \(effects)
          """))
      #expect(ways(found) == [[1, 0]])
      #expect(found.violations.count == 2)
    }
  }

  @Test("What was not gone on from leaves states undecided, never closed")
  func undecided() throws {
    let spec = try spec(Self.door)
    let whole = try #require(try explore(spec).ways.first?.closed)
    for limit in [1, 2, 3, 5, 20, 39, 80, 119] {
      let found = try explore(spec) { $0.mostStates = limit }
      #expect(found.ways.allSatisfy { $0.reason == nil })
      #expect(found.ways.allSatisfy { $0.closed <= whole })
      // The lamp has a way out from everywhere.
      #expect(found.ways[2].closed == 0)
      if 3..<40 ~= limit { #expect(found.ways[2].undecided > 0) }
    }
  }

  @Test(
    "What cannot be judged is said not to be",
    arguments: [NotJudgedReason.walks, .shard, .only, .memory])
  func notJudged(reason: NotJudgedReason) throws {
    let found = try explore(try spec(Self.door)) { settings in
      switch reason {
      case .walks: (settings.strategy, settings.mostStates) = (.guided, 500)
      case .shard: settings.shard = Shard("1/2")
      case .only: settings.moves.only = ["Close"]
      case .memory: settings.graphMemory = 1000
      }
    }
    #expect(found.ways.map(\.reason) == [reason, reason, reason])
    #expect(found.violations.isEmpty)
  }

  @Test("Reports of shards are joined with what they did not judge")
  func joined() throws {
    let spec = try spec(Self.door)
    let reports = try ["1/2", "2/2"].map { name in
      var settings = ExploreSettings()
      settings.shard = Shard(name)
      return (file: name, report: SearchReport(try Explorer(spec, settings).run(), settings))
    }
    #expect(try SearchReport(joining: reports).ways.map(\.reason) == [.shard, .shard, .shard])
  }

  @Test("Judgements on random graphs are those of trying every path", arguments: UInt64(0)..<200)
  func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...12, using: &random)
    let expanded = Int.random(in: 0...count, using: &random)
    func key(_ number: Int) -> StateKey { StateKey(high: 7, low: UInt64(number + 1)) }
    var graph = MoveGraph(ways: 1, mostBytes: 1 << 20)
    let roles = (0..<count).map { _ in
      MoveGraph.Role(rawValue: UInt8.random(in: 0...3, using: &random))
    }
    for state in 0..<count { graph.add(key(state), [roles[state]]) }
    // A number that no state has stands for one that the search left out.
    let moves = (0..<expanded).map { _ in
      (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Int.random(in: 0..<count + (seed % 3 == 0 ? 1 : 0), using: &random)
      }
    }
    var successors = MoveGraph.Successors()
    for targets in moves {
      successors.keys += targets.map(key)
      successors.ends.append(successors.keys.count)
      successors.leadsOn.append(false)
    }
    graph.add(successors)
    func reached(from start: Int) -> Set<Int> {
      var seen: Set = [start]
      var waiting = [start]
      while let state = waiting.popLast() {
        for target in state < expanded ? moves[state] : [] where seen.insert(target).inserted {
          waiting.append(target)
        }
      }
      return seen
    }
    let judged = try #require(graph.judgements().first)
    var closed: [Int] = []
    var undecided = 0
    for state in 0..<count where roles[state].contains(.origin) {
      let seen = reached(from: state)
      if seen.contains(where: { $0 < count && roles[$0].contains(.end) }) { continue }
      if seen.contains(where: { $0 >= expanded }) { undecided += 1 } else { closed.append(state) }
    }
    #expect(judged.closed == closed)
    #expect(judged.undecided == undecided)
  }
}

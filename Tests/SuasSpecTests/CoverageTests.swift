import CEL
import Suas
import SuasSpec
import Support
import Testing
import YAML

/// The coverage that stores report to a recorder.
@Suite struct CoverageTests {
  private static func spec(_ rules: String) throws -> CompiledSpec {
    let lines = rules.split(separator: "\n", omittingEmptySubsequences: false)
    return try CompiledSpec(
      Source(
        name: "spec.yaml",
        text: """
          suas: 1
          states: { S: { n: int = 0, items: "list(int) = []" } }
          actions: { Do: { x: int = 0 } }
          reducers:
            R:
              state: S
              on:
                Do:
          \(lines.map { "        \($0)" }.joined(separator: "\n"))
          """))
  }

  /// Returns the outcomes that are missing after some actions, in the order of the file.
  private static func missing(_ rules: String, _ payloads: [Int64]) throws -> [String] {
    var spec = try spec(rules)
    let recorder = CoverageRecorder(spec.checked.coverage)
    spec.probe = Probe(on: spec.checked.coverage, coverage: recorder)
    let store = Suas.createStore(reducer: spec.reducer)
    for x in payloads { store.dispatch(action: try spec.action("Do", ["x": .int(x)])) }
    let coverage = recorder.coverage
    let table = coverage.table
    return table.points.sorted { $0.place.lowerBound < $1.place.lowerBound }.compactMap { point in
      let missing = point.outcomes.enumerated().filter { index, _ in
        coverage.counts[point.first + index] == 0 && table.possible.contains(point.first + index)
      }
      return missing.isEmpty ? nil : point.wording(ofMissing: missing.map(\.element))
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rules: String
    var payloads: [Int64]
    var missing: [String]

    init(_ description: String, _ rules: String, _ payloads: [Int64], _ missing: String...) {
      testDescription = description
      self.rules = rules
      self.payloads = payloads
      self.missing = missing
    }
  }

  static let cases: [Case] = [
    Case("a rule that nobody ran", "- increment: n", [], "rule never run"),
    Case("a rule that ran", "- increment: n", [1]),
    Case(
      "a guard that is always true", "- increment: n\n  when: action.x > 0", [1],
      "guard never false"),
    Case(
      "a guard that is always false", "- increment: n\n  when: action.x > 0", [0], "rule never run",
      "guard never true"),
    Case(
      "an 'unless' is said of as it is written", "- increment: n\n  unless: action.x > 0", [1],
      "rule never run", "guard never false"),
    Case("a guard that came out both ways", "- increment: n\n  unless: action.x > 0", [0, 1]),
    Case(
      "a guard that met an error is neither true nor false",
      "- increment: n\n  when: 1 / action.x > 0", [0], "rule never run", "guard never evaluated"),
    Case(
      "branches", "- if: action.x > 0\n  then: [{ increment: n }]\n  else: [{ decrement: n }]", [1],
      "condition never false", "rule never run"),
    Case(
      "a loop over nothing", "- for-each: items\n  do: [{ increment: n }]", [1], "rule never run"),
    Case(
      "what follows an error", "- fail: no\n  when: action.x > 0\n- increment: n", [1],
      "guard never false", "rule never run"),
    Case("what is never tried is not missed", "- increment: n\n  when: false", [1]),
    Case("what is always true is never false", "- increment: n\n  when: true", [1]),
    Case(
      "a branch that is never taken is not missed",
      "- if: true\n  then: [{ increment: n }]\n  else: [{ decrement: n, when: n > 0 }]", [1]),
    Case("what follows a refusal is not missed", "- fail: no\n- increment: n", [1]),
    Case(
      "rules inside of one that never runs are not missed",
      "- for-each: items\n  do: [{ increment: n }]\n  unless: true", []),
  ]

  @Test("Each outcome that was not seen is named", arguments: cases)
  func outcomes(expected: Case) throws {
    #expect(try Self.missing(expected.rules, expected.payloads) == expected.missing)
  }

  @Test("Recent outcomes are taken once, and seen outcomes stay")
  func recent() throws {
    var spec = try Self.spec("- increment: n\n  when: action.x > 0")
    let recorder = CoverageRecorder(spec.checked.coverage)
    let notes = OutcomeNotes(spec.checked.coverage)
    spec.probe = Probe(on: spec.checked.coverage, coverage: recorder, notes: notes)
    let store = Suas.createStore(reducer: spec.reducer)
    store.dispatch(action: try spec.action("Do", ["x": .int(1)]))
    store.dispatch(action: try spec.action("Do", ["x": .int(2)]))
    #expect(notes.takeRecent().members == [0, 1])
    #expect(notes.takeRecent().isEmpty)
    store.dispatch(action: try spec.action("Do", ["x": .int(0)]))
    #expect(notes.takeRecent().members == [2])
    #expect(notes.takeRecent().isEmpty)
    #expect(notes.all == spec.checked.coverage.possible)
    #expect(recorder.coverage.counts == [2, 2, 1])
    var sum = recorder.coverage
    sum.merge(recorder.coverage)
    #expect(sum.counts == [4, 4, 2])
    #expect(sum.seen == spec.checked.coverage.possible)
  }

  @Test("Sets of outcomes do what sets of numbers do")
  func sets() {
    var random = Support.SplitMix64(seed: 8)
    for capacity in [1, 63, 64, 65, 200] {
      var (first, second) = (OutcomeSet(capacity: capacity), OutcomeSet(capacity: capacity))
      var (left, right): (Set<Int>, Set<Int>) = ([], [])
      for _ in 0..<100 {
        let number = Int.random(in: 0..<capacity, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          first.remove(number)
          left.remove(number)
        case 1:
          second.insert(number)
          right.insert(number)
        default:
          first.insert(number)
          left.insert(number)
        }
        #expect(first.contains(number) == left.contains(number))
      }
      #expect(first.members == left.sorted())
      #expect(first.count == left.count)
      #expect(first.intersection(second).members == left.intersection(right).sorted())
      #expect(first.subtracting(second).members == left.subtracting(right).sorted())
      #expect(first.formUnion(second) == !right.isSubset(of: left))
      #expect(first.members == left.union(right).sorted())
      #expect(first.isEmpty == left.union(right).isEmpty)
    }
  }

  @Test("Observed and unobserved stores reach the same states")
  func watching() throws {
    let rules = """
      - append: items
        value: ${action.x}
        when: action.x % 2 == 0
      - if: size(items) > 3
        then:
          - remove-at: items
            index: 0
          - fail: { code: odd, message: "${action.x} is odd" }
            when: action.x % 2 == 1
        else:
          - update: items
            where: item > 4
            do: [{ decrement: item }]
      - for-each: items
        do: [{ increment: n, by: item }]
      """
    let plain = try Self.spec(rules)
    var watched = try Self.spec(rules)
    watched.probe = Probe(
      on: watched.checked.coverage, coverage: CoverageRecorder(watched.checked.coverage),
      trace: TraceRecorder())
    let stores = (
      Suas.createStore(reducer: plain.reducer), Suas.createStore(reducer: watched.reducer)
    )
    for x in 0..<40 as Range<Int64> {
      stores.0.dispatch(action: try plain.action("Do", ["x": .int(x * 7 % 11)]))
      stores.1.dispatch(action: try watched.action("Do", ["x": .int(x * 7 % 11)]))
      #expect(plain.store.record(of: stores.0.state) == watched.store.record(of: stores.1.state))
    }
  }

  @Test("The parts of a condition are what it compares and joins, as far as they were reached")
  func parts() throws {
    func parts(_ condition: String, _ x: Int64) throws -> [String] {
      var spec = try Self.spec("- increment: n\n  when: '\(condition)'")
      let trace = TraceRecorder()
      spec.probe = Probe(on: spec.checked.coverage, trace: trace)
      let store = Suas.createStore(reducer: spec.reducer)
      store.dispatch(action: try spec.action("Do", ["x": .int(x)]))
      return trace.take().events.compactMap { event -> ConditionReading? in
        guard case .condition(let reading) = event.event else { return nil }
        return reading
      }.flatMap(\.parts).map { part in
        switch part.value {
        case .value(let value): "\(part.text) = \(value)"
        case .written(let yaml): "\(part.text) = \(yaml)"
        case .error(let code): "\(part.text) ! \(code)"
        case .notReached: "\(part.text) -"
        }
      }
    }
    #expect(
      try parts("n < action.x && size(items) == 0", 1) == [
        "n = 0", "action.x = 1", "size(items) = 0",
      ])
    #expect(
      try parts("n < action.x && size(items) == 0", 0) == [
        "n = 0", "action.x = 0", "size(items) == 0 -",
      ])
    #expect(
      try parts("n == 0 || n > 5 || items.all(i, i > 0)", 0) == [
        "n = 0", "n > 5 -", "items.all(i, i > 0) -",
      ])
    #expect(
      try parts("!(action.x in [1, 2]) && !items.exists(i, i > 0)", 3) == [
        "action.x = 3", "[1, 2] = [1, 2]", "items.exists(i, i > 0) = false",
      ])
    #expect(try parts("action.x > 0 ? n == 0 : n > 100", 1) == ["action.x = 1", "n = 0"])
    #expect(
      try parts("1 / action.x > 0 || n == 0", 0) == ["1 / action.x ! division-by-zero", "n = 0"])
    #expect(try parts("items.all(i, i > 0)", 0).isEmpty)
  }

  @Test("A long step is kept in part, with the number of omitted entries")
  func limit() throws {
    var spec = try Self.spec("- increment: n")
    let trace = TraceRecorder()
    spec.probe = Probe(on: spec.checked.coverage, trace: trace)
    let store = Suas.createStore(reducer: spec.reducer)
    for _ in 0..<4000 { store.dispatch(action: try spec.action("Do")) }
    let (events, omitted) = trace.take()
    #expect(events.count == 10_000)
    #expect(omitted == 2000)
    #expect(trace.take().events.isEmpty)
  }
}

import CEL
import Foundation
import LibYAML
import Suas
import SuasReports
import SuasSpec
import Testing
import YAML

@testable import SuasScenario

/// Random rules, well typed by construction, compared with a plain model.
@Suite struct RandomRulesTests {
  /// The state in plain Swift.
  struct Model: Equatable {
    var numbers: [Int64] = [3, 1, 2]
    var counts: [(key: String, value: Int64)] = [("a", 1)]
    var total: Int64 = 0
    var tallies: [(key: String, value: Tally)] = []
    var main = Tally()
    var isUp = true
    /// The rest of the phase `busy`; nil for `idle`.
    var left: Int64?

    struct Tally: Equatable {
      var sum: Int64 = 0
      var seen: [Int64] = []

      /// The effect of the shared rule `note`.
      mutating func note(_ number: Int64, by amount: Int64 = 1) throws {
        seen.append(number)
        sum = try RandomRulesTests.sum(sum, amount)
        if seen.count > 12 { throw Refused() }
      }
    }

    /// Runs `body` on the tally with a key, which is made if it is missing, and kept if `body` says so.
    mutating func tally(
      _ key: Int64, _ body: (inout Tally) throws -> Bool
    ) rethrows -> Bool {
      let place = tallies.firstIndex { $0.key == String(key) }
      var tally = place.map { tallies[$0].value } ?? Tally()
      guard try body(&tally) else { return false }
      if let place { tallies[place].value = tally } else { tallies.append((String(key), tally)) }
      return true
    }

    static func == (left: Model, right: Model) -> Bool {
      left.numbers == right.numbers && left.total == right.total
        && left.counts.elementsEqual(right.counts) { $0 == $1 }
        && left.tallies.elementsEqual(right.tallies) { $0 == $1 }
        && (left.main, left.isUp, left.left) == (right.main, right.isUp, right.left)
    }
  }

  struct Refused: Error {}

  /// A rule in the notation of specs, and its effect on the model.
  struct ModelRule: Sendable {
    var text: String
    /// The same with the shared rules, functions and constants in it written out.
    var expanded: String?
    /// Changes the model; returns true if that counts as a change of the state.
    var run: @Sendable (inout Model, _ i: Int64, _ j: Int64) throws -> Bool
  }

  static func index(_ index: Int64, below bound: Int) throws -> Int {
    guard index >= 0, index < bound else { throw Refused() }
    return Int(index)
  }

  static func sum(_ left: Int64, _ right: Int64) throws -> Int64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    if overflow { throw Refused() }
    return sum
  }

  static let rules: [ModelRule] = [
    ModelRule(text: "{ append: numbers, value: \"${action.i}\" }") { model, i, _ in
      model.numbers.append(i)
      return true
    },
    ModelRule(text: "{ append: numbers, values: lists.range(40) }") { model, _, _ in
      model.numbers += 0..<40
      return true
    },
    ModelRule(text: "{ prepend: numbers, values: \"[action.i, action.j]\" }") { model, i, j in
      model.numbers.insert(contentsOf: [i, j], at: 0)
      return true
    },
    ModelRule(text: "{ insert: numbers, index: action.i, value: \"${action.j}\" }") { model, i, j in
      model.numbers.insert(j, at: try index(i, below: model.numbers.count + 1))
      return true
    },
    ModelRule(text: "{ remove-at: numbers, index: action.i }") { model, i, _ in
      model.numbers.remove(at: try index(i, below: model.numbers.count))
      return true
    },
    ModelRule(text: "{ move: numbers, from: action.i, to: action.j }") { model, i, j in
      let from = try index(i, below: model.numbers.count)
      let to = try index(j, below: model.numbers.count)
      model.numbers.insert(model.numbers.remove(at: from), at: to)
      return true
    },
    ModelRule(text: "{ swap: numbers, from: action.i, to: action.j }") { model, i, j in
      let from = try index(i, below: model.numbers.count)
      model.numbers.swapAt(from, try index(j, below: model.numbers.count))
      return true
    },
    ModelRule(text: "{ set: \"numbers[action.i]\", value: \"${total}\" }") { model, i, _ in
      model.numbers[try index(i, below: model.numbers.count)] = model.total
      return true
    },
    ModelRule(text: "{ remove: numbers, where: item > action.i }") { model, i, _ in
      let count = model.numbers.count
      model.numbers.removeAll { $0 > i }
      return model.numbers.count < count
    },
    ModelRule(text: "{ keep: numbers, where: item >= action.j }") { model, _, j in
      let count = model.numbers.count
      model.numbers.removeAll { $0 < j }
      return model.numbers.count < count
    },
    ModelRule(text: "{ sort: numbers, descending: action.i > action.j }") { model, i, j in
      model.numbers.sort(by: i > j ? { $0 > $1 } : { $0 < $1 })
      return true
    },
    ModelRule(text: "{ reverse: numbers }") { model, _, _ in
      model.numbers.reverse()
      return true
    },
    ModelRule(
      text: "{ update: numbers, where: \"item != action.i\", do: [{ increment: item, by: index }] }"
    ) { model, i, _ in
      let matching = model.numbers.indices.filter { model.numbers[$0] != i }
      for index in matching { model.numbers[index] = try sum(model.numbers[index], Int64(index)) }
      return !matching.isEmpty
    },
    ModelRule(text: "{ for-each: numbers, do: [{ increment: total, by: item }] }") { model, _, _ in
      model.total = try model.numbers.reduce(model.total, sum)
      return !model.numbers.isEmpty
    },
    ModelRule(text: "{ increment: \"counts[string(action.i)]\", default: 10 }") { model, i, _ in
      if let place = model.counts.firstIndex(where: { $0.key == String(i) }) {
        model.counts[place].value += 1
      } else {
        model.counts.append((String(i), 11))
      }
      return true
    },
    ModelRule(text: "{ delete: \"counts[string(action.j)]\" }") { model, _, j in
      let count = model.counts.count
      model.counts.removeAll { $0.key == String(j) }
      return model.counts.count < count
    },
    ModelRule(text: "{ set: total, value: \"${size(numbers)}\", when: action.i < 3 }") {
      model, i, _ in
      guard i < 3 else { return false }
      model.total = Int64(model.numbers.count)
      return true
    },
    ModelRule(text: "{ fail: enough, when: action.i == 4 && action.j == 4 }") { _, i, j in
      if i == 4, j == 4 { throw Refused() }
      return false
    },
    ModelRule(
      text: "{ use: note, on: main, with: { n: \"${action.i}\" } }",
      expanded: """
        { at: main, do: [
          { append: item.seen, value: "${action.i}" }, { increment: item.sum, by: 1 },
          { fail: full, when: size(item.seen) > 12 }] }
        """
    ) { model, i, _ in
      try model.main.note(i)
      return true
    },
    ModelRule(
      text: """
        { use: note, on: "tallies[string(action.i)]", default: {},
          with: { n: "${action.j}", by: 2 } }
        """,
      expanded: """
        { at: "tallies[string(action.i)]", default: {}, do: [
          { append: item.seen, value: "${action.j}" }, { increment: item.sum, by: 2 },
          { fail: full, when: size(item.seen) > 12 }] }
        """
    ) { model, i, j in
      try model.tally(i) {
        try $0.note(j, by: 2)
        return true
      }
    },
    ModelRule(
      text: "{ use: settle, on: \"tallies[string(action.j)]\", default: {} }",
      expanded: """
        { at: "tallies[string(action.j)]", default: {}, do: [
          { clear: item.seen, when: "size(item.seen) > 1" }] }
        """
    ) { model, _, j in
      model.tally(j) { tally in
        guard tally.seen.count > 1 else { return false }
        tally.seen = []
        return true
      }
    },
    ModelRule(
      text: "{ use: shift, with: { k: \"${action.j}\" } }",
      expanded: """
        { if: "true", then: [
          { append: numbers, value: "${action.j}" }, { append: main.seen, value: "${total}" },
          { increment: main.sum, by: action.j }, { fail: full, when: size(main.seen) > 12 },
          { increment: total }] }
        """
    ) { model, _, j in
      model.numbers.append(j)
      try model.main.note(model.total, by: j)
      model.total = try sum(model.total, 1)
      return true
    },
    ModelRule(
      text: """
        { update: numbers, where: item < action.i, do: [
          { use: note, on: main, with: { n: "${item}" } }] }
        """,
      expanded: """
        { update: numbers, where: item < action.i, do: [
          { append: main.seen, value: "${item}" }, { increment: main.sum },
          { fail: full, when: size(main.seen) > 12 }] }
        """
    ) { model, i, _ in
      let matching = model.numbers.filter { $0 < i }
      for number in matching { try model.main.note(number) }
      return !matching.isEmpty
    },
    ModelRule(
      text: """
        { match: mode, cases: {
          up: [{ increment: total }, { set: mode, value: down }],
          down: [{ decrement: total, by: action.i }, { set: mode, value: up, when: action.i > 1 }] } }
        """
    ) { model, i, _ in
      if model.isUp {
        model.total = try sum(model.total, 1)
        model.isUp = false
      } else {
        model.total = try sum(model.total, -i)
        if i > 1 { model.isUp = true }
      }
      return true
    },
    ModelRule(
      text: """
        { match: phase, cases: {
          idle: [{ set: phase, value: { busy: { left: "${action.j}" } } }],
          busy: [
            { decrement: item.left }, { increment: total, by: item.left },
            { set: phase, value: idle, when: item.left < 0 },
            { append: numbers, value: "${item.left}" }] } }
        """
    ) { model, _, j in
      guard var left = model.left else {
        model.left = j
        return true
      }
      left = try sum(left, -1)
      model.total = try sum(model.total, left)
      if left < 0 { throw Refused() }
      model.left = left
      model.numbers.append(left)
      return true
    },
    ModelRule(
      text: """
        { at: main, do: [
          { increment: item.sum, by: action.j }, { append: item.seen, value: "${item.sum}" },
          { remove: item.seen, where: it == 2, as: it }] }
        """
    ) { model, _, j in
      model.main.sum = try sum(model.main.sum, j)
      model.main.seen.append(model.main.sum)
      model.main.seen.removeAll { $0 == 2 }
      return true
    },
    ModelRule(text: "{ for-each: tallies, do: [{ increment: total, by: size(item.seen) }] }") {
      model, _, _ in
      for tally in model.tallies {
        model.total = try sum(model.total, Int64(tally.value.seen.count))
      }
      return !model.tallies.isEmpty
    },
    ModelRule(text: "{ clear: tallies }") { model, _, _ in
      model.tallies = []
      return true
    },
    ModelRule(text: "{ insert: numbers, index: action.i, values: main.seen }") { model, i, _ in
      let place = try index(i, below: model.numbers.count + 1)
      model.numbers.insert(contentsOf: model.main.seen, at: place)
      return true
    },
    ModelRule(text: "{ reset: numbers }") { model, _, _ in
      model.numbers = Model().numbers
      return true
    },
  ]

  /// With every second seed, lists become long. With every third seed, nobody else holds the
  /// states, so that they are changed in place.
  /// The number of seeds; `RANDOM_RULE_SEEDS` asks for another one.
  private static let seeds =
    ProcessInfo.processInfo.environment["RANDOM_RULE_SEEDS"].flatMap { Int($0) } ?? 40

  @Test(
    "A dispatch does what the model does, or is refused and changes nothing", arguments: 0..<seeds)
  func matchesModel(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let functions = RandomFunctions(&random)
    let rules = Self.rules + Self.rules(calling: functions, &random)
    let handlers = (0..<6).map { _ in
      (0..<Int.random(in: 1...4, using: &random)).map { _ in
        rules[Int.random(in: 0..<rules.count, using: &random)]
      }
    }
    let spec = try Self.spec(handlers, functions)
    let store = createStore(reducer: spec.reducer)
    let twin = try Self.spec(
      handlers.map { $0.map { ModelRule(text: $0.expanded ?? $0.text, run: $0.run) } }, nil)
    let expandedStore = createStore(reducer: twin.reducer)
    var handled = false
    store.observe { handled = !$0.changedKeys.isEmpty }
    var model = Model()
    var kept: [(state: Store.State, model: Model)] = []
    var steps = "scenario: random\nsteps:\n"
    for number in 0..<300 {
      let handler = Int.random(in: 0..<handlers.count, using: &random)
      let indices: ClosedRange<Int64> = seed.isMultiple(of: 2) ? -1...6 : -1...100
      let (i, j) = (
        Int64.random(in: indices, using: &random), Int64.random(in: indices, using: &random)
      )
      var expected = model
      var expectedHandled = false
      var isRefused = false
      do {
        for rule in handlers[handler] {
          if try rule.run(&expected, i, j) { expectedHandled = true }
        }
        model = expected
      } catch {
        isRefused = true
        expectedHandled = false
      }
      handled = false
      let refusal = Self.refusal(of: handler, i, j, by: spec, store)
      #expect((refusal != nil) == isRefused, "\(refusal ?? "")")
      #expect(handled == expectedHandled)
      #expect(try Self.model(of: store.state) == model)
      // An error in a function names it, and the functions that called it.
      let plainRefusal = refusal?.replacing(/, in 'f[0-9]'/, with: "")
      #expect(plainRefusal == Self.refusal(of: handler, i, j, by: twin, expandedStore))
      #expect(try Self.model(of: expandedStore.state) == model)
      if !seed.isMultiple(of: 3) { kept.append((store.state, model)) }
      if number < 40 {
        steps += """
            - dispatch: Go\(handler)
              with: { i: \(i), j: \(j) }
              expect: { handled: \(expectedHandled)\(isRefused ? ", error: true" : "") }

          """
      }
    }
    // States are values: each one that was kept is unchanged.
    for (state, model) in kept { #expect(try Self.model(of: state) == model) }
    let trace = try Self.trace(steps, of: spec)
    #expect(trace.contains("\"passed\":true"))
    #expect(trace == (try Self.trace(steps, of: twin)))
  }

  /// Returns the trace of a scenario.
  static func trace(_ scenario: String, of spec: CompiledSpec) throws -> String {
    let tree = try LibYAML.parse(
      Source(name: "random.scenario.yaml", text: "spec: random.yaml\n" + scenario))
    let file = try CheckedScenarioFile(
      checking: try ScenarioFile(decoding: tree), against: spec, try FragmentTable([]))
    var result = FileResult(name: "random.scenario.yaml")
    result.scenarios = Runner(recording: .states).run(file).scenarios
    var json = ""
    TraceReporter { json += $0 }.report([result])
    return json
  }

  /// Dispatches an action, and returns the code and message of its refusal, if it is refused.
  static func refusal(
    of handler: Int, _ i: Int64, _ j: Int64, by spec: CompiledSpec, _ store: Store
  ) -> String? {
    do throws(ActionError) {
      try store.perform(try spec.action("Go\(handler)", ["i": .int(i), "j": .int(j)]))
      return nil
    } catch {
      return "\(error.code): \(error.message)"
    }
  }

  /// - Parameter functions: The functions and constants of the spec; nil if there are none.
  static func spec(
    _ handlers: [[ModelRule]], _ functions: RandomFunctions?
  ) throws -> CompiledSpec {
    var text = """
      suas: 1
      \(functions?.declarations ?? "")
      enums: { Mode: [up, down] }
      variants: { Phase: { idle: {}, busy: { left: int } } }
      types: { Tally: { sum: int = 0, seen: "list(int) = []" } }
      rules:
        note:
          of: Tally
          params: { n: int, by: int = 1 }
          do:
            - append: seen
              value: ${n}
            - use: add
              with: { amount: "${by}" }
            - fail: full
              when: size(seen) > 12
        add: { of: Tally, params: { amount: int }, do: [{ increment: sum, by: amount }] }
        settle: { of: Tally, do: [{ clear: seen, when: size(seen) > 1 }] }
        shift:
          of: S
          params: { k: int }
          do:
            - append: numbers
              value: ${k}
            - use: note
              on: main
              with: { n: "${total}", by: "${k}" }
            - increment: total
      states:
        S:
          numbers: { type: list(int), default: [3, 1, 2] }
          counts: { type: map(int), default: { a: 1 } }
          total: int = 0
          tallies: map(Tally) = {}
          main: { type: Tally, default: {} }
          mode: Mode = up
          phase: Phase = idle
      actions:

      """
    for index in handlers.indices { text += "  Go\(index): { i: int, j: int }\n" }
    text += "reducers:\n  R:\n    state: S\n    on:\n"
    for (index, rules) in handlers.enumerated() {
      text += "      Go\(index):\n"
      for rule in rules {
        text += "        - \(rule.text.split(separator: "\n").joined(separator: " "))\n"
      }
    }
    let weight = functions == nil ? RandomFunctions.weightWrittenOut : RandomFunctions.weight
    text += """
      selectors:
        weight: { value: "${\(weight("store"))}" }
        all: { value: { weight: "${selected.weight}", main: "${store.S.main}" } }
      listeners:
        everything: {}
        heavier: { selector: weight, filter: "\(weight("new")) > \(weight("old"))" }
        all: { selector: all, filter: changed }
      """
    return try CompiledSpec(Source(name: "random.yaml", text: text))
  }

  static func model(of state: Store.State) throws -> Model {
    let record = try #require(state["S"] as? Record)
    guard case .list(let numbers) = record[0], case .map(let counts) = record[1],
      case .int(let total) = record[2], case .map(let tallies) = record[3],
      case .string(let mode) = record[5], case .record(let phase) = record[6]
    else { throw Refused() }
    var model = Model(numbers: try ints(numbers), total: total)
    model.counts = try counts.map { (try text($0.key), try int($0.value)) }
    model.tallies = try tallies.map { (try text($0.key), try tally($0.value)) }
    model.main = try tally(record[4])
    model.isUp = mode == "up"
    if case .record(let busy) = phase[1] { model.left = try int(busy[0]) }
    return model
  }

  private static func tally(_ value: Value) throws -> Model.Tally {
    guard case .record(let record) = value, case .list(let seen) = record[1] else {
      throw Refused()
    }
    return Model.Tally(sum: try int(record[0]), seen: try ints(seen))
  }

  private static func ints(_ list: CEL.List) throws -> [Int64] { try list.map(int) }

  private static func int(_ value: Value) throws -> Int64 {
    guard case .int(let int) = value else { throw Refused() }
    return int
  }

  private static func text(_ value: Value) throws -> String {
    guard case .string(let text) = value else { throw Refused() }
    return text
  }
}

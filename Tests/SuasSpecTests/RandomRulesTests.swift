import CEL
import Suas
import SuasSpec
import Testing
import YAML

/// Random rules, well typed by construction, compared with a plain model.
@Suite struct RandomRulesTests {
  /// The state in plain Swift.
  struct Model: Equatable {
    var numbers: [Int64] = [3, 1, 2]
    var counts: [(key: String, value: Int64)] = [("a", 1)]
    var total: Int64 = 0

    static func == (left: Model, right: Model) -> Bool {
      left.numbers == right.numbers && left.total == right.total
        && left.counts.elementsEqual(right.counts) { $0 == $1 }
    }
  }

  struct Refused: Error {}

  /// A rule in the notation of specs, and its effect on the model.
  struct ModelRule: Sendable {
    var text: String
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
    ModelRule(text: "{ reset: numbers }") { model, _, _ in
      model.numbers = Model().numbers
      return true
    },
  ]

  /// With every second seed, lists become long. With every third seed, nobody else holds the
  /// states, so that they are changed in place.
  @Test("A dispatch does what the model does, or is refused and changes nothing", arguments: 0..<40)
  func matchesModel(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let handlers = (0..<6).map { _ in
      (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Self.rules[Int.random(in: 0..<Self.rules.count, using: &random)]
      }
    }
    let spec = try Self.spec(handlers)
    let store = createStore(reducer: spec.reducer)
    var handled = false
    store.observe { handled = !$0.changedKeys.isEmpty }
    var model = Model()
    var kept: [(state: State, model: Model)] = []
    for _ in 0..<300 {
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
      do throws(ActionError) {
        try store.perform(try spec.action("Go\(handler)", ["i": .int(i), "j": .int(j)]))
        #expect(!isRefused)
      } catch {
        #expect(isRefused, "\(error)")
      }
      #expect(handled == expectedHandled)
      #expect(try Self.model(of: store.state) == model)
      if !seed.isMultiple(of: 3) { kept.append((store.state, model)) }
    }
    // States are values: each one that was kept is unchanged.
    for (state, model) in kept { #expect(try Self.model(of: state) == model) }
  }

  static func spec(_ handlers: [[ModelRule]]) throws -> CompiledSpec {
    var text = """
      suas: 1
      states:
        S:
          numbers: { type: list(int), default: [3, 1, 2] }
          counts: { type: map(int), default: { a: 1 } }
          total: int = 0
      actions:

      """
    for index in handlers.indices { text += "  Go\(index): { i: int, j: int }\n" }
    text += "reducers:\n  R:\n    state: S\n    on:\n"
    for (index, rules) in handlers.enumerated() {
      text += "      Go\(index):\n"
      for rule in rules { text += "        - \(rule.text)\n" }
    }
    return try CompiledSpec(Source(name: "random.yaml", text: text))
  }

  static func model(of state: State) throws -> Model {
    let record = try #require(state["S"] as? Record)
    guard case .list(let numbers) = record[0], case .map(let counts) = record[1],
      case .int(let total) = record[2]
    else { throw Refused() }
    return Model(
      numbers: numbers.compactMap { if case .int(let number) = $0 { number } else { nil } },
      counts: counts.compactMap { entry in
        guard case .string(let key) = entry.key, case .int(let value) = entry.value else {
          return nil
        }
        return (key, value)
      },
      total: total)
  }
}

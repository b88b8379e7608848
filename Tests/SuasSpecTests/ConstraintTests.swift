import CEL
import Suas
import SuasSpec
import Testing
import YAML

/// Constraints are checked wherever an action changed a value, by whatever rule.
@Suite struct ConstraintTests {
  /// Returns a spec with rules for an action `Go: { i: int, n: int }` on three items of quantity 1,
  /// 2 and 3.
  private static func spec(_ rules: String) throws -> CompiledSpec {
    try CompiledSpec(
      Source(
        name: "cart.yaml",
        text: """
          suas: 1
          types:
            Item: { quantity: { type: int, where: self > 0, default: 1 } }
          states:
            Cart:
              items:
                type: list(Item)
                where: size(self) <= 5
                default: [{ quantity: 1 }, { quantity: 2 }, { quantity: 3 }]
              byName: { type: map(Item), default: { a: { quantity: 1 } } }
              best: Item? = null
              total: { type: int, where: self < 100, default: 6 }
          actions:
            Go: { i: int, n: int }
          reducers:
            R:
              state: Cart
              on:
                Go:
          \(rules.split(separator: "\n").map { "        - \($0)" }.joined(separator: "\n"))
          """))
  }

  @Test(
    "An action that leaves a broken constraint anywhere is refused, and nothing of it is kept",
    arguments: [
      "{ set: \"items[action.i].quantity\", value: \"${action.n}\" }",
      "{ append: items, value: { quantity: \"${action.n}\" } }",
      "{ prepend: items, values: \"[Item{quantity: 1}, Item{quantity: action.n}]\" }",
      "{ insert: items, index: 1, value: { quantity: \"${action.n}\" } }",
      "{ set: items, value: \"${[Item{quantity: action.n}]}\" }",
      "{ set: \"byName[string(action.i)]\", value: { quantity: \"${action.n}\" } }",
      "{ set: byName.a.quantity, value: \"${action.n}\" }",
      "{ merge: byName.a, value: { quantity: \"${action.n}\" } }",
      "{ set: best, value: { quantity: \"${action.n}\" } }",
      "{ upsert: items, match: quantity, value: { quantity: \"${action.n}\" } }",
      "{ update: items, where: index == action.i, do: [{ set: item.quantity, value: \"${action.n}\" }] }",
      // Values that an action changes twice, and values that move in between.
      "{ append: items, value: { quantity: \"${action.n}\" } }\n{ move: items, from: 3, to: 0 }",
      "{ set: \"items[0].quantity\", value: \"${action.n}\" }\n{ swap: items, from: 0, to: 2 }",
      "{ set: \"items[2].quantity\", value: \"${action.n}\" }\n{ remove-at: items, index: 0 }",
      "{ set: \"items[0].quantity\", value: \"${action.n}\" }\n{ reverse: items }",
      "{ set: total, value: 7 }\n{ set: \"items[2].quantity\", value: \"${action.n}\" }",
      "{ set: total, value: \"${action.n > 0 ? 1 : 100}\" }",
    ])
  func breaking(rules: String) throws {
    let spec = try Self.spec(rules)
    let store = createStore(reducer: spec.reducer)
    let before = try #require(store.state["Cart"] as? Record)
    let broken = try spec.action("Go", ["i": 1, "n": 0])
    let error = #expect(throws: ActionError.self) { try store.perform(broken) }
    #expect(error?.code == "constraint-violated")
    #expect(store.state["Cart"] as? Record == before)
    try store.perform(try spec.action("Go", ["i": 1, "n": 9]))
    #expect(store.state["Cart"] as? Record != before)
  }

  @Test("A constraint on a container of the changed value is checked as well")
  func holders() throws {
    let spec = try Self.spec("{ append: items, value: { quantity: \"${action.n}\" } }")
    let store = createStore(reducer: spec.reducer)
    let action = try spec.action("Go", ["i": 0, "n": 1])
    try store.perform(action)
    try store.perform(action)
    let error = #expect(throws: ActionError.self) { try store.perform(action) }
    #expect(error?.message == "'Cart.items' breaks its constraint: size(self) <= 5")
  }
}

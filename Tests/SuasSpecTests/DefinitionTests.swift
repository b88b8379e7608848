import CEL
import Suas
import SuasSpec
import Testing
import YAML

@testable import SuasEngine

/// Constants and functions, in which any number of calls takes bounded time.
@Suite struct DefinitionTests {
  static func spec(_ functions: [String], calling expression: String) -> String {
    """
    suas: 1
    states: { S: { n: int = 0 } }
    actions: { Go: {} }
    functions:
    \(functions.map { "  \($0)" }.joined(separator: "\n"))
    reducers: { R: { state: S, on: { Go: [{ set: n, value: "${\(expression)}" }] } } }
    """
  }

  @Test(
    "Functions that call the former one twice cost no more than is allowed",
    arguments: [
      "former(x) + former(x)", "[1, 2].map(y, former(x + y)).sum()",
      "x < 0 ? former(x) : former(x) + former(x)",
    ])
  func calls(body: String) throws {
    let functions = (1...50).map {
      "f\($0): { params: { x: int }, value: \"\(body.replacing("former", with: "f\($0 - 1)"))\" }"
    }
    var spec = try CompiledSpec(
      yaml: Self.spec(
        ["f0: { params: { x: int }, value: x + 1 }"] + functions, calling: "f50(n)"))
    spec.limits.cost = 100_000
    let store = createStore(reducer: spec.reducer)
    #expect { try store.perform(try spec.action("Go")) } throws: { error in
      (error as? ActionError)?.code == "cost-exceeded"
    }
    #expect(store.state["S"] as? Record == spec.reducers[0].initial)
  }

  @Test("Values that functions make larger and larger cost no more than is allowed")
  func values() throws {
    let functions = (1...60).map {
      "f\($0): { params: { x: list(int) }, value: f\($0 - 1)(x) + f\($0 - 1)(x) }"
    }
    var spec = try CompiledSpec(
      yaml: Self.spec(
        ["f0: { params: { x: list(int) }, value: x + x }"] + functions, calling: "size(f60([n]))"))
    spec.limits.cost = 100_000
    let store = createStore(reducer: spec.reducer)
    #expect { try store.perform(try spec.action("Go")) } throws: { error in
      (error as? ActionError)?.code == "cost-exceeded"
    }
  }
}

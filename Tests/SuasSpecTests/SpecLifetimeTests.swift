import CEL
import Suas
import SuasSpec
import Testing

/// Specs whose functions take records, and whose records have constraints that call functions: these
/// hold each other.
@Suite struct SpecLifetimeTests {
  private static let text = """
    suas: 1
    types: { Price: { amount: { type: int, where: isFine(self) } } }
    functions:
      isFine: { params: { x: int }, value: x >= 0 }
      doubled: { params: { p: Price }, value: "p.amount + p.amount" }
    states: { S: { n: int = 0, p: { type: Price, default: { amount: 1 } } } }
    actions: { Go: { p: Price } }
    reducers: { R: { state: S, on: { Go: [{ set: n, value: "${doubled(action.p)}" }] } } }
    selectors: { twice: { value: "${doubled(store.S.p)}" } }

    """

  @Test("The types of a spec are freed with it, from YAML and from a bundle")
  func freed() throws {
    weak var checked: RecordType?
    weak var unpacked: RecordType?
    do {
      let spec = try CompiledSpec(yaml: Self.text)
      let bundled = try CompiledSpec(bundle: spec.bundle)
      checked = spec.checked.types.records["Price"]
      unpacked = bundled.checked.types.records["Price"]
      #expect(checked != nil && unpacked != nil)
    }
    #expect(checked == nil && unpacked == nil)
  }

  @Test("Functions see the types for as long as something of the spec is left")
  func kept() throws {
    let (store, action, selector) = try Self.parts()
    try store.perform(action)
    #expect((store.state["S"] as? Record)?[0] == .int(6))
    #expect(selector(store.state) == 2)
  }

  @Test("A selector outlives the store and the spec")
  func selector() throws {
    let (state, selector) = try {
      let (store, _, selector) = try Self.parts()
      return (store.state, selector)
    }()
    #expect(selector(state) == 2)
  }

  private static func parts() throws -> (Store, SpecAction, StateSelector<Int>) {
    let spec = try CompiledSpec(yaml: text)
    return (
      Suas.createStore(reducer: spec.reducer), try spec.action("Go", ["p": ["amount": 3]]),
      try spec.selector("twice", as: Int.self)
    )
  }
}

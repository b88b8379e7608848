import Suas
import SuasSpec
import Testing
import YAML

/// The examples of the documentation on bundles.
@Suite struct BundleExampleTests {
  private let bytes: [UInt8]

  init() throws {
    let yaml = """
      suas: 1
      states: { Counter: { value: int = 0 } }
      actions: { Add: {} }
      reducers:
        CounterReducer:
          state: Counter
          on: { Add: [{ increment: value }] }
      """
    bytes = try CompiledSpec(Source(name: "counter.yaml", text: yaml)).bundle
  }

  @Test("An app reads a bundle")
  func reading() throws {
    let spec = try CompiledSpec(bundle: bytes)
    try dispatch(to: spec)
  }

  @Test("A bundle has a name for diagnostics")
  func naming() throws {
    let spec = try CompiledSpec(bundle: bytes, name: "todo.suasbundle")
    try dispatch(to: spec)
  }

  private func dispatch(to spec: CompiledSpec) throws {
    let store = Suas.createStore(reducer: spec.reducer)
    try store.perform(try spec.action("Add"))
    #expect("\(store.state.keys)" == #"["Counter"]"#)
  }
}

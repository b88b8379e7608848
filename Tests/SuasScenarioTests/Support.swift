import CEL
import LibYAML
import SuasSpec
import Testing
import YAML

@testable import SuasScenario

/// A spec in which every kind of value has a field, and actions to change them.
let shop = """
  suas: 1
  enums: { Color: [red, green] }
  types:
    Item: { title: string, count: int = 0 }
  variants:
    Load: { idle: {}, loaded: { city: string, hits: int = 0 } }
  states:
    Shop:
      items: list(Item) = []
      byId: map(Item) = {}
      counts: { type: "map(int, int)", default: {} }
      total: int = 0
      price: double = 1.5
      note: string? = null
      color: Color = red
      load: Load = idle
      extra: any = null
  actions:
    Add: { title: string, count: int = 0 }
    Insert: { title: string }
    Rename: { index: int, title: string }
    Remove: { index: int }
    Put: { id: string, title: string }
    Drop: { id: string }
    Count: { key: int }
    Bump: { by: int = 1 }
    Write: { text: string? }
    Load: { city: string }
    Unload: {}
    Keep: { value: any }
    Nothing: {}
  reducers:
    Shop:
      state: Shop
      on:
        Add: [{ append: items, value: { title: "${action.title}", count: "${action.count}" } }]
        Insert: [{ insert: items, index: 0, value: { title: "${action.title}" } }]
        Rename: [{ set: "items[action.index].title", value: "${action.title}" }]
        Remove: [{ remove-at: items, index: action.index }]
        Put: [{ set: "byId[action.id]", value: { title: "${action.title}" } }]
        Drop: [{ delete: "byId[action.id]" }]
        Count: [{ increment: "counts[action.key]", default: 0 }]
        Bump: [{ increment: total, by: action.by }]
        Write: [{ set: note, value: "${action.text}" }]
        Load: [{ set: load, value: { loaded: { city: "${action.city}" } } }]
        Unload: [{ set: load, value: idle }]
        Keep: [{ set: extra, value: "${action.value}" }]
  """

/// Checks a scenario file that includes nothing but the given fragments.
func check(
  _ text: String, spec: String = shop, fragments: String? = nil
) throws(Diagnostics) -> CheckedScenarioFile {
  let spec = try CompiledSpec(Source(name: "shop.yaml", text: spec))
  let tree = try LibYAML.parse(Source(name: "s.yaml", text: "spec: shop.yaml\n" + text))
  var files: [FragmentFile] = []
  if let fragments {
    files = [
      try FragmentFile(
        decoding: try LibYAML.parse(Source(name: "f.yaml", text: "fragments:\n" + fragments)))
    ]
  }
  return try CheckedScenarioFile(
    checking: try ScenarioFile(decoding: tree), against: spec, try FragmentTable(files))
}

/// Runs a scenario file, and returns the results of its scenarios.
func run(_ text: String, fragments: String? = nil) throws -> [ScenarioResult] {
  Runner(recording: .states).run(try check(text, fragments: fragments)).scenarios
}

/// Runs one scenario with these steps, and returns its failures.
func failures(_ steps: String, given: String = "{}") throws -> [SuasScenario.Failure] {
  let result = try run("scenario: s\ngiven: { Shop: \(given) }\nsteps:\n\(steps)")
  return try #require(result.first).failures
}

/// Returns the mistakes in a scenario file, each as its code and the text that it points at.
func mistakes(_ text: String, fragments: String? = nil) -> [String] {
  do throws(Diagnostics) {
    _ = try check(text, fragments: fragments)
    return []
  } catch {
    return error.items.map { diagnostic in
      guard case .range(let range) = diagnostic.place else { return diagnostic.code.rawValue }
      return "\(diagnostic.code.rawValue) \(range.text)"
    }
  }
}

import Foundation
import LibYAML
import Testing
import YAML

/// Mistakes in files, which schemas have to find.
@Suite(.enabled(if: SchemaValidator.isExpected, "python3 has no module 'jsonschema'"))
struct PlantedMistakesTests {
  static let spec = """
    suas: 1
    enums: { Color: [red, green] }
    types: { Item: { title: string, count: int = 0 } }
    variants: { Load: { idle: {}, loaded: { city: string } } }
    states:
      Shop:
        items: list(Item) = []
        byId: map(int, Item) = {}
        color: Color = red
        load: Load = idle
        note: string? = null
        price: double = 1.5
        extra: any = null
    actions:
      Add: { item: Item, at: int? }
      Paint: { color: Color }
      Clear: {}
    reducers:
      ShopReducer:
        state: Shop
        on:
          Add: [{ append: items, value: "${action.item}" }]
          Paint: [{ set: color, value: "${action.color}" }]
          Clear: [{ clear: items }]
    selectors: { titles: { value: "${store.Shop.items.map(i, i.title)}" } }
    listeners: { all: {}, shop: { stateKey: Shop } }
    middleware: [async]
    effects:
      Wait: { payload: { time: duration }, run: { delay: "${action.time}" } }
    """

  /// Mistakes in the spec above, each with the text that it replaces.
  static let inSpecs: [(right: String, wrong: String)] = [
    ("suas: 1", "suas: 2"), ("suas: 1", "sues: 1"), ("{ Color: [red, green] }", "{ Color: red }"),
    ("Color: [red, green]", "Color: [red, 1]"), ("Shop:\n", "my-shop:\n"),
    ("list(Item) = []", "list(Item = []"), ("idle: {}", "idle: []"),
    ("append: items, value:", "append: items, valeu:"), ("set: color, value:", "set: color, with:"),
    ("set: color, value: \"${action.color}\"", "set: color"), ("clear: items", "clears: items"),
    ("clear: items", "clear: items, toggle: items"), ("clear: items", "clear: [items]"),
    ("clear: items", "clear: items, when: a, unless: b"), ("clear: items", "remove: items"),
    ("clear: items", "remove: items, where: true, value: 1"), ("state: Shop", "states: Shop"),
    ("stateKey: Shop", "stateKey: Shop, selector: titles"), ("[async]", "[asink]"),
    ("delay: \"${action.time}\"", "delay: 1s, http: { url: x }"),
    ("delay: \"${action.time}\"", "wait: 1s"),
    ("delay: \"${action.time}\"", "http: { uri: x }"),
    ("delay: \"${action.time}\"", "http: { url: x, expect: 99 }"),
    ("titles: {", "titles: { wenn: true,"),
    ("Clear: [{ clear: items }]", "Clear: { clear: items }"),
  ]

  @Test("The schema of specs refuses a planted mistake")
  func specs() throws {
    let schema = try Program.run(["schema", "spec"], in: packageRoot).output
    try expectRefusals(of: Self.inSpecs, in: Self.spec, by: [schema])
  }

  static let scenarios = """
    spec: shop.yaml
    scenarios:
      - name: Everything
        tags: [all]
        given: { Shop: { color: green } }
        steps:
          - dispatch: Add
            with: { item: { title: Tea } }
            times: 2
            expect:
              state: { Shop: { items: [{ title: Tea }, { $any: true }], load: idle } }
              handled: true
              notified: [all, { shop: { color: green } }]
              actions: [Add, { Add: { at: null } }]
              changes: { "Shop.items[0]": { title: Tea, count: 0 } }
              selected: { titles: [Tea, Tea] }
              that: size(store.Shop.items) == 2
          - { dispatch: Paint, with: { color: red } }
          - { dispatch: Wait, with: { time: 1s }, expect: { effects: [Wait] } }
          - { respond: Wait }
          - { advance: 1s, expect: { error: failed } }
          - { golden: { name: all, of: trace } }
          - { unlisten: shop }
          - { reset: store }
    """

  /// Mistakes that can be found without a spec.
  static let inScenarios: [(right: String, wrong: String)] = [
    ("spec: shop.yaml", "specs: shop.yaml"), ("name: Everything", "scenario: Everything"),
    ("tags: [all]", "tag: [all]"), ("times: 2", "times: 0"), ("times: 2", "time: 2"),
    ("handled: true", "handled: 1"), ("expect:\n", "expects:\n"),
    ("{ $any: true }", "{ $some: true }"),
    ("unlisten: shop", "unlisten: shop, note: x"), ("reset: store", "reset: all"),
    ("of: trace", "of: trails"), ("advance: 1s", "advance: soon"),
    ("respond: Wait", "respond: Wait, with: {}, fail: x"),
    ("that: size(store.Shop.items) == 2", "that: {}"), ("actions: [Add,", "actions: [[],"),
  ]

  /// Mistakes that can be found only with the spec.
  static let forTheSpec: [(right: String, wrong: String)] = [
    ("dispatch: Add", "dispatch: Ad"), ("item: { title: Tea }", "item: { titel: Tea }"),
    ("item: { title: Tea }", "at: 1"), ("color: red", "color: blue"), ("color: red", "colour: red"),
    ("{ color: green } }", "{ colour: green } }"), ("given: { Shop:", "given: { Shops:"),
    ("load: idle", "load: done"), ("[all, {", "[every, {"),
    ("{ shop: { color", "{ shop: { note: [], color"),
    ("\"Shop.items[0]\"", "\"Shops.items[0]\""), ("titles: [Tea, Tea]", "titel: []"),
    ("effects: [Wait]", "effects: [Add]"), ("respond: Wait", "respond: Add"),
    ("unlisten: shop", "unlisten: shops"),
    ("time: 1s", "time: soon"), ("actions: [Add,", "actions: [Wait,"),
  ]

  @Test("The schema of scenarios refuses a planted mistake, and more with a spec to go by")
  func scenarios() throws {
    let folder = try Folder()
    try folder.write(Self.spec, to: "shop.yaml")
    let loose = try Program.run(["schema", "scenario"], in: folder).output
    let narrow = try Program.run(["schema", "scenario", "--for", "shop.yaml"], in: folder).output
    try expectRefusals(of: Self.inScenarios, in: Self.scenarios, by: [loose, narrow])
    try expectRefusals(of: Self.forTheSpec, in: Self.scenarios, by: [narrow])
  }

  private func expectRefusals(
    of mistakes: [(right: String, wrong: String)], in text: String, by schemas: [String],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    for schema in schemas.indices {
      func document(_ text: String) throws -> SchemaValidator.Document {
        .init(schema: schema, json: try LibYAML.parse(Source(name: "", text: text)).json)
      }
      var documents = [try document(text)]
      for mistake in mistakes {
        let parts = text.components(separatedBy: mistake.right)
        try #require(parts.count > 1, "'\(mistake.right)' is not there", sourceLocation: location)
        documents.append(
          try document(
            parts[0] + mistake.wrong + parts.dropFirst().joined(separator: mistake.right)))
      }
      let verdicts = try SchemaValidator.verdicts(on: documents, by: schemas)
      #expect(verdicts.first == .some(nil), sourceLocation: location)
      for (verdict, mistake) in zip(verdicts.dropFirst(), mistakes) {
        #expect(verdict != nil, "'\(mistake.wrong)' was accepted", sourceLocation: location)
      }
    }
  }

  @Test("The schema command refuses files that are not specs, and '--for' with specs")
  func badInput() throws {
    let folder = try Folder()
    try folder.write("suas: 1\nstate: {}\n", to: "broken.yaml")
    let broken = try Program.run(["schema", "scenario", "--for", "broken.yaml"], in: folder)
    #expect(broken.status == 2 && broken.codes("error") == ["unknown-key"] && broken.output.isEmpty)
    let missing = try Program.run(["schema", "scenario", "--for", "none.yaml"], in: folder)
    #expect(missing.status == 2 && missing.codes("error") == ["file-not-found"])
    for arguments in [
      ["schema"], ["schema", "things"], ["schema", "spec", "--for", "broken.yaml"],
      ["schema", "scenario", "--root", "none"],
    ] {
      #expect(try Program.run(arguments, in: folder).status == 64, "\(arguments)")
    }
  }
}

import Foundation
import SuasLog
import SuasScenario
import Support
import Testing

@testable import SuasMonitor

/// All examples of the repository, played by forms that are filled in as the page does.
@Suite struct ExampleTests {
  /// Returns a text for a field of a form: its default, or the simplest value of its type.
  private func text(_ type: JSON, _ types: JSON, depth: Int = 0) -> String {
    switch type["is"].text {
    case "string": return "\"text\""
    case "int": return "1"
    case "double": return "1.5"
    case "bool": return "true"
    case "timestamp": return "2026-01-31T12:30:00Z"
    case "duration": return "1s"
    case "enum": return type["cases"].texts.first.map { "\"\($0)\"" } ?? "null"
    case "list": return depth > 3 ? "[]" : "[\(text(type["of"], types, depth: depth + 1))]"
    case "map":
      let key = text(type["key"], types)
      let value = text(type["of"], types, depth: depth + 1)
      return depth > 3 ? "{}" : "{\(key): \(value)}"
    case "record":
      let fields = types[type["ref"].text ?? ""]["fields"].items.map { field in
        "\"\(field["name"].text ?? "")\": \(text(field["type"], types, depth: depth + 1))"
      }
      return "{\(fields.joined(separator: ", "))}"
    case "variant":
      let cases = types[type["ref"].text ?? ""]["cases"].items
      return "\"\(cases.first { $0["fields"].items.isEmpty }?["name"].text ?? "")\""
    default: return "null"
    }
  }

  private func payload(_ fields: JSON, _ types: JSON) -> [String: String] {
    var payload: [String: String] = [:]
    for field in fields.items where field["isRequired"].flag == true {
      payload[field["name"].text ?? ""] = text(field["type"], types)
    }
    return payload
  }

  @Test(
    "Each action and effect of an example is sent from its form, and answered",
    arguments: Examples.names)
  func forms(name: String) throws {
    let played = try AskedMonitor(name).play()
    let spec = try played.ask("spec")
    let types = spec["types"]
    #expect(!spec["actions"].items.isEmpty)
    for declared in spec["actions"].items + spec["effects"].items {
      let name = try #require(declared["name"].text)
      try played.send(name, payload(declared["fields"], types))
      let entry = try played.entry()
      #expect(entry["clock"].text != nil)
      for effect in entry["effects"].items where effect["answerable"].flag == true {
        let form = spec["effects"].items.first { $0["name"].text == effect["effect"].text }
        _ = try played.monitor.answer(
          "respond",
          [
            "source": played.number, "n": played.last, "effect": effect["effect"].text ?? "",
            "which": effect["which"].number ?? 0,
            "with": payload(form?["answer"] ?? JSON(nil), types),
          ])
      }
    }
    for number in 0..<played.length {
      _ = try played.entry(number)
      _ = try played.ask("state", ["n": number])
    }
    for listener in spec["listeners"].texts("name") {
      try played.act("unlisten", ["listener": listener])
    }
    #expect(
      try played.ask("spec")["listeners"].items.allSatisfy { $0["isListening"].flag == false })
    let log = try played.ask("export", ["as": "log"])
    #expect(log["text"].text?.hasPrefix(#"{"suas-log":1"#) == true)
  }

  @Test(
    "What was played of an example is exported as a scenario that passes", arguments: Examples.names
  )
  func scenarios(name: String) throws {
    let played = try AskedMonitor(name).play()
    let spec = try played.ask("spec")
    for action in spec["actions"].items {
      try played.send(action["name"].text ?? "", payload(action["fields"], spec["types"]))
    }
    let export = try played.ask("export", ["from": 1, "as": "scenario", "name": "From the page"])
    #expect(export["file"].text == "from-the-page.scenario.yaml")
    let file = FileManager.default.temporaryDirectory.appending(
      path: "\(UUID().uuidString).scenario.yaml")
    try Data((export["text"].text ?? "").utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var loader = Loader(root: "/")
    let (files, unsound) = loader.scenarioFiles([file.path])
    #expect(unsound.isEmpty)
    let result = Runner().run(try #require(files.first))
    #expect(result.scenarios.count == 1)
    #expect(result.scenarios.flatMap(\.failures).map(\.message) == [])
  }

  @Test("An export begins where it is asked to, and before that where no scenario can begin")
  func exportRange() throws {
    let search = try AskedMonitor("search-cities").play()
    try search.send("TypeQuery", ["text": "Be"])
    try search.act("advance", ["by": "1s"])
    let middle = search.last
    try search.act(
      "respond", ["effect": "FetchCities", "with": ["body": "{RESULTS: [{name: Bern}]}"]])
    #expect(try search.value("Search.result") == "{loaded: {cities: [Bern]}}")
    let whole = try search.ask("export", ["from": 1, "as": "scenario"])
    #expect(whole["note"].isNull, "\(whole)")
    let part = try search.ask("export", ["from": middle + 1, "as": "scenario"])
    #expect(part["note"].text?.contains("it begins at entry") == true)
    #expect(part["text"].text?.contains("Bern") == true)
    _ = try search.refusal("export", ["from": 0, "to": 0])
    #expect(try search.ask("export", ["from": 3, "to": 999_999])["text"].text != nil)
    let named = try search.ask("export", ["name": "../../<b>\u{202E}\n${x}: 'é' #", "as": "log"])
    #expect(named["file"].text == "b-x.suaslog")
    _ = try search.ask("export", ["name": "../../<b>\u{202E}\n${x}: 'é' #", "as": "scenario"])
  }

  @Test("Forms have the types, defaults and documentation of a spec, and secrets are marked")
  func types() throws {
    let spec = try AskedMonitor(
      text: """
        suas: 1
        name: Types
        enums: { Size: [small, large] }
        types: { Item: { title: string, size: Size = small, next: Item? } }
        variants: { Screen: { none: {}, open: { item: Item, at: timestamp } } }
        states: { Types: { count: int = 0 } }
        actions:
          All:
            text: { type: string, default: "hello" }
            number: int
            ratio: double = 0.5
            flag: bool = false
            at: timestamp?
            wait: duration = 1s
            size: Size
            item: Item
            screen: Screen = none
            list: list(Item)
            map: "map(string, list(int))"
            anything: any
            maybe: int?
            id: { type: string, default: "${uuid()}" }
            secret: { type: string, sensitive: true }
        reducers: { R: { state: Types, on: { All: [{ increment: count }] } } }
        """
    ).play()
    let answer = try spec.ask("spec")
    let fields = answer["actions"][0]["fields"].items
    #expect(
      fields.map { $0["type"]["is"].text } == [
        "string", "int", "double", "bool", "optional", "duration", "enum", "record", "variant",
        "list", "map", "any", "optional", "string", "string",
      ])
    #expect(fields.map { $0["isSensitive"].flag } == Array(repeating: false, count: 14) + [true])
    #expect(fields[0]["default"].text == "hello" || fields[0]["default"].text == "\"hello\"")
    #expect(fields[13]["default"].isNull && fields[13]["isRequired"].flag == false)
    #expect(answer["types"]["Item"]["fields"].texts("name") == ["title", "size", "next"])
    #expect(answer["types"]["Screen"]["cases"].texts("name") == ["none", "open"])
    #expect(answer["types"]["Screen"]["cases"][1]["fields"].texts("name") == ["item", "at"])
    let payload = [
      "number": "9007199254740993", "size": "large", "item": "{title: x, next: {title: y}}",
      "list": "[{title: a}]", "map": "{a: [1, 2]}", "anything": "{x: [null]}", "secret": "s",
      "screen": "{open: {item: {title: z}, at: 2026-01-31T12:30:00+01:00}}", "maybe": "null",
    ]
    try spec.send("All", payload)
    #expect(try spec.value("Types.count") == "1")
    #expect(try spec.entry()["payload"].text?.contains("9007199254740993") == true)
  }
}

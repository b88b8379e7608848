import LibYAML
import Testing
import YAML

@Suite struct `Reading mappings` {
  private func read(
    _ text: String, _ body: (inout MappingReader) -> Void
  ) throws -> [String] {
    let sink = DiagnosticSink()
    let node = try LibYAML.parse(Source(name: "a.yaml", text: text))
    var reader = MappingReader(node, as: "a reducer", into: sink)
    body(&reader)
    reader.finish()
    return sink.items.map { item in
      guard case .range(let range) = item.place else { return item.message }
      let help = item.help.map { " (\($0))" }.joined()
      return "\(range.location) \(item.code.rawValue): \(item.message)\(help)"
    }
  }

  @Test func `keys that are asked for are no error`() throws {
    let found = try read("state: A\non: {}") { reader in
      #expect(reader.require("state")?.scalar?.text == "A")
      #expect(reader.value("on")?.mapping?.isEmpty == true)
      #expect(reader.value("initial") == nil)
      #expect(reader.isMapping)
    }
    #expect(found == [])
  }

  @Test func `a key nobody asked for is unknown, with the nearest name or all of them`() throws {
    let found = try read("stat: A\nzzz: 1") { _ = $0.value("state") }
    #expect(
      found == [
        "1:1 unknown-key: a reducer has no key 'stat' (did you mean 'state'?)",
        "2:1 unknown-key: a reducer has no key 'zzz' (its keys are state)",
      ])
  }

  @Test func `a missing key is reported at the first key`() throws {
    let found = try read("\n\non: 1") {
      _ = $0.value("on")
      #expect($0.require("state") == nil)
    }
    #expect(found == ["3:1 missing-key: a reducer needs the key 'state'"])
  }

  @Test func `a missing key is reported at the key of the mapping where that is known`() throws {
    let sink = DiagnosticSink()
    let node = try LibYAML.parse(Source(name: "a.yaml", text: "R:\n  on: 1"))
    let entry = try #require(node.mapping?.first)
    var reader = MappingReader(entry.value, as: "a reducer", under: entry.key, into: sink)
    _ = reader.require("state")
    guard case .range(let range) = sink.items.first?.place else {
      Issue.record("no range")
      return
    }
    #expect(range.text == "R")
    #expect(throws: Diagnostics.self) { try sink.throwErrors() }
  }

  @Test(arguments: [
    ("- a", "a list"), ("x", "a text"), ("1.5", "a number"), ("true", "a boolean"),
    ("'1'", "a text"),
  ])
  func `another kind is reported once`(_ text: String, _ kind: String) throws {
    let found = try read(text) { reader in
      _ = reader.require("state")
      #expect(!reader.isMapping)
    }
    #expect(found == ["1:1 wrong-kind: a reducer has to be a mapping, not \(kind)"])
  }

  @Test(arguments: ["", "~", "{}"])
  func `nothing is an empty mapping`(_ text: String) throws {
    let found = try read(text) { #expect($0.value("a") == nil) }
    #expect(found == [])
  }

  @Test func `entries that nobody asked for can be taken`() throws {
    let found = try read("a: 1\nb: 2\nc: 3") { reader in
      _ = reader.value("b")
      #expect(reader.remaining.map(\.key.text) == ["a", "c"])
      #expect(reader.takeRemaining().map(\.key.text) == ["a", "c"])
      #expect(reader.remaining.isEmpty)
    }
    #expect(found == [])
  }
}

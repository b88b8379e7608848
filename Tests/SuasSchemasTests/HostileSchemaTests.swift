import Foundation
import LibYAML
import SuasFormat
import SuasSchemas
import SuasSpec
import Support
import Testing
import YAML

/// Documents that somebody has damaged, or made to do harm. `HOSTILE_SCHEMAS` gives the number of
/// random ones, `RANDOM_SEED` the seed of the first: one more for each document.
@Suite struct HostileSchemaTests {
  private static let seeds: Range<Int> = {
    let first = number("RANDOM_SEED") ?? 1
    return first..<first + (number("HOSTILE_SCHEMAS") ?? 250)
  }()

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// Makes the types of a document; what comes out is a spec in the one layout, or diagnostics.
  private static func attempt(_ text: String) throws -> SchemaTypes? {
    let types: SchemaTypes
    do {
      types = try SchemaTypes(of: try LibYAML.parse(Source(name: "schema.json", text: text)))
    } catch SchemaTypes.Failure.diagnostics(let diagnostics) {
      #expect(diagnostics.hasErrors)
      #expect(!diagnostics.items.contains { $0.message.contains("would be no spec") })
      return nil
    } catch is Diagnostics {
      return nil
    }
    let source = Source(name: "types.yaml", text: types.text)
    _ = try CheckedSpec(checking: try Spec(decoding: try LibYAML.parse(source)))
    guard case .formatted(let bytes) = try Formatter.format(source) else {
      Issue.record("not formatted:\n\(types.text)")
      return types
    }
    #expect(String(decoding: bytes, as: UTF8.self) == types.text)
    return types
  }

  @Test("Whatever a damaged document leads to is a spec, or a diagnostic")
  func damaged() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Documents/feed.json")
    let words = try String(contentsOf: file, encoding: .utf8).matches(
      of: /"[^"]*"|[0-9.]+|true|false|[{}\[\]:,]|\s+/
    ).map { String($0.0) }
    #expect(words.joined().contains("\"openapi\""))
    var made = 0
    for seed in Self.seeds {
      var random = Support.SplitMix64(seed: UInt64(seed))
      var damaged = words
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: 0..<damaged.count, using: &random)
        // A word in the place of another one of its kind mostly leads to another document.
        let first = damaged[index].first
        let others = words.filter { $0.first == first && $0.count > 1 }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: damaged.remove(at: index)
        case 1: damaged.insert(damaged[index], at: index)
        default: damaged[index] = others.randomElement(using: &random) ?? damaged[index]
        }
      }
      if try Self.attempt(damaged.joined()) != nil { made += 1 }
    }
    #expect(made > Self.seeds.count / 4)
  }

  @Test("Whatever a random document leads to is a spec, or a diagnostic")
  func made() throws {
    var made = 0
    for seed in Self.seeds {
      var maker = SchemaGenerator(seed: UInt64(seed))
      if try Self.attempt(maker.document()) != nil { made += 1 }
    }
    #expect(made > Self.seeds.count / 2)
  }

  /// Documents that would take long, or have no end, with what is expected of them.
  static let large: [(title: String, text: String)] = [
    (
      "each schema has the next one twice",
      document(
        (0..<60).map { "{\"allOf\":[\(reference($0 + 1)),\(reference($0 + 1))]}" } + [record])
    ),
    (
      "each choice has the next one twice",
      document(
        (0..<60).map {
          """
          {"oneOf":[\(reference($0 + 1)),{"allOf":[\(reference($0 + 1)),{"minProperties":1}]}]}
          """
        } + [record])
    ),
    (
      "a chain of records is longer than the language has them",
      document((0..<1000).map { "{\"properties\":{\"a\":\(reference($0 + 1))}}" } + [record])
    ),
    (
      "a circle of records is longer than the language has them",
      document(
        (0..<1000).map {
          "{\"properties\":{\"a\":\(reference(($0 + 1) % 1000))},\"required\":[\"a\"]}"
        })
    ),
    ("a chain of references is long", document((0..<100_000).map { reference($0 + 1) } + [record])),
    (
      "lists are in lists",
      document([
        "{\"properties\":{\"a\":" + String(repeating: "{\"items\":", count: 60) + "{}"
          + String(repeating: "}", count: 60) + "}}"
      ])
    ),
    (
      "a record has many fields, and a text many values",
      document([
        "{\"properties\":{"
          + (0..<20_000).map { "\"a\($0)\":\(reference(1))" }.joined(separator: ",") + "}}",
        "{\"enum\":[" + (0..<20_000).map { "\"b-\($0)\"" }.joined(separator: ",") + "]}",
      ])
    ),
  ]

  private static let record = "{\"properties\":{\"a\":{\"type\":\"string\"}}}"

  private static func reference(_ number: Int) -> String { "{\"$ref\":\"#/$defs/A\(number)\"}" }

  private static func document(_ schemas: [String]) -> String {
    let members = schemas.enumerated().map { "\"A\($0)\":\($1)" }
    return "{\"$defs\":{\(members.joined(separator: ",\n"))}}"
  }

  @Test(
    "A document that refers to itself without an end, or is large, takes a short time",
    arguments: large.map(\.title))
  func largeDocument(title: String) throws {
    let document = try #require(Self.large.first { $0.title == title })
    let start = ContinuousClock.now
    #expect(try Self.attempt(document.text) != nil)
    #expect(ContinuousClock.now - start < .seconds(60))
  }
}

/// Makes documents with all keywords of schemas, with values that they should and should not have.
struct SchemaGenerator {
  private var random: Support.SplitMix64

  init(seed: UInt64) { random = Support.SplitMix64(seed: seed) }

  private static let names = [
    "Pet", "pet-store", "a.b", "list", "in", "string", "", "9", "ä", "x y", "\\u0000\\n#", "T",
    "type",
    "self", "true", "no", "PetKind", "PetKind2", "~0~1", "%", "\\\"'", "${x}", "\\u202e",
  ]
  private static let kinds = [
    "null", "boolean", "integer", "number", "string", "array", "object", "file",
  ]
  private static let scalars = [
    "0", "1", "-1", "1.5", "1e400", "99999999999999999999", "-9223372036854775808", "true", "false",
    "null",
    "\"\"", "\"a\"", "\"in\"", "\"a b\"", "\"^a(\"", "\"^[a-z]+$\"", "\"${now}\"",
    "\"2020-01-01T00:00:00Z\"", "[]",
    "{}", "[1, \"a\"]", "\"a: b # c\"", "\"\\u0007\\u2028 \\ufffe\\u0085\"",
  ]

  private mutating func one<Item>(_ items: [Item]) -> Item {
    items[Int.random(in: 0..<items.count, using: &random)]
  }
  private mutating func count(_ most: Int) -> Int { Int.random(in: 0...most, using: &random) }

  mutating func document() -> String {
    let section = one([
      "\"$defs\"", "\"definitions\"", "\"openapi\": \"3.1.0\", \"components\": {\"schemas\"",
    ])
    let names = Self.names.shuffled(using: &random).prefix(1 + count(9))
    let schemas = names.map { "\"\($0)\": \(schema(4))" }.joined(separator: ", ")
    return "{\(section): {\(schemas)}\(section.contains("{") ? "}" : "")}"
  }

  private mutating func schemas(_ depth: Int) -> String {
    "[\((0..<1 + count(2)).map { _ in schema(depth - 1) }.joined(separator: ", "))]"
  }

  private mutating func members(_ depth: Int) -> String {
    let names = Self.names.shuffled(using: &random).prefix(1 + count(4))
    return "{\(names.map { "\"\($0)\": \(schema(depth - 1))" }.joined(separator: ", "))}"
  }

  private mutating func schema(_ depth: Int) -> String {
    guard depth > 0 else { return "{\"type\": \"\(one(Self.kinds))\"}" }
    var entries: [String: String] = [:]
    for _ in 0..<1 + count(4) {
      switch count(18) {
      case 0, 1: entries["type"] = "\"\(one(Self.kinds))\""
      case 2: entries["type"] = "[\"\(one(Self.kinds))\", \"\(one(Self.kinds))\"]"
      case 3, 4, 5: entries["properties"] = members(depth)
      case 6: entries["required"] = "[\"\(one(Self.names))\", \"\(one(Self.names))\"]"
      case 7: entries["items"] = schema(depth - 1)
      case 8: entries["additionalProperties"] = schema(depth - 1)
      case 9: entries["allOf"] = schemas(depth)
      case 10: entries[one(["oneOf", "anyOf"])] = schemas(depth)
      case 11: entries["enum"] = "[\(one(Self.scalars)), \(one(Self.scalars)), \"a\", \"b\"]"
      case 12: entries["const"] = one(Self.scalars)
      case 13: entries["default"] = one(Self.scalars)
      case 14: entries["description"] = one(Self.scalars)
      case 15, 16:
        let section = one(["$defs", "definitions", "components/schemas"])
        entries["$ref"] = "\"#/\(section)/\(one(Self.names))\""
      case 17:
        let keyword = one([
          "minLength", "maxLength", "pattern", "minimum", "maximum", "exclusiveMinimum",
          "multipleOf",
          "minItems", "uniqueItems", "maxProperties",
        ])
        entries[keyword] = one(Self.scalars)
      default:
        let keyword = one([
          "format", "nullable", "not", "propertyNames", "patternProperties", "prefixItems",
          "discriminator", "writeOnly",
        ])
        entries[keyword] = count(1) == 0 ? one(Self.scalars) : schema(depth - 1)
      }
    }
    let text = entries.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
    return "{\(text.joined(separator: ", "))}"
  }
}

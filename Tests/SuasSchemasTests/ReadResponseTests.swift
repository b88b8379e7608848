import CEL
import LibYAML
import SuasLanguage
import SuasProgram
import SuasSchemas
import SuasSpec
import Testing
import YAML

/// The types are those of the JSON that their schemas describe.
@Suite struct ReadResponseTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let title: String
    /// The schema of the property `x`, and others that it refers to.
    let schema: String
    /// Objects that the schema allows.
    let allowed: [String]
    /// Objects that it does not allow.
    let refused: [String]

    var testDescription: String { title }
  }

  static let examples: [Example] = [
    Example(
      title: "a required text with limits",
      schema: #"{ type: string, minLength: 2, maxLength: 3, pattern: "^[a-zé]" }"#,
      allowed: ["{ x: ab }", "{ x: é12, other: 1 }"],
      refused: ["{}", "{ x: null }", "{ x: a }", "{ x: abcd }", "{ x: '1ab' }", "{ x: 12 }"]),
    Example(
      title: "numbers",
      schema: "{ type: number, minimum: 0, exclusiveMaximum: 2.5 }",
      allowed: ["{ x: 0 }", "{ x: 2.4 }"],
      refused: ["{ x: -0.1 }", "{ x: 2.5 }", "{ x: '1' }"]),
    Example(
      title: "whole numbers with broken limits",
      schema: "{ type: integer, minimum: 0.5, maximum: 3.5, multipleOf: 3 }",
      allowed: ["{ x: 3 }"], refused: ["{ x: 0 }", "{ x: 1 }", "{ x: 6 }", "{ x: 1.5 }"]),
    Example(
      title: "texts that are no names, or null",
      schema: #"{ enum: [in-progress, done, null] }"#,
      allowed: ["{ x: in-progress }", "{ x: null }"], refused: ["{ x: other }", "{ x: 1 }"]),
    Example(
      title: "lists of lists with null",
      schema: """
        { type: array, minItems: 1, uniqueItems: true, items: { type: array, items: \
        { type: [integer, "null"], maximum: 5 } } }
        """,
      allowed: ["{ x: [[1, null], []] }"],
      refused: ["{ x: [] }", "{ x: [[6]] }", "{ x: [[1], [1]] }"]),
    Example(
      title: "a map with the keys of an enum",
      schema: """
        { type: object, maxProperties: 1, propertyNames: { enum: [a, b] }, additionalProperties: \
        { type: string, minLength: 1 } }
        """,
      allowed: ["{ x: {} }", "{ x: { a: t } }"],
      refused: ["{ x: { c: t } }", "{ x: { a: t, b: t } }", "{ x: { a: '' } }"]),
    Example(
      title: "objects with one property each of which there is one",
      schema: """
        { oneOf: [{ required: [a], properties: { a: { required: [n], properties: { n: { type: integer } } } } }, \
        { required: [b], properties: { b: { properties: { t: { type: string } } } } }, { const: none }] }
        """,
      allowed: ["{ x: { a: { n: 1 } } }", "{ x: { b: {} } }", "{ x: none }"],
      refused: ["{ x: { a: {} } }", "{ x: {} }", "{ x: { c: {} } }", "{ x: some }"]),
    Example(
      title: "objects with one property each of which there may be several",
      schema: """
        { anyOf: [{ required: [a], properties: { a: { properties: { n: { type: integer } } } } }, \
        { required: [b], properties: { b: { properties: { t: { type: string } } } } }] }
        """,
      allowed: ["{ x: { a: { n: 1 } } }", "{ x: { a: {}, b: { t: x } } }"],
      refused: ["{ x: { a: 1 } }"]),
    Example(
      title: "objects that a property tells apart",
      schema: """
        { oneOf: [{ required: [kind, n], properties: { kind: { const: a }, n: { type: integer }, \
        both: { type: string, minLength: 1 } } }, { required: [kind], properties: { kind: { const: b }, \
        n: { type: number }, both: { type: string } } }], required: [id], properties: { id: { type: string } } }
        """,
      allowed: ["{ x: { id: i, kind: a, n: 1 } }", "{ x: { id: i, kind: b, n: 1.5, both: '' } }"],
      refused: ["{ x: { kind: a, n: 1 } }", "{ x: { id: i, kind: c } }"]),
    Example(
      title: "an object that is described, or any",
      schema: "{ anyOf: [{ properties: { n: { type: integer } } }, { type: object }] }",
      allowed: ["{ x: { n: text } }", "{ x: {} }"], refused: ["{ x: 1 }", "{}"]),
    Example(
      title: "a list of texts, or any",
      schema: "{ anyOf: [{ type: array, items: { type: string } }, { type: array }] }",
      allowed: ["{ x: [1, a] }"], refused: ["{ x: a }"]),
    Example(
      title: "an object, or anything",
      schema: "{ anyOf: [{ properties: { n: { type: integer } } }, {}] }",
      allowed: ["{ x: { n: text } }", "{ x: 1 }"], refused: ["{}"]),
    Example(
      title: "an object with one of two properties",
      schema: """
        { properties: { a: { type: string }, b: { type: string } }, anyOf: [{ required: [a] }, \
        { required: [b] }] }
        """,
      allowed: ["{ x: { a: s } }", "{ x: { b: s } }"], refused: ["{ x: { a: 1 } }"]),
    Example(
      title: "joined objects",
      schema: """
        { allOf: [{ required: [a], properties: { a: { type: string } } }, { required: [b], properties: \
        { a: { minLength: 2 }, b: { type: boolean } } }] }
        """,
      allowed: ["{ x: { a: ab, b: true } }"],
      refused: ["{ x: { a: a, b: true } }", "{ x: { a: ab } }"]),
    Example(
      title: "times",
      schema: "{ type: string, format: date-time }",
      allowed: ["{ x: '2024-02-29T12:00:00.5+01:00' }"],
      refused: ["{ x: '2023-02-29T12:00:00Z' }", "{ x: today }"]),
  ]

  private static func value(_ text: String) throws -> Value {
    let sink = DiagnosticSink()
    let reader = ValueReader(constantsOf: TypeTable(), failure: .invalidLiteral, sink: sink)
    let node = try LibYAML.parse(Source(name: "value", text: text))
    return try #require(reader.literal.readConstant(node, as: .any))
  }

  @Test(
    "What a schema allows is read as its type, and what it does not is refused", arguments: examples
  )
  func reading(example: Example) throws {
    let document = "title: R\nrequired: [x]\nproperties:\n  x: \(example.schema)\n"
    let types = try SchemaTypes(of: try LibYAML.parse(Source(name: "schema", text: document)))
    let tree = try LibYAML.parse(Source(name: "types", text: types.text))
    let table = try CheckedSpec(checking: try Spec(decoding: tree)).types
    for text in example.allowed {
      #expect(throws: Never.self, "\(text) as\n\(types.text)") {
        _ = try table.read(try Self.value(text), as: .record("R"))
      }
    }
    for text in example.refused {
      #expect(throws: EvaluationError.self, "\(text) as\n\(types.text)") {
        _ = try table.read(try Self.value(text), as: .record("R"))
      }
    }
  }
}

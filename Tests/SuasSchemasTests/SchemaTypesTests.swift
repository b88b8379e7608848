import LibYAML
import SuasFormat
import SuasSchemas
import Testing
import YAML

/// What is written for schemas, without the lines that every result begins with.
@Suite struct SchemaTypesTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let title: String
    /// The schemas under `$defs`.
    let schemas: String
    let types: String
    /// The warnings, each with its line.
    var warnings: [String] = []

    var testDescription: String { title }
  }

  static let values: [Example] = [
    Example(
      title: "Kinds of values are types",
      schemas: """
        R:
          properties:
            a: { type: boolean }
            b: { type: integer, format: int64 }
            c: { type: number }
            d: { type: string, format: date-time }
            e: { type: array, items: { type: string } }
            f: { type: object, additionalProperties: { type: integer } }
            g: { type: object }
            h: {}
          required: [a, b, c, d, e, f, g, h]
        """,
      types: """
        types:
          R:
            a: bool
            b: int
            c: double
            d: timestamp
            e: list(string)
            f: map(int)
            g: map(any)
            h: any
        """),
    Example(
      title: "What may be missing or null is optional, unless it has a default",
      schemas: """
        R:
          properties:
            a: { type: string }
            b: { type: [string, "null"] }
            c: { type: string, nullable: true }
            d: { type: integer, default: 3 }
            e: { anyOf: [{ type: integer }, { type: "null" }], default: 4 }
            f: { type: array, items: { type: integer, nullable: true } }
          required: [b, c, f]
        """,
      types: """
        types:
          R:
            a: string?
            b: string?
            c: string?
            d: int = 3
            e: int? = 4
            f: list(int?)
        """),
    Example(
      title: "Limits are conditions",
      schemas: """
        R:
          properties:
            a: { type: string, minLength: 1, maxLength: 5, pattern: "^[a-z]+$" }
            b: { type: integer, minimum: 0, exclusiveMaximum: 10, multipleOf: 2 }
            c: { type: number, minimum: 0, exclusiveMinimum: true }
            d: { type: array, items: { type: string, minLength: 2 }, minItems: 1 }
            i: { type: array, items: { type: string }, uniqueItems: true }
            e: { type: object, additionalProperties: { type: integer, maximum: 9.5 }, maxProperties: 3 }
            f: { type: string, nullable: true, minLength: 1 }
            g: { type: integer, enum: [1, 2] }
            h: { const: fixed }
          required: [a, b, c, d, e, f, g, h, i]
        """,
      types: """
        types:
          R:
            a: { type: string, where: 'size(self) >= 1 && size(self) <= 5 && self.matches("^[a-z]+$")' }
            b: { type: int, where: self >= 0 && self < 10 && self % 2 == 0 }
            c: { type: double, where: self > 0.0 }
            d: { type: list(string), where: "self.all(item, size(item) >= 2) && size(self) >= 1" }
            i: { type: list(string), where: size(self.distinct()) == size(self) }
            e: { type: map(int), where: "self.all(key, item, item <= 9) && size(self) <= 3" }
            f: { type: string?, where: self == null || size(self) >= 1 }
            g: { type: int, where: "self in [1, 2]" }
            h: { type: string, where: self == "fixed" }
        """),
    Example(
      title: "Defaults are kept where they fit",
      schemas: """
        R:
          properties:
            a: { type: string, default: all }
            b: { type: string, default: "" }
            c: { type: string, default: "two words ${x}" }
            d: { type: array, items: { type: integer }, default: [1, 2] }
            e: { enum: [red, green], default: red }
            f: { type: number, default: 1 }
            g: { type: integer, default: many }
            h: { type: integer, minimum: 5, default: 1 }
            i: { type: string, default: "true" }
            j: { type: boolean, default: false }
        """,
      types: """
        enums:
          RE: [red, green]

        types:
          R:
            a: string = all
            b: string = ""
            c: { type: string, default: "two words $${x}" }
            d: { type: list(int), default: [1, 2] }
            e: RE = red
            f: double = 1.0
            g: int?
            h: { type: int?, where: self == null || self >= 5 }
            i: { type: string, default: "true" }
            j: bool = false
        """,
      warnings: [
        "10: this default is left out: it does not fit, or has fields",
        "11: this default is left out: it does not fit, or has fields",
      ]),
    Example(
      title: "Descriptions of fields are kept, those of types are comments",
      schemas: """
        R:
          description: "What # is\\n\\n  shown: a card."
          properties:
            a: { type: string, description: "A title: short." }
            b: { type: string, format: password }
          required: [a, b]
        """,
      types: """
        types:
          # What # is
          #
          # shown: a card.
          R:
            a: { type: string, description: "A title: short." }
            b: { type: string, sensitive: true }
        """),
  ]

  static let compositions: [Example] = [
    Example(
      title: "Texts are an enum if all of them are names, else a condition",
      schemas: """
        Color: { type: string, enum: [red, green] }
        R:
          properties:
            a: { $ref: "#/$defs/Color" }
            b: { type: string, enum: [in-progress, done] }
            c: { oneOf: [{ const: one }, { const: two }] }
            d: { type: object, propertyNames: { $ref: "#/$defs/Color" }, additionalProperties: true }
          required: [a, b, c, d]
        """,
      types: """
        enums:
          Color: [red, green]
          RC: [one, two]

        types:
          R:
            a: Color
            b: { type: string, where: 'self in ["in-progress", "done"]' }
            c: RC
            d: map(Color, any)
        """,
      warnings: ["6: 'in-progress' cannot be a case, so the texts are judged by a condition"]),
    Example(
      title: "Objects without a name are records with the names of their places",
      schemas: """
        pet-list:
          properties:
            pets: { type: array, items: { properties: { name: { type: string } }, required: [name] } }
            owner: { properties: { name: { type: string } }, required: [name] }
          required: [pets, owner]
        list: { properties: { pets: { $ref: "#/$defs/pet-list" } }, required: [pets] }
        """,
      types: """
        types:
          PetList: { pets: list(PetListPetsItem), owner: PetListOwner }
          PetListPetsItem: { name: string }
          PetListOwner: { name: string }
          List: { pets: PetList }
        """),
    Example(
      title: "allOf joins objects, and is another name for a single one",
      schemas: """
        A: { properties: { a: { type: string } }, required: [a] }
        B:
          allOf: [{ $ref: "#/$defs/A" }, { required: [b] }]
          properties: { b: { type: integer } }
        C: { allOf: [{ $ref: "#/$defs/A" }], description: Like A. }
        D: { properties: { c: { $ref: "#/$defs/C" } }, required: [c] }
        """,
      types: """
        # C is A

        types:
          A: { a: string }
          B: { b: int, a: string }
          D: { c: A }
        """),
    Example(
      title: "Objects with one property each are a variant, and texts cases without fields",
      schemas: """
        Shape:
          oneOf:
            - properties: { circle: { properties: { radius: { type: number } }, required: [radius] } }
              required: [circle]
            - properties: { square: { $ref: "#/$defs/Square" } }
              required: [square]
            - const: nothing
        Square: { properties: { side: { type: number } }, required: [side] }
        """,
      types: """
        types:
          Square: { side: double }

        variants:
          Shape:
            circle: { radius: double }
            square: { side: double }
            nothing: {}
        """),
    Example(
      title: "Other objects of a choice are one record",
      schemas: """
        Pet:
          oneOf: [{ $ref: "#/$defs/Cat" }, { $ref: "#/$defs/Dog" }]
          discriminator: { propertyName: kind }
        Cat: { properties: { kind: { const: cat }, lives: { type: integer } }, required: [kind, lives] }
        Dog: { properties: { kind: { const: dog }, age: { type: number } }, required: [kind, age] }
        """,
      types: """
        enums:
          PetKind: [cat, dog]

        types:
          Pet: { kind: PetKind, lives: int?, age: double? }

          Cat:
            kind: { type: string, where: self == "cat" }
            lives: int

          Dog:
            kind: { type: string, where: self == "dog" }
            age: double
        """,
      warnings: [
        "3: 'oneOf' of objects: one record has the fields of all, of which a value has some"
      ]),
    Example(
      title: "Records in those that are joined are any, unless they are the same",
      schemas: """
        X: { anyOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }] }
        A: { properties: { same: { $ref: "#/$defs/B" }, x: { $ref: "#/$defs/A" } }, required: [same, x] }
        B: { properties: { same: { $ref: "#/$defs/B" }, x: { $ref: "#/$defs/B" } } }
        """,
      types: """
        types:
          X: { same: B?, x: any? }
          A: { same: B, x: A? }
          B: { same: B?, x: B? }
        """,
      warnings: [
        "3: records that stand for each other in one that is joined become 'any'"
      ]),
    Example(
      title: "A record holds itself through lists, maps and null",
      schemas: """
        Node:
          properties:
            children: { type: array, items: { $ref: "#/$defs/Node" } }
            parent: { $ref: "#/$defs/Node" }
            twin: { $ref: "#/$defs/Other" }
          required: [children, twin]
        Other: { properties: { node: { $ref: "#/$defs/Node" } }, required: [node] }
        """,
      types: """
        types:
          Node: { children: list(Node), parent: Node?, twin: Other }
          Other: { node: Node? }
        """),
  ]

  static let notExpressed: [Example] = [
    Example(
      title: "What a type does not say is told",
      schemas: """
        R:
          properties:
            a: { type: [string, integer] }
            b: { type: string, not: { const: x } }
            c: { type: string, pattern: "^(?!x)" }
            d: { $ref: "other.json#/X" }
            e: { $ref: "#/$defs/None" }
            f-g: { type: string }
            namespace: { type: string }
            h: { type: string, writeOnly: true }
            i: { type: array, prefixItems: [{ type: string }] }
            j: { type: integer, format: uint64 }
            k: false
            l: { type: number, multipleOf: 0.01 }
          patternProperties: { "^x-": { type: string } }
          required: [a, b, c, d, e, i, j, k, l]
        """,
      types: """
        types:
          R:
            a: any
            b: string
            c: string
            d: any
            e: any
            i: list(any)
            j: int
            k: any
            l: double
        """,
      warnings: [
        "4: values of several kinds become 'any'",
        "5: 'not' is not judged here",
        "6: 'pattern' is not judged here",
        "7: this leads out of the document, and becomes 'any'",
        "8: this leads nowhere in the document, and becomes 'any'",
        "9: 'f-g' cannot be the name of a field, and is left out",
        "10: 'namespace' cannot be the name of a field, and is left out",
        "11: 'h' is only sent, so no response has it: it is left out",
        "12: the elements of a list have one type: they become 'any'",
        "13: an int ends at 9223372036854775807: beyond, the response is a failure",
        "14: no value meets this schema: it becomes 'any'",
        "15: 'multipleOf' is not judged here",
        "16: the names of properties are not judged, unless they are those of an enum",
        "16: what a record has besides its properties is passed over",
      ]),
    Example(
      title: "A circle without a record ends",
      schemas: """
        A: { type: array, items: { $ref: "#/$defs/A" } }
        B: { allOf: [{ $ref: "#/$defs/B" }], properties: { a: { $ref: "#/$defs/A" } }, required: [a] }
        C: { oneOf: [{ $ref: "#/$defs/C" }, { type: string }] }
        D: { $ref: "#/$defs/D" }
        """,
      types: """
        # A is list(any)
        # C is string
        # D is any

        types:
          B: { a: list(any) }
        """,
      warnings: [
        "2: this holds itself without a record between: it becomes 'any' there",
        "3: a schema refers to itself here, which adds nothing to it",
        "5: this holds itself without a record between: it becomes 'any' there",
      ]),
  ]

  @Test(
    "A schema is written as types, and what they do not express is told",
    arguments: values + compositions + notExpressed)
  func types(example: Example) throws {
    let indented = example.schemas.split(separator: "\n").map { "  \($0)\n" }.joined()
    let text = "$defs:\n\(indented)"
    let types = try SchemaTypes(of: try LibYAML.parse(Source(name: "schema.yaml", text: text)))
    #expect(
      types.text == "suas: 1\ndescription: Types of schema.yaml, written by suas-run types.\n\n"
        + example.types + "\n")
    let warnings = types.warnings.items.map { item in
      guard case .range(let range) = item.place else { return item.message }
      return "\(range.location.line + 1): \(item.message)"
    }
    #expect(warnings == example.warnings)
    #expect(types.warnings.items.allSatisfy { $0.code == .notExpressed && $0.severity == .warning })
  }
}

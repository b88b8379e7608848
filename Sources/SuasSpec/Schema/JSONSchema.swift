/// The parts that JSON Schemas (2020-12) of our files are made of.
package enum JSONSchema {
  /// A whole schema, its definitions by their names.
  package static func document(
    title: String, _ root: JSON, definitions: [(key: String, value: JSON)]
  ) -> JSON {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title),
    ] + root + ["$defs": .object(definitions)]
  }

  package static func reference(_ definition: String) -> JSON {
    ["$ref": .string("#/$defs/\(definition)")]
  }

  /// One of the keys that a mapping may have.
  package struct Key: Sendable {
    package let name: String
    package let schema: JSON
    package let isRequired: Bool

    package static func required(_ name: String, _ schema: JSON, _ description: String) -> Key {
      Key(name: name, schema: schema.described(description), isRequired: true)
    }

    package static func optional(_ name: String, _ schema: JSON, _ description: String) -> Key {
      Key(name: name, schema: schema.described(description), isRequired: false)
    }
  }

  /// A mapping with these keys and no others.
  ///
  /// - Parameter mayBeNothing: Whether nothing at all stands for a mapping without keys.
  package static func mapping(_ keys: [Key], mayBeNothing: Bool = false) -> JSON {
    let required = keys.filter(\.isRequired).map(\.name)
    var entries: [(key: String, value: JSON)] = [
      ("type", mayBeNothing && required.isEmpty ? ["object", "null"] : "object"),
      ("properties", .object(keys.map { ($0.name, $0.schema) })),
    ]
    if !required.isEmpty { entries.append(("required", .strings(required))) }
    entries.append(("additionalProperties", false))
    return .object(entries)
  }

  /// A mapping of names that the author chooses; nothing stands for an empty one.
  package static func names(_ pattern: JSON? = nil, to value: JSON) -> JSON {
    let names: JSON = pattern.map { ["propertyNames": $0] } ?? [:]
    return ["type": ["object", "null"]] + names + ["additionalProperties": value]
  }

  package static func list(of items: JSON) -> JSON { ["type": "array", "items": items] }

  /// A scalar of any kind but null, taken as text.
  package static let text: JSON = ["type": ["string", "number", "boolean"]]

  /// A text for people, which may be left out after its key.
  package static let prose: JSON = ["type": ["string", "number", "boolean", "null"]]

  package static let flag: JSON = ["type": "boolean"]

  /// One thing, or a list of them.
  package static func oneOrMore(_ item: JSON) -> JSON {
    ["anyOf": [item, list(of: item)]]
  }

  package static func anyOf(_ alternatives: [JSON]) -> JSON {
    alternatives.count == 1 ? alternatives[0] : ["anyOf": .array(alternatives)]
  }

  /// What keeps two keys from standing in one mapping.
  package static func notBoth(_ first: String, _ second: String) -> JSON {
    ["not": ["required": .strings([first, second])]]
  }
}

extension JSON {
  /// The schema with what editors show of it.
  package func described(_ description: String) -> JSON {
    guard !description.isEmpty else { return self }
    return ["description": .string(description)] + self
  }
}

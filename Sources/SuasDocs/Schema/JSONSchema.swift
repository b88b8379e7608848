import SuasLanguage
import SuasProgram

/// The building blocks of the JSON Schemas (2020-12) for specs and scenario files.
package enum JSONSchema {
  /// A whole schema, with its definitions by their names.
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

  /// A mapping with these keys and no others.
  ///
  /// - Parameters:
  ///   - mayBeNothing: True if null can stand for a mapping without keys.
  ///   - schema: The schema of the value under a key, by its kind.
  package static func mapping<Kind>(
    _ keys: [KeyForm<Kind>], mayBeNothing: Bool = false, _ schema: (Kind) -> JSON
  ) -> JSON {
    let required = keys.filter(\.isRequired).map(\.name)
    var entries: [(key: String, value: JSON)] = [
      ("type", mayBeNothing && required.isEmpty ? ["object", "null"] : "object"),
      ("properties", .object(keys.map { ($0.name, schema($0.kind).described($0.summary)) })),
    ]
    if !required.isEmpty { entries.append(("required", .strings(required))) }
    entries.append(("additionalProperties", false))
    return .object(entries)
  }

  /// A mapping from names that the author chooses; null can stand for an empty one.
  package static func names(_ pattern: JSON? = nil, to value: JSON) -> JSON {
    let names: JSON = pattern.map { ["propertyNames": $0] } ?? [:]
    return ["type": ["object", "null"]] + names + ["additionalProperties": value]
  }

  package static func list(of items: JSON) -> JSON { ["type": "array", "items": items] }

  /// A scalar of any kind but null, taken as text.
  package static let text: JSON = ["type": ["string", "number", "boolean"]]

  /// A text for people, which may be null.
  package static let prose: JSON = ["type": ["string", "number", "boolean", "null"]]

  package static let flag: JSON = ["type": "boolean"]

  /// One item, or a list of items.
  package static func oneOrMore(_ item: JSON) -> JSON {
    ["anyOf": [item, list(of: item)]]
  }

  package static func anyOf(_ alternatives: [JSON]) -> JSON {
    alternatives.count == 1 ? alternatives[0] : ["anyOf": .array(alternatives)]
  }

  /// The constraint that two keys are not in the same mapping.
  package static func notBoth(_ first: String, _ second: String) -> JSON {
    ["not": ["required": .strings([first, second])]]
  }
}

extension JSON {
  /// The schema with a description, which editors show.
  package func described(_ description: String) -> JSON {
    guard !description.isEmpty else { return self }
    return ["description": .string(description)] + self
  }
}

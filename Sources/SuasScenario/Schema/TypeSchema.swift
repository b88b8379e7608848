import SuasSpec

/// The schemas of a spec's types, for values or for expectations.
struct TypeSchema {
  enum Mode: String {
    /// A whole value: fields without a default are required.
    case value
    /// An expectation for some fields; matchers are allowed anywhere.
    case pattern
    /// An expectation for every field.
    case exactPattern = "exact"
  }

  let types: TypeTable
  let mode: Mode

  /// The definitions of the named types, sorted by name.
  var definitions: [(key: String, value: JSON)] {
    types.records.values.sorted { $0.name < $1.name }
      .map { (definition($0.name), $0.isVariant ? variant($0) : record($0)) }
  }

  /// The name of a definition, which is part of a URI.
  private func definition(_ name: String) -> String {
    "\(mode.rawValue)-\(name.split(separator: " ").joined(separator: "-"))"
  }

  func schema(_ type: FieldType) -> JSON {
    if case .any = type { return mode == .value ? [:] : JSONSchema.reference("expected") }
    let value = plain(type)
    return mode == .value ? value : JSONSchema.anyOf([JSONSchema.reference("matcher"), value])
  }

  private func plain(_ type: FieldType) -> JSON {
    switch type {
    case .any: return [:]
    case .bool: return ScenarioSchema.flag
    case .int: return ScenarioSchema.integer
    case .double: return ["type": ["number", "string"], "pattern": "\\$\\{"]
    case .string: return ScenarioSchema.text
    case .timestamp: return ["type": "string", "pattern": "^[0-9]{4}-|\\$\\{"]
    case .duration: return JSONSchema.reference("duration")
    case .list(let element):
      return ["type": ["array", "string"], "pattern": "\\$\\{", "items": schema(element)]
    case .map(let key, let value):
      return ["type": ["object", "string"], "pattern": "\\$\\{"] + names(of: key) + [
        "additionalProperties": schema(value)
      ]
    case .optional(let wrapped): return JSONSchema.anyOf([plain(wrapped), ["type": "null"]])
    case .enumeration(let name):
      return JSONSchema.anyOf([
        ["enum": .strings(types.enums[name]?.cases ?? [])], ScenarioSchema.computed,
      ])
    case .record(let name): return JSONSchema.reference(definition(name))
    case .partial(let name):
      guard let record = types.records[name] else { return [:] }
      return ["type": ["object", "string"], "pattern": "\\$\\{"] + fields(record)
    }
  }

  private func names(of key: FieldType) -> JSON {
    switch key {
    case .int: ["propertyNames": ["pattern": "^[-+]?[0-9]|\\$\\{"]]
    case .bool: ["propertyNames": ["pattern": "^(true|false|True|False|TRUE|FALSE)$|\\$\\{"]]
    case .enumeration(let name):
      [
        "propertyNames": JSONSchema.anyOf([
          ["enum": .strings(types.enums[name]?.cases ?? [])], ["pattern": "\\$\\{"],
        ])
      ]
    default: [:]
    }
  }

  /// Returns the schema of a record with its fields by name.
  func record(_ type: RecordType, mayBeComputed: Bool = true) -> JSON {
    let required =
      switch mode {
      case .value: type.fields.filter { $0.default == nil }.map(\.name)
      case .pattern: [String]()
      case .exactPattern: type.fields.map(\.name)
      }
    var kinds = ["object"]
    if mayBeComputed { kinds.append("string") }
    // Null stands for a payload without fields, and for a record without expectations.
    if required.isEmpty, mode != .value || !mayBeComputed { kinds.append("null") }
    var schema: JSON = ["type": .strings(kinds)]
    if mayBeComputed { schema = schema + ["pattern": "\\$\\{"] }
    schema = schema + fields(type)
    return required.isEmpty ? schema : schema + ["required": .strings(required)]
  }

  /// Returns the schema of some fields that are laid over those of a record.
  func overlay(_ type: RecordType) -> JSON { ["type": ["object", "null"]] + fields(type) }

  /// Returns the schema of the expectation for a payload.
  func payload(_ type: RecordType) -> JSON {
    JSONSchema.anyOf([JSONSchema.reference("matcher"), record(type)])
  }

  private func fields(_ type: RecordType) -> JSON {
    [
      "properties": .object(type.fields.map { ($0.name, schema($0.type)) }),
      "patternProperties": ["\\$\\{": [:]],
      "additionalProperties": false,
    ]
  }

  /// Returns the schema of a variant: the name of a case, or a mapping from it to its contents.
  private func variant(_ type: RecordType) -> JSON {
    let alone = type.fields.filter { field in
      guard mode != .pattern, case .record(let name) = field.type else { return true }
      return types.records[name]?.fields.allSatisfy { $0.default != nil } ?? true
    }
    return JSONSchema.anyOf([
      ["enum": .strings(alone.map(\.name))], ScenarioSchema.computed,
      ["type": "object", "minProperties": 1, "maxProperties": 1] + fields(type),
    ])
  }
}

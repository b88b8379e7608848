import SuasSpec

/// The names and values that a spec allows in scenarios; without a spec, any.
struct SchemaVocabulary {
  /// The payload of an action or effect.
  struct Payload {
    let name: String
    let schema: JSON
    /// True if some field is required.
    let isRequired: Bool
  }

  private(set) var actions: [String]?
  private(set) var effects: [String]?
  private(set) var listeners: [String]?
  private(set) var payloads: [Payload]?
  private(set) var definitions: [(key: String, value: JSON)] = []

  private(set) var given = Self.anyNames(to: ["type": ["object", "null"]])
  private(set) var changes = Self.anyNames(to: JSONSchema.reference("expected"))
  private(set) var selected = Self.anyNames(to: JSONSchema.reference("expected"))
  private(set) var told = Self.anyMention
  private(set) var acted = Self.anyMention
  private(set) var pending = Self.anyMention
  private(set) var requested = Self.anyMention
  private var states = (
    loose: Self.anyNames(to: JSONSchema.reference("expected")),
    exact: Self.anyNames(to: JSONSchema.reference("expected"))
  )

  init() {}

  init(of spec: CompiledSpec) {
    let checked = spec.checked
    let values = TypeSchema(types: checked.types, mode: .value)
    let loose = TypeSchema(types: checked.types, mode: .pattern)
    let exact = TypeSchema(types: checked.types, mode: .exactPattern)
    actions = checked.actions.map(\.name)
    effects = checked.effects.map(\.name)
    listeners = checked.listeners.map(\.name)
    payloads = spec.actionTypes.map { type in
      Payload(
        name: type.name, schema: values.record(type.payload, mayBeComputed: false),
        isRequired: type.payload.fields.contains { $0.default == nil })
    }
    given = Self.names(
      checked.reducers.map { ($0.stateKey, values.overlay($0.state)) })
    let states = checked.reducers.map { (key: $0.stateKey, type: $0.state) }
    self.states.loose = Self.names(states.map { ($0.key, loose.schema(.record($0.type.name))) })
    self.states.exact = Self.names(
      states.map { ($0.key, exact.schema(.record($0.type.name))) },
      required: states.map(\.key).filter { !spec.store.historyKeys.contains($0) })
    let keys = states.map(\.key).joined(separator: "|")
    changes = [
      "type": ["object", "null"],
      "propertyNames": ["pattern": .string("^ *(\(keys.isEmpty ? "(?!)" : keys))\\b|\\$\\{")],
    ]
    selected = Self.names(checked.selectors.map { ($0.name, loose.schema($0.type)) })
    told = Self.mention(checked.listeners.map { ($0.name, loose.schema($0.type)) })
    acted = Self.mention(checked.actions.map { ($0.name, loose.payload($0.payload)) })
    pending = Self.mention(
      checked.effects.map { ($0.name, loose.payload($0.action.payload)) })
    requested = Self.mention(
      checked.effects.map { ($0.name, loose.overlay($0.kind.request)) })
    definitions = values.definitions + loose.definitions + exact.definitions
  }

  /// The names that can be dispatched.
  var dispatched: [String]? { actions.map { $0 + (effects ?? []) } }

  func state(exact: Bool) -> JSON { exact ? states.exact : states.loose }

  /// Returns the schema of one of some names, if they are known, or of a computed one.
  func name(of names: [String]?) -> JSON {
    guard let names else { return ScenarioSchema.text }
    if names.isEmpty { return ScenarioSchema.computed }
    return JSONSchema.anyOf([["enum": .strings(names)], ScenarioSchema.computed])
  }

  private static func anyNames(to value: JSON) -> JSON { JSONSchema.names(to: value) }

  private static let anyMention: JSON = [
    "type": "object", "minProperties": 1, "maxProperties": 1,
    "additionalProperties": JSONSchema.reference("expected"),
  ]

  private static func mention(_ names: [(String, JSON)]) -> JSON {
    Self.names(names, mayBeNothing: false) + ["minProperties": 1, "maxProperties": 1]
  }

  /// Returns the schema of a mapping whose keys are some names, or computed.
  static func names(
    _ names: [(String, JSON)], required: [String]? = nil, mayBeNothing: Bool = true
  ) -> JSON {
    var schema: JSON = [
      "type": mayBeNothing && required == nil ? ["object", "null"] : "object",
      "properties": .object(names.map { ($0.0, $0.1) }),
      "patternProperties": ["\\$\\{": [:]],
      "additionalProperties": false,
    ]
    if let required { schema = schema + ["required": .strings(required)] }
    return schema
  }
}

import CEL
import YAML

/// The JSON Schema of spec files.
package enum SpecSchema {
  private typealias Key = JSONSchema.Key

  package static var document: JSON {
    JSONSchema.document(title: "A spec of suas-run", file, definitions: definitions)
  }

  /// What scenario files have in common with specs.
  package static let sharedDefinitions: [(key: String, value: JSON)] = [
    ("name", name), ("expression", expression), ("type", type), ("duration", duration),
  ]

  package static let text = JSONSchema.text

  private static let definitions: [(key: String, value: JSON)] =
    sharedDefinitions + [
      ("dashedName", dashedName), ("fields", fields), ("field", field), ("reducer", reducer),
      ("rules", JSONSchema.list(of: JSONSchema.reference("rule"))), ("rule", RuleSchema.rule),
    ] + RuleSchema.verbs + [
      ("selector", selector), ("listener", listener), ("middleware", middleware),
      ("middlewareStep", middlewareStep), ("dispatches", dispatches), ("effect", effect),
      ("run", run), ("http", http), ("conditions", conditions),
      ("transition", transition), ("value", ["description": .string(valueDescription)]),
    ]

  private static let valueDescription =
    "A value, read by the type that is asked for; `${…}` marks an expression, `$${` writes `${`."

  private static let file = JSONSchema.mapping([
    .required("suas", ["const": 1], "The version of the language."),
    .optional("name", JSONSchema.prose, "A name for people."),
    .optional("description", JSONSchema.prose, "A text for people."),
    .optional(
      "include", JSONSchema.oneOrMore(text),
      "Other spec files, whose declarations come before this file's own."),
    .optional(
      "enums", declarations(JSONSchema.list(of: JSONSchema.reference("name"))),
      "Enums: `Color: [red, green]`."),
    .optional("types", declarations(JSONSchema.reference("fields")), "Records, by their names."),
    .optional(
      "variants", declarations(declarations(JSONSchema.reference("fields"))),
      "Exactly one of several records: `Load: { idle: {}, loaded: { cities: list(string) } }`."),
    .optional(
      "states", declarations(JSONSchema.reference("fields")), "The records that reducers own."),
    .optional(
      "actions", declarations(JSONSchema.reference("fields")),
      "Action types with the fields of their payloads."),
    .optional(
      "reducers", declarations(JSONSchema.reference("reducer")),
      "Each owns a state and says what actions do to it."),
    .optional(
      "selectors", declarations(JSONSchema.reference("selector")), "Values computed from `store`."),
    .optional(
      "listeners", declarations(JSONSchema.reference("listener")),
      "Who is told of changes, in this order, and what is dispatched then."),
    .optional(
      "middleware", JSONSchema.list(of: JSONSchema.reference("middleware")),
      "What actions pass through before the reducers, in this order."),
    .optional(
      "effects", declarations(JSONSchema.reference("effect")),
      "Requests, delays and files: dispatched like actions, taken by the `async` middleware."),
    .optional(
      "invariants", JSONSchema.reference("conditions"),
      "Conditions on `store` that hold at any time."),
    .optional(
      "transitions",
      JSONSchema.names(
        JSONSchema.reference("dashedName"), to: JSONSchema.reference("transition")),
      "Conditions on the stores before and after an action."),
    .optional(
      "reachable", JSONSchema.reference("conditions"),
      "Conditions on `store` that the app can come to."),
  ])

  /// Declarations by their names.
  private static func declarations(_ declaration: JSON) -> JSON {
    JSONSchema.names(JSONSchema.reference("name"), to: declaration)
  }

  private static let name = name(pattern: "[A-Za-z_][A-Za-z0-9_]*")
  private static let dashedName = name(pattern: "[A-Za-z_-][A-Za-z0-9_-]*")

  /// What an author may call something: no word of the expression language.
  private static func name(pattern: String) -> JSON {
    let reserved = Expr.reservedWords.sorted().joined(separator: "|")
    return ["type": "string", "pattern": .string("^(?!(?:\(reserved))$)\(pattern)$")]
  }

  /// CEL, as it is or inside one `${ }`; a number or boolean is the literal.
  private static let expression: JSON = [
    "description": "An expression in CEL, as it is or inside one `${ }`.",
    "type": ["string", "number", "boolean"], "pattern": "\\S",
  ]

  private static let typeExpression = " *[A-Za-z0-9_]+ *(\\([A-Za-z0-9_,()? ]+\\) *)?(\\? *)?"

  private static let type: JSON = [
    "type": "string", "pattern": .string("^\(typeExpression)$"),
    "examples": .strings(
      TypeResolver.builtin.map(\.0) + ["list(string)", "map(int)", "map(int, string)", "string?"]),
  ]

  private static let fields = JSONSchema.names(
    JSONSchema.reference("name"), to: JSONSchema.reference("field"))

  private static let field = JSONSchema.anyOf([
    [
      "description": "`TYPE`, or `TYPE = DEFAULT`.", "type": "string",
      "pattern": .string("^\(typeExpression)(= *\\S[\\s\\S]*)?$"),
      "examples": .strings(TypeResolver.builtin.map(\.0) + ["list(string) = []"]),
    ],
    JSONSchema.mapping([
      .required("type", JSONSchema.reference("type"), "The type."),
      .optional(
        "default", JSONSchema.reference("value"), "What it holds where nothing is written."),
      description,
      .optional("where", JSONSchema.reference("expression"), "A condition on `self`."),
      .optional(
        "samples", JSONSchema.list(of: JSONSchema.reference("value")), "Values worth trying."),
    ]),
  ])

  private static let description = Key.optional(
    "description", JSONSchema.prose, "A text for people.")
  private static let when = Key.optional(
    "when", JSONSchema.reference("expression"), "Only where this holds.")
  private static let unless = Key.optional(
    "unless", JSONSchema.reference("expression"), "Only where this does not hold.")

  private static let reducer = JSONSchema.mapping([
    .required("state", text, "The state that the reducer owns."),
    .optional("stateKey", JSONSchema.reference("name"), "Its key; the state's name without it."),
    .optional(
      "initial", JSONSchema.names(to: JSONSchema.reference("value")),
      "What is laid over the fields' defaults."),
    description,
    .optional(
      "on", JSONSchema.names(to: JSONSchema.reference("rules")),
      "The rules for each action, run in order."),
  ])

  private static let selector = JSONSchema.mapping([
    .required("value", JSONSchema.reference("value"), "What is selected from `store`."),
    .optional(
      "when", JSONSchema.reference("expression"), "Where it is false, there is nothing to tell."),
    description,
  ])

  private static let listener =
    JSONSchema.mapping(
      [
        .optional("stateKey", text, "The sub-state that is listened to; without it, the store."),
        .optional("selector", text, "The selector that is listened to."),
        .optional(
          "filter",
          JSONSchema.anyOf([
            ["enum": ["always", "changed"]],
            ["type": "string", "not": ["pattern": "^([A-Za-z_][A-Za-z0-9_]*|\\s*)$"]],
            ["enum": ["true", "false"]], ["type": ["number", "boolean"]],
          ]), "`always`, `changed`, or a condition on `old` and `new`."),
        .optional(
          "do", JSONSchema.reference("dispatches"),
          "What is dispatched when the present round of listeners is over."),
        description,
      ], mayBeNothing: true) + JSONSchema.notBoth("stateKey", "selector")

  private static let dispatches = JSONSchema.list(
    of: JSONSchema.mapping([
      .required("dispatch", text, "The action or effect that is dispatched."), payload, when,
      unless,
    ]) + JSONSchema.notBoth("when", "unless"))

  private static let payload = Key.optional(
    "with", JSONSchema.names(to: JSONSchema.reference("value")), "The payload, by field.")

  private static let middleware = JSONSchema.anyOf([
    ["enum": .strings(BuiltInMiddleware.allCases.map(\.rawValue))],
    JSONSchema.mapping([
      .required("name", JSONSchema.reference("dashedName"), "The middleware's name."),
      .optional("on", JSONSchema.oneOrMore(text), "The actions that it acts on; without it, all."),
      .optional(
        "when", JSONSchema.reference("expression"), "Where it is false, the action goes on."),
      .required(
        "do", JSONSchema.list(of: JSONSchema.reference("middlewareStep")),
        "What is done; without a `next` among it, the action stops here."),
      description,
    ]),
  ])

  private static let middlewareStep = JSONSchema.anyOf([
    ["const": "next", "description": "On to the next middleware or the reducers."],
    JSONSchema.mapping([
      .required("dispatch", text, "The action or effect that is dispatched, and done, first."),
      payload, when, unless,
    ]) + JSONSchema.notBoth("when", "unless"),
    JSONSchema.mapping([
      .required("next", ["const": "same"], "On with the action as it is."), when, unless,
    ]) + JSONSchema.notBoth("when", "unless"),
    JSONSchema.mapping([
      .required("next", text + ["not": ["const": "same"]], "On with another action."), payload,
      when, unless,
    ]) + JSONSchema.notBoth("when", "unless"),
  ])

  private static let effect = JSONSchema.mapping([
    .optional("payload", JSONSchema.reference("fields"), "The fields of its payload."),
    .required("run", JSONSchema.reference("run"), "What it does."),
    .optional(
      "debounce", JSONSchema.reference("duration"),
      "It starts after that much quiet; a newer one replaces it."),
    .optional("latest", JSONSchema.flag, "Whether a newer one takes the older one's outcome away."),
    .optional(
      "retry",
      JSONSchema.mapping([
        .required(
          "times", ["type": "integer", "minimum": 0, "maximum": 100], "How many tries more."),
        .optional("delay", JSONSchema.reference("duration"), "The time before each of them."),
      ]), "For no answer, timeouts, status 429 and 5xx."),
    .optional(
      "on-success", JSONSchema.reference("dispatches"), "What follows; `response` is the answer."),
    .optional(
      "on-failure", JSONSchema.reference("dispatches"),
      "What follows a failure; `error` has `code` and `message`."),
    description,
  ])

  private static let run =
    JSONSchema.mapping([
      .optional("http", JSONSchema.reference("http"), "A request."),
      .optional("delay", JSONSchema.reference("duration"), "Some time that passes."),
      .optional("read-file", JSONSchema.reference("value"), "The path of a file to read."),
      .optional(
        "write-file",
        JSONSchema.mapping([
          .required("path", JSONSchema.reference("value"), "The file's path."),
          .required("value", JSONSchema.reference("value"), "What is written."),
        ]), "A file to write."),
      .optional(
        "custom",
        JSONSchema.mapping([
          .required("name", JSONSchema.reference("name"), "The name that the host knows."),
          .optional("input", JSONSchema.reference("value"), "What the host is given."),
          .required("result", JSONSchema.reference("type"), "The type of what it answers."),
        ]), "Something that the host does in Swift."),
    ]) + ["minProperties": 1, "maxProperties": 1]

  private static let http = JSONSchema.mapping([
    .optional("method", text, "GET without it."),
    .required("url", text, "The address; `${…}` in its path is percent-encoded."),
    .optional("query", JSONSchema.names(to: text), "Query parameters."),
    .optional("headers", JSONSchema.names(to: text), "Header fields."),
    .optional("body", JSONSchema.reference("value"), "What is sent."),
    .optional("timeout", JSONSchema.reference("duration"), "30s without it."),
    .optional(
      "expect",
      JSONSchema.anyOf([status, JSONSchema.list(of: status) + ["minItems": 1]]),
      "The statuses that are no failure; 200..299 without it."),
  ])

  private static let status: JSON = [
    "type": ["integer", "string"], "minimum": 100, "maximum": 599,
    "pattern": "^[1-5][0-9]{2}(\\.\\.[1-5][0-9]{2})?$",
  ]

  private static let duration: JSON = [
    "description": "`1h30m`, `300ms`, `1.5s`, or `${…}`.", "type": ["string", "integer"],
    "pattern": "^([-+]?([0-9.]+[a-zµμ]+)+|[-+]?0|[\\s\\S]*\\$\\{[\\s\\S]*)$",
    "minimum": 0, "maximum": 0,
  ]

  private static let conditions = JSONSchema.names(
    JSONSchema.reference("dashedName"), to: JSONSchema.reference("expression"))

  private static let transition = JSONSchema.mapping([
    .optional("on", JSONSchema.oneOrMore(text), "The actions that it speaks of; without it, all."),
    .required(
      "that", JSONSchema.reference("expression"),
      "A condition on `old` and `new`, the whole stores, `action` and `actionType`."),
    description,
  ])
}

import CEL
import SuasLanguage
import SuasProgram
import YAML

/// The JSON Schema of spec files.
package enum SpecSchema {
  package static var document: JSON {
    JSONSchema.document(title: "A spec of suas-run", file, definitions: definitions)
  }

  /// The definitions that the schemas of specs and scenario files share.
  package static let sharedDefinitions: [(key: String, value: JSON)] = [
    ("name", name), ("expression", expression), ("type", type), ("duration", duration),
  ]

  package static let text = JSONSchema.text

  private static let definitions: [(key: String, value: JSON)] =
    sharedDefinitions + [
      ("dashedName", dashedName), ("constant", constant), ("function", function),
      ("fields", fields), ("field", field),
      ("sharedRule", sharedRule), ("reducer", reducer),
      ("rules", JSONSchema.list(of: JSONSchema.reference("rule"))), ("rule", RuleSchema.rule),
    ] + RuleSchema.verbs + [
      ("selector", selector), ("listener", listener), ("middleware", middleware),
      ("middlewareStep", middlewareStep), ("dispatches", dispatches), ("effect", effect),
      ("run", run), ("http", http), ("conditions", conditions),
      ("transition", transition), ("migration", migration),
      ("value", ["description": .string(valueDescription)]),
    ]

  private static let valueDescription =
    "A value, read by the type that is asked for; `${…}` marks an expression, `$${` writes `${`."

  private static let file = mapping(Spec.form)

  private static func mapping(
    _ form: MappingForm<SpecValueKind>, mayBeNothing: Bool = false
  ) -> JSON {
    JSONSchema.mapping(form.keys, mayBeNothing: mayBeNothing, schema)
  }

  /// Returns the schema of the value under a key.
  static func schema(_ kind: SpecValueKind) -> JSON {
    switch kind {
    case .version: ["const": 1]
    case .prose: JSONSchema.prose
    case .message, .text, .url, .reference, .field: text
    case .texts: JSONSchema.names(to: text)
    case .paths, .actions, .stateKeys, .savedPaths: JSONSchema.oneOrMore(text)
    case .name: JSONSchema.reference("name")
    case .dashedName: JSONSchema.reference("dashedName")
    case .expression, .path, .condition, .list: JSONSchema.reference("expression")
    case .bindings:
      JSONSchema.names(
        JSONSchema.reference("name"),
        to: JSONSchema.anyOf([JSONSchema.reference("expression"), ["type": "null"]]))
    case .filter: filter
    case .value, .file, .input: JSONSchema.reference("value")
    case .values: JSONSchema.list(of: JSONSchema.reference("value"))
    case .overlay, .payload: JSONSchema.names(to: JSONSchema.reference("value"))
    case .type: JSONSchema.reference("type")
    case .fields: JSONSchema.reference("fields")
    case .parameters: declarations(JSONSchema.reference("type"))
    case .constants: declarations(JSONSchema.reference("constant"))
    case .functions: declarations(JSONSchema.reference("function"))
    case .groups: JSONSchema.names(to: JSONSchema.reference("expression"))
    case .duration: JSONSchema.reference("duration")
    case .flag: JSONSchema.flag
    case .count(let range):
      [
        "type": "integer", "minimum": .int(Int(range.lowerBound)),
        "maximum": .int(Int(range.upperBound)),
      ]
    case .statuses: JSONSchema.anyOf([status, JSONSchema.list(of: status) + ["minItems": 1]])
    case .rules: JSONSchema.reference("rules")
    case .handlers: JSONSchema.names(to: JSONSchema.reference("rules"))
    case .refusal(let form): JSONSchema.anyOf([text, mapping(form)])
    case .dispatches: JSONSchema.reference("dispatches")
    case .middlewareSteps: JSONSchema.list(of: JSONSchema.reference("middlewareStep"))
    case .same: ["const": "same"]
    case .replacement: text + ["not": ["const": "same"]]
    case .run: JSONSchema.reference("run")
    case .http: JSONSchema.reference("http")
    case .mapping(let form): mapping(form)
    case .enums:
      declarations(
        JSONSchema.list(of: JSONSchema.reference("name")) + ["minItems": 1])
    case .records: declarations(JSONSchema.reference("fields"))
    case .variants:
      declarations(
        declarations(JSONSchema.reference("fields")) + ["minProperties": 1])
    case .sharedRules: declarations(JSONSchema.reference("sharedRule"))
    case .reducers: declarations(JSONSchema.reference("reducer"))
    case .selectors: declarations(JSONSchema.reference("selector"))
    case .listeners: declarations(JSONSchema.reference("listener"))
    case .middleware: JSONSchema.list(of: JSONSchema.reference("middleware"))
    case .effects: declarations(JSONSchema.reference("effect"))
    case .conditions: JSONSchema.reference("conditions")
    case .waysOut: JSONSchema.names(JSONSchema.reference("dashedName"), to: wayOut)
    case .migrations:
      JSONSchema.names(
        ["type": "string", "pattern": "^[1-9][0-9]{0,3}$"], to: JSONSchema.reference("migration"))
    case .transitions:
      JSONSchema.names(JSONSchema.reference("dashedName"), to: JSONSchema.reference("transition"))
    }
  }

  /// Declarations by their names.
  private static func declarations(_ declaration: JSON) -> JSON {
    JSONSchema.names(JSONSchema.reference("name"), to: declaration)
  }

  private static let name = name(pattern: "[A-Za-z_][A-Za-z0-9_]*")
  private static let dashedName = name(pattern: "[A-Za-z_-][A-Za-z0-9_-]*")

  /// A name that an author may choose: any but a reserved word of the expression language.
  private static func name(pattern: String) -> JSON {
    let reserved = Expr.reservedWords.sorted().joined(separator: "|")
    return ["type": "string", "pattern": .string("^(?!(?:\(reserved))$)\(pattern)$")]
  }

  /// CEL, plain or inside one `${ }`; a number or boolean is a literal.
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

  /// A field in its short form.
  package static let shortField: JSON = [
    "description": "`TYPE`, or `TYPE = DEFAULT`.", "type": "string",
    "pattern": .string("^\(typeExpression)(= *\\S[\\s\\S]*)?$"),
    "examples": .strings(TypeResolver.builtin.map(\.0) + ["list(string) = []"]),
  ]

  private static let field = JSONSchema.anyOf([shortField, mapping(FieldDeclaration.form)])

  private static let constant = JSONSchema.anyOf([
    [
      "description": "`TYPE = VALUE`.", "type": "string",
      "pattern": .string("^\(typeExpression)= *\\S[\\s\\S]*$"), "examples": ["int = 100"],
    ],
    mapping(ConstantDeclaration.form),
  ])

  private static let function = mapping(FunctionDeclaration.form)
  private static let sharedRule = mapping(SharedRuleDeclaration.form)
  private static let reducer = mapping(ReducerDeclaration.form)
  private static let selector = mapping(SelectorDeclaration.form)

  private static let listener =
    mapping(ListenerDeclaration.form, mayBeNothing: true)
    + JSONSchema.notBoth("stateKey", "selector")

  private static let filter = JSONSchema.anyOf([
    ["enum": ["always", "changed"]],
    ["type": "string", "not": ["pattern": "^\\s*$"]], ["type": ["number", "boolean"]],
  ])

  private static let dispatches = JSONSchema.list(
    of: JSONSchema.anyOf(ReactionDeclaration.forms.map(step)))

  /// A step with a guard.
  private static func step(_ form: MappingForm<SpecValueKind>) -> JSON {
    mapping(form) + JSONSchema.notBoth("when", "unless")
  }

  private static let middleware = JSONSchema.anyOf([
    ["enum": .strings(BuiltInMiddleware.allCases.map(\.rawValue))],
    mapping(DeclaredMiddleware.form),
  ])

  private static let middlewareStep = JSONSchema.anyOf(
    [["const": "next", "description": "On to the next middleware or the reducers."]]
      + DeclaredMiddleware.Step.forms.map(step))

  private static let effect = mapping(EffectDeclaration.form)

  private static let run = mapping(RunDeclaration.form) + ["minProperties": 1, "maxProperties": 1]

  private static let http = mapping(HTTPDeclaration.form)

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

  private static let wayOut = JSONSchema.anyOf([
    JSONSchema.reference("expression"), mapping(WayOutDeclaration.form),
  ])

  private static let transition = mapping(TransitionDeclaration.form)

  private static let migration = JSONSchema.anyOf([
    JSONSchema.reference("rules"), mapping(MigrationDeclaration.form),
  ])
}

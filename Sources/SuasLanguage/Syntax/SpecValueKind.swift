import YAML

/// The kind of value under a key of a spec.
package enum SpecValueKind: Sendable {
  /// The number of the language's version.
  case version
  /// A text for people, which may be missing after the key.
  case prose
  /// A text for people in which `${ }` marks CEL.
  case message
  /// A URL in which `${ }` marks CEL.
  case url
  case text
  /// Texts by names.
  case texts
  /// The paths of spec files: one, or a list.
  case paths
  /// The path of a file that an effect uses, as a value.
  case file

  /// A name that expressions can contain.
  case name
  /// A name that may contain `-`, since no expression refers to it.
  case dashedName
  /// The name of something that is declared elsewhere.
  case reference
  /// The names of actions: one, or a list.
  case actions
  /// The name of a record's field.
  case field
  /// State keys: one, or a list.
  case stateKeys
  /// Paths to saved state: one, or a list.
  case savedPaths

  case expression
  /// An expression that is a place in a state.
  case path
  /// An expression that is true or false.
  case condition
  /// An expression that is a list.
  case list
  /// Expressions by names that the author chooses.
  case bindings
  /// Expressions by actions.
  case groups
  /// `always`, `changed`, or a condition.
  case filter

  /// A value, read by the type that its place asks for.
  case value
  /// A list of values.
  case values
  /// A value that the host reads.
  case input
  /// Values by field, laid over the defaults.
  case overlay
  /// Values by field, carried by an action.
  case payload

  case type
  case fields
  /// The parameters of a function, with their types.
  case parameters
  case duration
  case flag
  case count(ClosedRange<Int64>)
  /// The statuses of HTTP that are no failure.
  case statuses

  case rules
  /// The rules for each action.
  case handlers
  /// The message of a refusal: a text, or a mapping.
  case refusal(MappingForm<SpecValueKind>)
  case dispatches
  case middlewareSteps
  /// The word `same`.
  case same
  /// The name of an action, which is not `same`.
  case replacement
  case run
  case http
  /// A mapping with keys of its own.
  case mapping(MappingForm<SpecValueKind>)

  // The sections of a spec.
  case constants, functions
  case enums, records, variants, sharedRules, reducers, selectors, listeners, middleware, effects
  case conditions, transitions, waysOut, migrations
}

extension SpecValueKind {
  /// True if a value of the kind can be written as a text or number like this one.
  func isWritten(as scalar: Scalar) -> Bool {
    switch self {
    case .count: if case .int = scalar.resolved { true } else { false }
    case .name, .dashedName, .reference, .field, .replacement:
      scalar.text.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    case .message, .url, .text, .file, .expression, .path, .condition, .list, .value, .type,
      .duration:
      true
    default: false
    }
  }

  /// True if a value of the kind is a mapping, and nothing else.
  var isMapping: Bool {
    switch self {
    case .texts, .bindings, .groups, .payload, .fields, .parameters, .handlers, .run, .http,
      .mapping, .constants, .functions, .enums, .records, .variants, .sharedRules, .reducers,
      .selectors, .listeners, .effects, .conditions, .transitions, .waysOut, .migrations:
      true
    default: false
    }
  }
}

extension KeyForm where Kind == SpecValueKind {
  static var description: Self { optional("description", .prose, "A text for people.") }
  static var payload: Self { optional("with", .payload, "The payload, by field.") }
  static var when: Self { optional("when", .expression, "Only where this holds.") }
  static var unless: Self { optional("unless", .expression, "Only where this does not hold.") }
}

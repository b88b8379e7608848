import SuasSpec

/// The kind of value under a key of a scenario file.
enum ScenarioValueKind: Sendable {
  /// A text for people, which may be missing after the key.
  case prose
  /// A text for people.
  case message
  case text
  /// One text, or a list of them.
  case texts
  /// The paths of files: one, or a list.
  case paths
  case flag
  case integer
  /// An integer that is not less than another.
  case count(from: Int)
  case number
  case duration
  case expression
  /// A condition, as an expression.
  case condition
  /// One condition, or a list of them.
  case conditions
  /// Any value.
  case value
  /// Any values by name.
  case values
  /// The word `true`.
  case always
  /// A mapping with keys of its own.
  case mapping(ScenarioForm)
  /// A text, or a mapping with keys of its own.
  case textOr([ScenarioForm])

  case scenarios
  case steps
  /// The rows for which a scenario runs.
  case examples
  case fragments
  /// The types of a fragment's parameters, by name.
  case parameters
  case expectations

  /// The name of an action or effect.
  case dispatched
  case effect
  case listener
  /// The word `store`.
  case store
  case goldenSubject

  /// Values by state key, laid over the initial state.
  case given
  /// Expected values by state key: all of them, or some.
  case state(isExact: Bool)
  /// Expected values by path.
  case changes
  /// Expected values by selector.
  case selected
  /// A code, `true`, or a mapping with a code.
  case refusal(ScenarioForm)
  /// Listeners in order, as names or with the expected value.
  case listeners
  /// Actions in order, as names or with the expected payload.
  case actions
  /// Effects in order, as names or with the expected payload.
  case effects
  /// Effects that were started, as names, or with the expected parts of their requests.
  case requests
  /// Expected elements of a list.
  case elements
  /// Expected elements of a list, or entries of a map.
  case contents
}

typealias ScenarioForm = MappingForm<ScenarioValueKind>

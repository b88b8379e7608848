import SuasExplore
import SuasScenario
import SuasSpec
import YAML
import YAMLSyntax

/// A kind of change that makes a mutant.
package enum MutationOperator: String, CaseIterable, Sendable {
  /// A condition is true where it was false: `when` for `unless`, `!` before an expression.
  case negateCondition = "negate-condition"
  /// The edge of a comparison is moved, `<=` for `<`, or the comparison is turned around.
  case changeComparison = "change-comparison"
  /// One of the terms that `&&` or `||` join is left out.
  case dropTerm = "drop-term"
  /// `&&` for `||`, and `||` for `&&`.
  case exchangeConnective = "exchange-connective"
  /// Another arithmetic operator: `-` for `+`.
  case changeArithmetic = "change-arithmetic"
  /// The arms of `?:`, or of `then` and `else`, or of two cases, are exchanged.
  case exchangeBranches = "exchange-branches"
  /// A rule is left out.
  case dropRule = "drop-rule"
  /// Another verb of the same form: `prepend` for `append`.
  case changeVerb = "change-verb"
  /// An index or an amount is off by one, or the two indices of a rule are exchanged.
  case offByOne = "off-by-one"
  /// A constant has another value: another case, another number, the other truth value.
  case changeConstant = "change-constant"
  /// A value is replaced by another one of its type.
  case exchangeValue = "exchange-value"
  /// A default, an initial value or a constant of the spec has another value.
  case changeDefault = "change-default"
  /// A filter of a listener is left out.
  case dropFilter = "drop-filter"
  /// A step of a listener, a middleware or an outcome is left out.
  case dropStep = "drop-step"
  /// Two steps of a middleware that follow each other are exchanged.
  case swapSteps = "swap-steps"
  /// A setting of an effect is left out: `latest`, `retry`, `debounce`, `key`.
  case dropEffectSetting = "drop-effect-setting"
  /// An effect asks for something else: another method, path, parameter, header, body or time.
  case changeRequest = "change-request"
  /// A parameter, a header, a body or a part of one is left out of an effect's request.
  case dropRequestPart = "drop-request-part"
  /// The steps for success and those for failure are exchanged.
  case exchangeOutcomes = "exchange-outcomes"
  /// An invariant, a transition or the `where` of a field is left out.
  case dropPromise = "drop-promise"
  /// A place under `except` is saved.
  case dropException = "drop-exception"

  /// The difference of such a mutant from the spec, in words.
  var words: String {
    switch self {
    case .negateCondition: "a condition is negated"
    case .changeComparison: "a comparison is another one"
    case .dropTerm: "a term of a condition is left out"
    case .exchangeConnective: "'&&' and '||' are exchanged"
    case .changeArithmetic: "an arithmetic operator is another one"
    case .exchangeBranches: "two branches are exchanged"
    case .dropRule: "a rule is left out"
    case .changeVerb: "a verb is another one"
    case .offByOne: "an index or amount is off by one"
    case .changeConstant: "a constant has another value"
    case .exchangeValue: "a value is replaced by another one"
    case .changeDefault: "a default has another value"
    case .dropFilter: "a filter is left out"
    case .dropStep: "a step is left out"
    case .swapSteps: "two steps are exchanged"
    case .dropEffectSetting: "a setting of an effect is left out"
    case .changeRequest: "an effect sends another request"
    case .dropRequestPart: "a part of a request is left out"
    case .exchangeOutcomes: "the steps for success and failure are exchanged"
    case .dropPromise: "a promise is left out"
    case .dropException: "a place under 'except' is saved"
    }
  }
}

/// A change of a spec in one place.
package struct Mutation: Sendable {
  package let kind: MutationOperator
  package let document: EditedDocument
  /// The outcomes of the coverage that belong to the place: a scenario that reaches the place has
  /// seen one of them; nil if any scenario may reach it.
  var reaching: [Int]?
  /// The promise that is left out, if the change is no other.
  var promise: Promise?

  /// An invariant or a transition.
  struct Promise: Hashable, Sendable {
    let kind: ConditionKind
    let name: String
  }

  /// The name of the scenario that tells the mutant from the spec.
  var title: String { "A difference by \(kind.rawValue) at \(document.place) is noticed" }
}

/// A search that neither told a mutant from the spec nor proved that nothing can.
package struct Undecided: Sendable {
  /// The number of pairs of states that were reached.
  package let states: Int
  /// The greatest number N for which all sequences of N moves were tried.
  package let depth: Int
  /// The reasons why something was left untried.
  package let limits: [ComparingSearch.Limit]
}

/// A mutated spec, and its fate.
package struct Mutant: Sendable {
  package enum Fate: Sendable {
    /// A scenario failed: by its index among all, and the number of the step, if one is at fault.
    case killed(scenario: Int, step: Int?, message: String)
    /// All scenarios passed, and these steps tell it from the spec, which is given by its index
    /// among the specs that have the file.
    case survived(Witness, spec: Int)
    /// All scenarios passed, and a search found a promise that it breaks.
    case broken(Breach)
    /// Nothing can tell it from the spec: everything was tried.
    case equivalent
    /// All scenarios passed; nothing that was tried told it from the spec.
    case undecided(Undecided)
  }

  /// A promise that is broken, and the steps to it.
  package struct Breach: Sendable {
    package let message: String
    package let lines: [String]
  }

  package let mutation: Mutation
  package internal(set) var fate: Fate
  /// The indices of the scenarios that reach the place.
  package let reachedBy: [Int]

  /// True if no scenario killed it, and it may differ from the spec.
  var isOpen: Bool {
    switch fate {
    case .survived, .undecided: true
    case .killed, .broken, .equivalent: false
    }
  }

  /// The place of the text that is replaced.
  package var place: SourceRange { mutation.document.place }
}

import CEL
import SuasSpec
import YAML

/// A scenario for one row: its `${…}` are expanded to constants, its fragments to their steps.
struct ScenarioDeclaration: Sendable {
  /// The name, followed by the row's columns.
  var name: String
  /// The range of the name.
  var place: SourceRange
  /// The range of the whole scenario.
  var extent: SourceRange
  /// The row for which the scenario runs; nil if it has no examples.
  var row: SourceRange?
  /// True if the scenario runs for rows, so that each row's goldens need names of their own.
  var hasRows: Bool { row != nil }
  var settings: Settings
  var skip: String?
  var xfail: Scalar?
  var steps: [StepDeclaration]
}

/// The keys that a scenario file and a scenario have in common.
struct Settings: Sendable {
  var tags: [String] = []
  /// The values to lay over the initial state, in order.
  var given: [Node] = []
  /// The steps that run before the scenario's own.
  var before: [Node] = []
  /// The saved text or state that the app finds when it starts.
  var found: FoundDeclaration?
  var clock: Timestamp?
  var seed: Int64?
  /// True if a change that no expectation names is a failure.
  var isExhaustive: Bool?
}

struct StepDeclaration: Sendable {
  enum Act: Sendable {
    case dispatch(name: Scalar, payload: Node?, times: Int)
    case golden(GoldenDeclaration)
    case respond(AnswerDeclaration)
    case cancel(effect: Scalar)
    case advance(Scalar)
    case listen(listener: Scalar)
    case unlisten(listener: Scalar)
    case reset
    /// Finds what was saved, unless it is given.
    case restart(FoundDeclaration?)
    case note(String)
    /// Expanded to the steps of a fragment; never run itself.
    case use(fragment: Scalar, arguments: Node?)
    /// Expanded to its steps for each element of a list; never run itself.
    case forEach(ExpressionSyntax, element: Scalar?, steps: [Node])
  }

  /// The range of the step's first key.
  var place: SourceRange
  /// The step's action; nil for a step that only has expectations.
  var act: Act?
  var expectations: [ExpectationDeclaration]
  /// The names in scope in the step's expressions, besides the store.
  var names: Names
  /// The name of the element for which a `for-each` runs the step; nil if none does.
  var element: String?
}

struct GoldenDeclaration: Sendable {
  var name: Scalar
  /// True if the name is written with a `${…}`.
  var isComputed: Bool
  var subject = GoldenSubject.state
}

/// The content of a golden file: the current state, or the events of the scenario so far.
package enum GoldenSubject: String, CaseIterable, Sendable {
  case state, trace, notifications, saved
}

/// The effect that a `respond` step answers, and the answer.
struct AnswerDeclaration: Sendable {
  var effect: Scalar
  /// The index among the pending effects of this name, the oldest first.
  var which: Int
  var contents: Node?
  var failure: String?
  /// The key `last`, if the answer ends a stream.
  var last: Scalar?
  /// The key `misfit`, if the result may be of another type than the effect's.
  var misfit: Scalar?
}

/// One key under `expect`.
struct ExpectationDeclaration: Sendable {
  enum Kind: Sendable {
    case state(Node)
    case exactState(Node)
    case changes(Node)
    case handled(Bool)
    /// Any error, if there is no code.
    case error(code: Scalar?, message: Node?)
    case that([ExpressionSyntax])
    case notified(Node)
    case actions(Node)
    case effects(Node)
    case requests(Node)
    case selected(Node)
    case restored(Node)
    case saved(Node)
  }

  var kind: Kind
  var place: SourceRange
}

extension StepDeclaration {
  /// True if the step does something that later expectations may refer to.
  var acts: Bool { act?.keyword.acts ?? false }
}

extension StepDeclaration.Act {
  var keyword: StepKeyword {
    switch self {
    case .dispatch: .dispatch
    case .golden: .golden
    case .respond: .respond
    case .cancel: .cancel
    case .advance: .advance
    case .listen: .listen
    case .unlisten: .unlisten
    case .reset: .reset
    case .restart: .restart
    case .note: .note
    case .use: .use
    case .forEach: .forEach
    }
  }
}

import CEL
import SuasSpec
import YAML

/// A scenario of one row: no `${…}` is left in it but constants, no fragment but its steps.
struct ScenarioDeclaration: Sendable {
  /// The name with the row's columns.
  var name: String
  /// Where the name stands.
  var place: SourceRange
  /// The whole of the scenario.
  var extent: SourceRange
  /// The row that the scenario runs for; nil where it has none.
  var row: SourceRange?
  /// Whether the scenario runs for rows, so that its goldens need names of their own.
  var hasRows: Bool { row != nil }
  var settings: Settings
  var skip: String?
  var xfail: Scalar?
  var isExhaustive: Bool
  var steps: [StepDeclaration]
}

/// What may stand at the file and in a scenario.
struct Settings: Sendable {
  var tags: [String] = []
  /// What is laid over the initial state, in order.
  var given: [Node] = []
  /// The steps that come before a scenario's own.
  var before: [Node] = []
  var clock: Timestamp?
  var seed: Int64?
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
    case note(String)
    /// Stands for the steps of a fragment, and is not run itself.
    case use(fragment: Scalar, arguments: Node?)
  }

  /// Where the step's first key stands.
  var place: SourceRange
  /// What the step does; nil for one that only expects.
  var act: Act?
  var expectations: [ExpectationDeclaration]
  /// What the step's expressions see besides the store.
  var names: Names
}

struct GoldenDeclaration: Sendable {
  var name: Scalar
  /// Whether a `${…}` is written in the name.
  var isComputed: Bool
  var subject = GoldenSubject.state
}

/// What a golden file is of: the state as it is, or what happened in the scenario so far.
enum GoldenSubject: String, CaseIterable, Sendable {
  case state, trace, notifications
}

/// What a `respond` step answers, and with what.
struct AnswerDeclaration: Sendable {
  var effect: Scalar
  /// Which of the pending ones is answered, the oldest first.
  var which: Int
  var contents: Node?
  var failure: String?
}

/// One key under `expect`.
struct ExpectationDeclaration: Sendable {
  enum Kind: Sendable {
    case state(Node)
    case exactState(Node)
    case changes(Node)
    case handled(Bool)
    case error(code: Scalar, message: Node?)
    case that([ExpressionSyntax])
    case notified(Node)
    case actions(Node)
    case effects(Node)
    case selected(Node)
  }

  var kind: Kind
  var place: SourceRange
}

extension StepDeclaration {
  /// Whether the step does something that expectations may speak of later.
  var acts: Bool {
    switch act {
    case .dispatch, .reset, .respond, .cancel, .advance, .listen, .unlisten: true
    case .golden, .note, .use, nil: false
    }
  }
}

import SuasSpec
import YAML

/// A scenario file as its author wrote it.
struct ScenarioFile: Sendable {
  var source: Source
  /// The paths of the spec files, as written.
  var specs: [Scalar]
  var scenarios: [ScenarioDeclaration]
}

struct ScenarioDeclaration: Sendable {
  var name: Scalar
  var tags: [String]
  /// What is laid over the initial state: the file's, then the scenario's own.
  var given: [Node]
  var steps: [StepDeclaration]
}

struct StepDeclaration: Sendable {
  enum Act: Sendable {
    case dispatch(name: Scalar, payload: Node?)
    case golden(name: Scalar)
  }

  /// Where the step's first key stands.
  var place: SourceRange
  /// What the step does; nil for one that only expects.
  var act: Act?
  var expectations: [ExpectationDeclaration]
}

/// One key under `expect`.
struct ExpectationDeclaration: Sendable {
  enum Kind: Sendable {
    case state(Node)
    case exactState(Node)
    case handled(Bool)
    case error(code: Scalar, message: Scalar?)
    case that([ExpressionSyntax])
  }

  var kind: Kind
  var place: SourceRange
}

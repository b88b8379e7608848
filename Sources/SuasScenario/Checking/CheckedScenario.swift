import CEL
import SuasSpec
import YAML

/// A scenario file that is ready to run on its spec.
public struct CheckedScenarioFile: Sendable {
  public let source: Source
  let spec: CompiledSpec
  let store: StoreShape
  public let scenarios: [CheckedScenario]
}

public struct CheckedScenario: Sendable {
  public let name: String
  public let tags: [String]
  /// Where the name stands.
  let place: SourceRange
  /// The sub-states that the scenario begins with, in the order of the spec's reducers.
  let initial: [Record]
  let steps: [CheckedStep]
}

struct CheckedStep: Sendable {
  enum Act: Sendable {
    case dispatch(SpecAction)
    case golden(name: String)
  }

  let place: SourceRange
  let act: Act?
  let expectations: [CheckedExpectation]
  /// Whether this step, or one after it that speaks of it, expects its error.
  var expectsError: Bool
}

struct CheckedExpectation: Sendable {
  enum Kind: Sendable {
    /// By the state key's place among the reducers.
    case state([(key: Int, pattern: Pattern)])
    case handled(Bool)
    case error(code: String, message: String?)
    case that([(program: Program, syntax: ExpressionSyntax)])
  }

  let kind: Kind
  let place: SourceRange
}

import CEL
import YAML

/// One item of `middleware`, ready to run.
enum CheckedMiddleware: Sendable {
  /// Built in under a name.
  enum BuiltIn: String, CaseIterable, Sendable {
    case logger, async, monitor
  }

  case builtIn(BuiltIn)
  case declared(Declared)

  struct Declared: Sendable {
    let name: String
    /// The ids of the actions that it acts on; nil for all.
    let actions: Set<Int>?
    /// Where it is false, the action goes on.
    let condition: (program: Program, place: SourceRange)?
    let steps: [Step]
  }

  enum Step: Sendable {
    case next(CheckedGuard?, SourceRange)
    case replace(CheckedDispatch)
    case dispatch(CheckedDispatch)
  }
}

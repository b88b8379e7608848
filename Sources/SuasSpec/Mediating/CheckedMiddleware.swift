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
    let condition: CheckedTest?
    let steps: [Step]
    /// The number of its first outcome: that an action is handed on, where it has steps for that.
    let point: Int
    /// The number of the outcome that none is, where that can be.
    let stopping: Int?
  }

  enum Step: Sendable {
    /// With the place, and the number of its outcome.
    case next(CheckedGuard?, SourceRange, point: Int)
    case replace(CheckedDispatch)
    case dispatch(CheckedDispatch)
  }
}

/// Writes down each action with the state before and after it.
///
/// ```
/// ┌───→ Action: AddTodo @12:30:45.123 (in 12 µs)
/// ├─ Prev state ► ["TodoList": TodoList(todos: [])]
/// ├─ Action     ► AddTodo(text: "Buy milk")
/// ├─ Next state ► ["TodoList": TodoList(todos: ["Buy milk"])]
/// └─────────────────────────────────────────────
/// ```
///
/// The next state is the one after everything that follows from the action; put the logger last to
/// see what reaches the reducers, first to see what is dispatched.
public final class LoggerMiddleware: Middleware {
  /// Makes the title, which stands behind the arrow, of an action, the local time of day and the
  /// time that the action took.
  public typealias TitleFormatter = (_ action: any Action, _ time: String, _ took: Duration) ->
    String

  private let block: LoggerBlock
  private let predicate: ((any Action) -> Bool)?
  private let isOn: Bool
  private let logger: (String) -> Void
  private let clock: LoggerClock

  /// Makes a logger.
  ///
  /// - Parameters:
  ///   - showTimestamp: Whether the title has the local time of day at which the action came.
  ///   - showDuration: Whether the title has the microseconds that the action took.
  ///   - lineLength: How long a line with a value may be before it goes on in another, at least 18;
  ///     `nil` never breaks lines.
  ///   - predicate: Says which actions are written down; `nil` for all.
  ///   - debugOnly: Whether nothing is written down in a release build.
  ///   - titleFormatter: Makes the title instead of `showTimestamp` and `showDuration`.
  ///   - stateTransformer: Makes what is written down as a state.
  ///   - actionTransformer: Makes what is written down as the action.
  ///   - logger: Is called with each block, its lines joined; the default one prints it.
  public convenience init(
    showTimestamp: Bool = true,
    showDuration: Bool = false,
    lineLength: Int? = nil,
    predicate: ((any Action) -> Bool)? = nil,
    debugOnly: Bool = true,
    titleFormatter: TitleFormatter? = nil,
    stateTransformer: ((State) -> Any)? = nil,
    actionTransformer: ((any Action) -> Any)? = nil,
    logger: @escaping (String) -> Void = defaultLogger
  ) {
    self.init(
      block: LoggerBlock(
        showTimestamp: showTimestamp, showDuration: showDuration, lineLength: lineLength,
        titleFormatter: titleFormatter, stateTransformer: stateTransformer,
        actionTransformer: actionTransformer),
      predicate: predicate, isOn: !debugOnly || isDebugBuild, logger: logger, clock: .system)
  }

  init(
    block: LoggerBlock, predicate: ((any Action) -> Bool)?, isOn: Bool,
    logger: @escaping (String) -> Void, clock: LoggerClock
  ) {
    self.block = block
    self.predicate = predicate
    self.isOn = isOn
    self.logger = logger
    self.clock = clock
  }

  public func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction
  ) {
    guard isOn, predicate?(action) ?? true else { return next(action) }
    let time = clock.timeOfDay()
    let old = getState()
    let start = clock.elapsed()
    next(action)
    let took = clock.elapsed() - start
    logger(block.text(of: action, at: time, took: took, from: old, to: getState()))
  }
}

/// Prints `block`, one line of it after the other.
public func defaultLogger(_ block: String) {
  print(block)
}

/// What a logger reads the time from.
struct LoggerClock {
  var timeOfDay: () -> TimeOfDay
  /// The time since some moment in the past.
  var elapsed: () -> Duration

  static var system: LoggerClock {
    let start = ContinuousClock.now
    return LoggerClock(timeOfDay: TimeOfDay.now, elapsed: { start.duration(to: .now) })
  }
}

/// Whether the library was built without optimization.
package var isDebugBuild: Bool {
  var isDebug = false
  assert(
    {
      isDebug = true
      return true
    }())
  return isDebug
}

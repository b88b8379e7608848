/// Logs each action with the state before and after it.
///
/// ```
/// ┌───→ Action: AddTodo @12:30:45.123 (in 12 µs)
/// ├─ Prev state ► ["TodoList": TodoList(todos: [])]
/// ├─ Action     ► AddTodo(text: "Buy milk")
/// ├─ Next state ► ["TodoList": TodoList(todos: ["Buy milk"])]
/// └─────────────────────────────────────────────
/// ```
///
/// The next state is the one after all consequences of the action. Put the logger last to see the
/// actions that reach the reducers, first to see those that are dispatched.
public final class LoggerMiddleware: Middleware, Sendable {
  /// Makes the whole first line from an action, the local time of day and the duration of the
  /// action.
  public typealias TitleFormatter =
    @Sendable (_ action: any Action, _ time: String, _ took: Duration) -> String

  private let block: LoggerBlock
  private let predicate: (@Sendable (any Action) -> Bool)?
  private let isOn: Bool
  private let logger: @Sendable (String) -> Void
  private let clock: LoggerClock

  /// Makes a logger.
  ///
  /// - Parameters:
  ///   - showTimestamp: True to show the local time of day of the action in the title.
  ///   - showDuration: True to show the duration of the action, in microseconds, in the title.
  ///   - lineLength: The greatest length of a line with a value, at least 18; longer ones are
  ///     continued on the next line. `nil` never breaks lines.
  ///   - predicate: Selects the actions that are logged; `nil` for all.
  ///   - debugOnly: True to log nothing in a release build.
  ///   - titleFormatter: Makes the first line, instead of `showTimestamp` and `showDuration`.
  ///   - stateTransformer: Makes the value that is logged for a state.
  ///   - actionTransformer: Makes the value that is logged for an action.
  ///   - logger: Receives each block, its lines joined; the default prints it.
  public convenience init(
    showTimestamp: Bool = true,
    showDuration: Bool = false,
    lineLength: Int? = nil,
    predicate: (@Sendable (any Action) -> Bool)? = nil,
    debugOnly: Bool = true,
    titleFormatter: TitleFormatter? = nil,
    stateTransformer: (@Sendable (Store.State) -> Any)? = nil,
    actionTransformer: (@Sendable (any Action) -> Any)? = nil,
    logger: @escaping @Sendable (String) -> Void = defaultLogger
  ) {
    self.init(
      block: LoggerBlock(
        showTimestamp: showTimestamp, showDuration: showDuration, lineLength: lineLength,
        titleFormatter: titleFormatter, stateTransformer: stateTransformer,
        actionTransformer: actionTransformer),
      predicate: predicate, isOn: !debugOnly || isDebugBuild, logger: logger, clock: .system)
  }

  init(
    block: LoggerBlock, predicate: (@Sendable (any Action) -> Bool)?, isOn: Bool,
    logger: @escaping @Sendable (String) -> Void, clock: LoggerClock
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

/// Prints `block`.
@Sendable
public func defaultLogger(_ block: String) {
  print(block)
}

/// The source of the time for a logger.
struct LoggerClock: Sendable {
  var timeOfDay: @Sendable () -> TimeOfDay
  /// The time since some moment in the past.
  var elapsed: @Sendable () -> Duration

  static var system: LoggerClock {
    let start = ContinuousClock.now
    return LoggerClock(timeOfDay: TimeOfDay.now, elapsed: { start.duration(to: .now) })
  }
}

/// True if the library was built without optimization.
package var isDebugBuild: Bool {
  var isDebug = false
  assert(
    {
      isDebug = true
      return true
    }())
  return isDebug
}

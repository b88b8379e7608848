/// The format in which a logger writes one action.
struct LoggerBlock: Sendable {
  var showTimestamp = true
  var showDuration = false
  var lineLength: Int?
  var titleFormatter: LoggerMiddleware.TitleFormatter?
  var stateTransformer: (@Sendable (Store.State) -> Any)?
  var actionTransformer: (@Sendable (any Action) -> Any)?

  private static let continuation = "│" + String(repeating: " ", count: 15)

  init(
    showTimestamp: Bool = true,
    showDuration: Bool = false,
    lineLength: Int? = nil,
    titleFormatter: LoggerMiddleware.TitleFormatter? = nil,
    stateTransformer: (@Sendable (Store.State) -> Any)? = nil,
    actionTransformer: (@Sendable (any Action) -> Any)? = nil
  ) {
    if let lineLength {
      precondition(
        lineLength >= 18,
        "a line of \(lineLength) characters is too short for the logger: it needs 18 or more")
    }
    self.showTimestamp = showTimestamp
    self.showDuration = showDuration
    self.lineLength = lineLength
    self.titleFormatter = titleFormatter
    self.stateTransformer = stateTransformer
    self.actionTransformer = actionTransformer
  }

  func text(
    of action: any Action, at time: TimeOfDay, took: Duration, from old: Store.State,
    to new: Store.State
  ) -> String {
    let title = title(of: action, at: time, took: took)
    let lines =
      [title]
      + lines("├─ Prev state ► ", stateTransformer?(old) ?? old)
      + lines("├─ Action     ► ", actionTransformer?(action) ?? action)
      + lines("├─ Next state ► ", stateTransformer?(new) ?? new)
      + ["└" + String(repeating: "─", count: max(title.count - 1, 0))]
    return lines.joined(separator: "\n")
  }

  private func title(of action: any Action, at time: TimeOfDay, took: Duration) -> String {
    if let titleFormatter { return titleFormatter(action, "\(time)", took) }
    var title = "┌───→ Action: \(name(of: action))"
    if showTimestamp { title += " @\(time)" }
    if showDuration {
      let (seconds, attoseconds) = took.components
      title += " (in \(seconds * 1_000_000 + attoseconds / 1_000_000_000_000) µs)"
    }
    return title
  }

  /// Returns the lines with `prefix` and `value`; line breaks in the value, and those for the line
  /// length, lead to continuation lines.
  private func lines(_ prefix: String, _ value: Any) -> [String] {
    let width = lineLength.map { $0 - prefix.count } ?? .max
    var pieces: [Substring] = []
    for line in "\(value)".split(whereSeparator: \.isNewline) {
      var rest = line
      while !rest.isEmpty {
        pieces.append(rest.prefix(width))
        rest = rest.dropFirst(width)
      }
    }
    return [prefix + (pieces.first ?? "")]
      + pieces.dropFirst().map { LoggerBlock.continuation + $0 }
  }
}

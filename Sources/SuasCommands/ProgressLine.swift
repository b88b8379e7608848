/// A progress message on the last line of the terminal, which is overwritten repeatedly.
final class ProgressLine {
  private var isShown = false
  /// The time from which the line may be written next.
  private var due: ContinuousClock.Instant

  /// - Parameter delay: The time before the line is first shown.
  /// - Returns: `nil` if standard error does not show progress, as when it is not a terminal.
  init?(after delay: Duration = .zero) {
    guard Terminal.showsProgress else { return nil }
    due = .now + delay
  }

  /// Shows the first of some texts that fits into the line, unless one was shown less than 0.1
  /// seconds ago.
  func show(_ texts: @autoclosure () -> [String]) {
    let now = ContinuousClock.now
    guard now >= due else { return }
    due = now + .milliseconds(100)
    let width = Terminal.errorColumns - 1
    guard let text = texts().first(where: { $0.utf8.count <= width }) else { return }
    Terminal.writeError("\r\(text)\u{1B}[K")
    isShown = true
  }

  /// Erases the line, before anything else is written.
  func erase() {
    // The terminal shows a Ctrl-C itself.
    guard isShown || Interruption.hasCome else { return }
    Terminal.writeError("\r\u{1B}[K")
    isShown = false
  }
}

/// The last line of the terminal while something goes on, written over again and again.
final class ProgressLine {
  private var isShown = false
  /// When the line is written next.
  private var due: ContinuousClock.Instant

  /// - Parameter delay: What is over before shows no line.
  /// - Returns: nil where standard error is no terminal.
  init?(after delay: Duration = .zero) {
    guard Terminal.showsProgress else { return nil }
    due = .now + delay
  }

  /// Shows the first of some texts that there is room for, unless one was shown just now.
  func show(_ texts: @autoclosure () -> [String]) {
    let now = ContinuousClock.now
    guard now >= due else { return }
    due = now + .milliseconds(100)
    let width = Terminal.errorColumns - 1
    guard let text = texts().first(where: { $0.utf8.count <= width }) else { return }
    Terminal.writeError("\r\(text)\u{1B}[K")
    isShown = true
  }

  /// Takes the line away, before something else is written.
  func erase() {
    // The terminal shows a Ctrl-C itself.
    guard isShown || Interruption.hasCome else { return }
    Terminal.writeError("\r\u{1B}[K")
    isShown = false
  }
}

import SuasScenario

/// How far a run is, on the last line of the terminal while it goes on.
final class RunProgress {
  private let total: Int
  private var done = 0
  private var failed = 0
  private var isShown = false
  /// When the line is written next; a run that is over before shows none.
  private var due = ContinuousClock.now + .milliseconds(300)

  /// - Returns: nil where standard error is no terminal.
  init?(total: Int) {
    guard Terminal.showsProgress else { return nil }
    self.total = total
  }

  func note(_ event: RunEvent) {
    if case .scenario(let result) = event {
      done += 1
      if result.failed { failed += 1 }
    }
  }

  /// Shows how far the run is, unless that was shown just now.
  func show() {
    guard ContinuousClock.now >= due, done < total else { return }
    due = ContinuousClock.now + .milliseconds(100)
    let width = Terminal.errorColumns - 1
    let failures = failed == 0 ? "" : ", \(failed) failed"
    let texts = [
      "\(done) of \(total) scenarios\(failures)", "\(done)/\(total)\(failures)",
      "\(done)/\(total)",
    ]
    guard let text = texts.first(where: { $0.utf8.count <= width }) else { return }
    Terminal.writeError("\r\(text)\u{1B}[K")
    isShown = true
  }

  /// Takes the line away, before something else is written.
  func erase() {
    guard isShown else { return }
    Terminal.writeError("\r\u{1B}[K")
    isShown = false
  }
}

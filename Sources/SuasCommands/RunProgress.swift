import SuasScenario

/// Shows the progress of a run on the last line of the terminal.
final class RunProgress {
  private let total: Int
  private var done = 0
  private var failed = 0
  private let line: ProgressLine

  /// - Returns: `nil` if standard error does not show progress, as when it is not a terminal.
  init?(total: Int) {
    guard let line = ProgressLine(after: .milliseconds(300)) else { return nil }
    self.line = line
    self.total = total
  }

  func note(_ event: RunEvent) {
    if case .scenario(let result) = event {
      done += 1
      if result.failed { failed += 1 }
    }
  }

  /// Shows the progress, unless it was shown just before.
  func show() {
    guard done < total else { return }
    let failures = failed == 0 ? "" : ", \(failed) failed"
    line.show([
      "\(done) of \(total) scenarios\(failures)", "\(done)/\(total)\(failures)",
      "\(done)/\(total)",
    ])
  }

  /// Erases the line, before anything else is written.
  func erase() { line.erase() }
}

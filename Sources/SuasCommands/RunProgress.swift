import SuasScenario

/// How far a run is, on the last line of the terminal while it goes on.
final class RunProgress {
  private let total: Int
  private var done = 0
  private var failed = 0
  private let line: ProgressLine

  /// - Returns: nil where standard error is no terminal.
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

  /// Shows how far the run is, unless that was shown just now.
  func show() {
    guard done < total else { return }
    let failures = failed == 0 ? "" : ", \(failed) failed"
    line.show([
      "\(done) of \(total) scenarios\(failures)", "\(done)/\(total)\(failures)",
      "\(done)/\(total)",
    ])
  }

  /// Takes the line away, before something else is written.
  func erase() { line.erase() }
}

import SuasExplore

/// One line on a terminal that says how far a search is, written over again and again.
final class ProgressLine {
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var last: ContinuousClock.Instant?

  init() { start = clock.now }

  func show(_ progress: Progress) {
    guard Terminal.showsProgress else { return }
    let now = clock.now
    if let last, last.duration(to: now) < .milliseconds(100) { return }
    last = now
    let seconds = max(0.001, start.duration(to: now) / .seconds(1))
    var text = "\(progress.states) states, depth \(progress.depth), \(progress.waiting) waiting"
    text += ", \(Int(Double(progress.states) / seconds)) a second"
    if let coverage = progress.coverage { text += ", \(Int(coverage * 100)) % covered" }
    if progress.violations > 0 { text += ", \(progress.violations) violations" }
    Terminal.writeError("\r\u{1b}[K\(text)")
  }

  /// Takes the line away.
  func clear() {
    if last != nil { Terminal.writeError("\r\u{1b}[K") }
  }
}

import SuasExplore

/// Shows the progress of a search on the last line of the terminal.
struct SearchProgress {
  private let line = ProgressLine()
  private let start = ContinuousClock.now

  func show(_ progress: Progress) { line?.show(texts(of: progress)) }

  /// Erases the line.
  func erase() { line?.erase() }

  /// Returns the text for the progress, followed by shorter versions for narrow terminals.
  private func texts(of progress: Progress) -> [String] {
    let seconds = max(0.001, start.duration(to: .now) / .seconds(1))
    let states = progress.states == 1 ? "1 state" : "\(progress.states) states"
    var place = "\(states), depth \(progress.depth)"
    if let waiting = progress.waiting { place += ", \(waiting) waiting" }
    if let steps = progress.steps { place = "\(steps) steps, \(place)" }
    let rate = Int(Double(progress.steps ?? progress.states) / seconds)
    var text = "\(place), \(rate) a second"
    if let coverage = progress.coverage { text += ", \(Int(coverage * 100)) % covered" }
    switch progress.violations {
    case 0: break
    case 1: text += ", 1 violation"
    default: text += ", \(progress.violations) violations"
    }
    return [text, place, states]
  }
}

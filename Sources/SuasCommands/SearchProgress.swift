import SuasExplore

/// How far a search is, on the last line of the terminal while it goes on.
struct SearchProgress {
  private let line = ProgressLine()
  private let start = ContinuousClock.now

  func show(_ progress: Progress) { line?.show(texts(of: progress)) }

  /// Takes the line away.
  func erase() { line?.erase() }

  /// In words, and shorter ones for a terminal that is narrow.
  private func texts(of progress: Progress) -> [String] {
    let seconds = max(0.001, start.duration(to: .now) / .seconds(1))
    let states = "\(progress.states) states"
    let place = "\(states), depth \(progress.depth), \(progress.waiting) waiting"
    var text = "\(place), \(Int(Double(progress.states) / seconds)) a second"
    if let coverage = progress.coverage { text += ", \(Int(coverage * 100)) % covered" }
    if progress.violations > 0 { text += ", \(progress.violations) violations" }
    return [text, place, states]
  }
}

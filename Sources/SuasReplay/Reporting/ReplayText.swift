import SuasScenario
import YAML

/// Renders the outcomes of replays as text for a person.
package struct ReplayText {
  private let style: TextStyle
  package private(set) var text = ""

  package init(style: TextStyle) { self.style = style }

  package mutating func write(_ record: ReplayRecord) {
    text += style.paint(record.outcome.rawValue, record.outcome.color)
    line(": \(record.title)")
    if record.outcome == .undecided {
      line("  a sensitive value, which is not in the log, may have decided this")
    }
    if let input = record.input { line("  after line \(input.number): \(input.text)") }
    if let replayed = record.replayed {
      paint("  - \(record.logged ?? "nothing")", .red)
      paint("  + \(replayed)", .green)
    }
    for rule in record.rules { line("  \(rule.place): \(rule.text)") }
    for event in record.trace { line("  \(event)") }
    for remark in record.remarks { line("  \(remark)") }
  }

  /// Writes how many logs had which outcome.
  package mutating func write(_ tally: ReplayTally) { line(tally.text) }

  private mutating func paint(_ words: String, _ color: TextStyle.Color) {
    text += style.paint(DisplayText.escaped(words.shortened(to: Self.width)), color) + "\n"
  }

  /// The maximum width of a line.
  private static let width = 400

  private mutating func line(_ line: String) {
    text += DisplayText.escaped(line.shortened(to: Self.width)) + "\n"
  }
}

extension ReplayRecord.Outcome {
  fileprivate var color: TextStyle.Color {
    switch self {
    case .same: .green
    case .different, .unsound: .red
    case .undecided, .reached: .yellow
    }
  }
}

extension ReplayRecord {
  /// The log with its outcome.
  var title: String {
    let place = line.map { "\(log):\($0)" } ?? log
    return "\(place): \(message ?? Self.count(inputs, "input"))"
  }

  /// The remarks without which the outcome could be misread.
  var remarks: [String] {
    var remarks: [String] = []
    if let conditionFailure { remarks.append(conditionFailure) }
    if let unrest { remarks.append(unrest) }
    if let scenario { remarks.append(scenario) }
    if let unwritten { remarks.append("no scenario was written: \(unwritten)") }
    if hiddenAnswers > 0 {
      let answers = Self.count(hiddenAnswers, "sensitive answer")
      remarks.append("what came of \(answers) is taken from the log")
    }
    if isOtherVersion { remarks.append("the log is of another version of the spec") }
    return remarks
  }

  static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

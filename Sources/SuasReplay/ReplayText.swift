import SuasLog
import SuasReports
import SuasScenario
import SuasSpec
import YAML

/// What comes of replays, as text for a person.
package struct ReplayText {
  private let style: TextStyle
  package private(set) var text = ""

  package init(style: TextStyle) { self.style = style }

  package mutating func write(_ result: ReplayResult, of path: String) {
    let path = DisplayText.escaped(path)
    switch result.outcome {
    case .same:
      line("\(style.paint("same", .green)): \(path): \(result.inputsText)")
    case .different(let difference):
      line("\(style.paint("different", .red)): \(path):\(difference.line): \(difference.message)")
      write(difference)
    case .undecided(let difference):
      line(
        "\(style.paint("undecided", .yellow)): \(path):\(difference.line): \(difference.message)")
      line("  a sensitive value, which is not in the log, may have decided this")
      write(difference)
    case .unsound(let failure):
      let place = failure.line > 0 ? "\(path):\(failure.line)" : path
      line("\(style.paint("unsound", .red)): \(place): \(failure.message)")
    }
    if result.hiddenAnswers > 0 {
      line("  answers that are sensitive, whose effects are taken from the log: \(result.hiddenAnswers)")
    }
    if result.isOtherVersion { line("  the log is of another version of the spec") }
  }

  private mutating func write(_ difference: ReplayDifference) {
    if let input = difference.input {
      line("  after line \(input.line): \(DisplayText.escaped(input.text.shortened(to: Self.width)))")
    }
    let logged = difference.logged.map { $0.shortened(to: Self.width) } ?? "nothing"
    text += style.paint("  - \(DisplayText.escaped(logged))", .red) + "\n"
    text += style.paint(
      "  + \(DisplayText.escaped(difference.replayed.shortened(to: Self.width)))", .green) + "\n"
    for rule in difference.rules {
      line("  \(rule.place): \(rule.place.text.onOneLine.shortened(to: 80))")
    }
    guard !difference.events.isEmpty else { return }
    var trace = TraceText(style: style, margin: 2)
    trace.write(difference.events, omitted: difference.omittedEvents)
    text += trace.text
  }

  /// The maximum width of a line of a log.
  private static let width = 400

  private mutating func line(_ line: String) { text += line + "\n" }
}

extension ReplayResult {
  var inputsText: String {
    inputs == 1 ? "1 input done again, no difference" : "\(inputs) inputs done again, no difference"
  }
}

extension ReplayDifference {
  /// The difference in words.
  package var message: String {
    switch kind {
    case .line: logged == nil ? "the spec does more than the log has" : "the spec does something else"
    case .nothing: "the spec does not do this"
    case .impossible(let reason): reason
    case .digest: "the store is another one"
    }
  }

  /// What the replay has in the place of the line.
  package var replayed: String {
    switch kind {
    case .line(let text): text
    case .nothing: "nothing"
    case .impossible: "impossible"
    case .digest(let digest): "the digest \(digest)"
    }
  }
}

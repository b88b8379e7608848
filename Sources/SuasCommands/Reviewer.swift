import SuasReports
import SuasScenario
import YAML

/// Shows the changes in golden files, and applies the user's answer to each.
struct Reviewer {
  private(set) var review: GoldenReview
  private let text = ReviewText(style: Terminal.outputStyle)

  init(_ results: [FileResult]) { review = GoldenReview(results) }

  /// Asks about each change until all are decided, or the answers end.
  mutating func ask() {
    var lines = InputLines()
    var question = ReviewText.question
    while let (group, change, isFirst) = review.current {
      if isFirst { Terminal.write(text.title(of: group)) }
      Terminal.write(text.render(change))
      let answer = Self.answer(to: question, from: &lines)
      question = ReviewText.shortQuestion
      for deed in review.decide(answer) { Terminal.write("\(DisplayText.escaped(deed))\n") }
    }
    Terminal.write(text.summary(of: review))
  }

  private static func answer(
    to question: String, from lines: inout InputLines
  ) -> GoldenReview.Answer {
    var question = question
    while true {
      Terminal.write(question)
      Terminal.flush()
      let line = lines.next().map { String(decoding: $0, as: UTF8.self) }
      // Piped answers are not echoed by a terminal.
      if !Terminal.inputIsTerminal { Terminal.write("\(DisplayText.escaped(line ?? ""))\n") }
      guard let line else { return .quit }
      let word = line.split(separator: " ").joined(separator: " ")
      if let answer = GoldenReview.Answer(word) { return answer }
      if !word.isEmpty { Terminal.write("answer with one of the words, or its first letter\n") }
      question = ReviewText.question
    }
  }
}

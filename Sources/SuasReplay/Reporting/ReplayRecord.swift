import CEL
import SuasLog
import SuasReports
import SuasScenario
import SuasSpec
import YAML

/// The outcome of one log, as a line of JSON that can be joined with others.
package struct ReplayRecord: Sendable, Equatable {
  package enum Outcome: String, Sendable, CaseIterable {
    /// The spec does the same as the log.
    case same
    case different
    /// A difference that may be due to a value that is not in the log.
    case undecided
    /// The store came to the condition that was asked for.
    case reached
    /// The log could not be done again to its end.
    case unsound
  }

  package struct Line: Sendable, Equatable {
    /// The number of the line, from one.
    package let number: Int
    package let text: String
  }

  package struct Rule: Sendable, Equatable {
    /// The place, as `FILE:LINE:COLUMN`.
    package let place: String
    package let text: String
  }

  /// The path of the log, or the number of a log from standard input.
  package var log: String
  package var outcome = Outcome.same
  /// The number of the app's actions, answers and other inputs that were done again.
  package var inputs = 0
  /// The line of the first difference or mistake.
  package var line: Int?
  package var message: String?
  /// The line as the log has it; nil at the end of the log.
  package var logged: String?
  /// The text of the line that the spec leads to instead.
  package var replayed: String?
  /// The input that led to the difference.
  package var input: Line?
  package var rules: [Rule] = []
  /// The trace of the rules since the input, as lines for a person.
  package var trace: [String] = []
  /// The scenario that was written.
  package var scenario: String?
  /// The reason why none was written, if one was asked for.
  package var unwritten: String?
  /// The first error of the condition of `--until`.
  package var conditionFailure: String?
  /// The first promise at rest that was not kept, with the line after which this happened.
  package var unrest: String?
  package var isOtherVersion = false
  package var hiddenAnswers = 0

  /// The maximum length of a line of a log in a record.
  private static let longest = 2000

  package init(log: String) { self.log = log }

  package init(_ result: ReplayResult, of log: String) {
    self.init(log: log)
    inputs = result.inputs
    isOtherVersion = result.isOtherVersion
    hiddenAnswers = result.hiddenAnswers
    conditionFailure = result.conditionFailure?.words
    unrest = result.unrest.map { "after line \($0.line): \($0.message)" }
    if case .failure(let reason)? = result.scenario { unwritten = reason.words }
    switch result.outcome {
    case .same: break
    case .different(let difference): note(difference, .different)
    case .undecided(let difference): note(difference, .undecided)
    case .unsure(let line, let goal):
      outcome = .undecided
      self.line = line
      message = "after this, it is not known if \(goal)"
    case .reached(let line, let goal):
      outcome = .reached
      self.line = line
      message = "after this, \(goal)"
    case .unsound(let failure):
      outcome = .unsound
      line = failure.line > 0 ? failure.line : nil
      message = failure.message
    }
  }

  private mutating func note(_ difference: ReplayDifference, _ outcome: Outcome) {
    self.outcome = outcome
    line = difference.line
    message = difference.message
    logged = difference.logged?.shortened(to: Self.longest)
    replayed = difference.replayed.shortened(to: Self.longest)
    input = difference.input.map {
      Line(number: $0.line, text: $0.text.shortened(to: Self.longest))
    }
    rules = difference.rules.map {
      Rule(place: $0.place.description, text: $0.place.text.onOneLine.shortened(to: 80))
    }
    var text = TraceText(style: .plain, margin: 0)
    text.write(difference.events, omitted: difference.omittedEvents)
    trace = text.text.split(separator: "\n").map(String.init)
  }
}

extension ReplayRecord {
  /// The record as JSON in one line, without a line break.
  package var json: String {
    JSONText.object { json in
      json.write("log", log)
      json.write("outcome", outcome.rawValue)
      json.write("inputs", inputs)
      if let line { json.write("line", line) }
      json.write("message", message)
      json.write("logged", logged)
      json.write("replayed", replayed)
      if let input {
        json.writeObject("input") { json in
          json.write("line", input.number)
          json.write("text", input.text)
        }
      }
      if !rules.isEmpty {
        json.write("rules", rules) { json, rule in
          json.writeObject { json in
            json.write("place", rule.place)
            json.write("text", rule.text)
          }
        }
      }
      if !trace.isEmpty { json.write("trace", trace) { $0.write(string: $1) } }
      json.write("scenario", scenario)
      json.write("unwritten", unwritten)
      json.write("conditionFailure", conditionFailure)
      json.write("atRest", unrest)
      if isOtherVersion { json.write("otherVersion", true) }
      if hiddenAnswers > 0 { json.write("hiddenAnswers", hiddenAnswers) }
    }.text
  }

  /// Reads a record from its line; nil if it is none.
  package init?(json line: [UInt8]) {
    var reader = JSONReader(line)
    guard case .map(let map)? = try? reader.readWhole(), let log = map.text("log"),
      let outcome = map.text("outcome").flatMap(Outcome.init), let inputs = map.number("inputs")
    else { return nil }
    self.init(log: log)
    self.outcome = outcome
    self.inputs = inputs
    self.line = map.number("line")
    message = map.text("message")
    logged = map.text("logged")
    replayed = map.text("replayed")
    if case .map(let input)? = map["input"], let number = input.number("line"),
      let text = input.text("text")
    {
      self.input = Line(number: number, text: text)
    }
    rules = map.list("rules").compactMap { value in
      guard case .map(let rule) = value, let place = rule.text("place"),
        let text = rule.text("text")
      else { return nil }
      return Rule(place: place, text: text)
    }
    trace = map.list("trace").compactMap { if case .string(let text) = $0 { text } else { nil } }
    scenario = map.text("scenario")
    unwritten = map.text("unwritten")
    conditionFailure = map.text("conditionFailure")
    unrest = map.text("atRest")
    isOtherVersion = map["otherVersion"] == .bool(true)
    hiddenAnswers = map.number("hiddenAnswers") ?? 0
  }
}

extension ConditionFailure {
  /// The errors in one line.
  fileprivate var words: String {
    let others = count > 1 ? ", and after \(ReplayRecord.count(count - 1, "other input"))" : ""
    return "the condition fails after line \(line)\(others): \(message)"
  }
}

extension Map {
  fileprivate func text(_ key: Value) -> String? {
    if case .string(let text)? = self[key] { text } else { nil }
  }

  fileprivate func number(_ key: Value) -> Int? {
    if case .int(let number)? = self[key] { Int(exactly: number) } else { nil }
  }

  fileprivate func list(_ key: Value) -> List {
    if case .list(let list)? = self[key] { list } else { List() }
  }
}

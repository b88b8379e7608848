import CEL
import Suas
import SuasSpec
import YAML

/// Whether what a step expects holds.
extension ScenarioRun {
  mutating func judge(_ expectation: CheckedExpectation) {
    switch expectation.kind {
    case .state(let patterns):
      report(
        compare(state, with: patterns), "the state is not as expected", at: expectation.place)
    case .changes(let expected):
      judge(changes: expected, at: expectation.place)
    case .handled(let expected):
      guard outcome.handled != expected else { return }
      fail(
        expected ? "no reducer handled the action" : "a reducer handled the action",
        at: expectation.place)
    case .error(let code, let message):
      judgeError(code, message, at: expectation.place)
    case .that(let conditions):
      for condition in conditions { judge(condition) }
    }
  }

  /// Where the store is not as expected, by state key.
  func compare(
    _ state: Record, with patterns: [(key: Int, pattern: Pattern)]
  ) -> Differences {
    var differences = Differences()
    for (key, pattern) in patterns {
      pattern.compare(
        state[key], at: Path([.name(file.store.stateKeys[key])]), &differences)
    }
    return differences
  }

  /// Reports differences, if there are any, where the first of them is expected otherwise.
  mutating func report(_ differences: Differences, _ message: String, at place: SourceRange) {
    guard let first = differences.items.first else { return }
    fail(
      message, at: first.range ?? place, differences: differences,
      writer: lastWriter(of: first.place))
  }

  private mutating func judgeError(_ code: String, _ message: Pattern?, at place: SourceRange) {
    guard let error = outcome.error else {
      fail("the action was not refused, where the error '\(code)' was expected", at: place)
      return
    }
    if error.code != code {
      fail(
        "the action was refused, but not with '\(code)': \(error.code): \(error.message)",
        at: place, rule: error.place)
    } else if let message {
      var differences = Differences()
      message.compare(.string(error.message), at: Path([.name("message")]), &differences)
      if !differences.isEmpty {
        fail("the error's message is not as expected", at: place, differences: differences)
      }
    }
  }

  private mutating func judge(_ condition: Condition) {
    do throws(EvaluationError) {
      if try !condition.holds(of: .record(state)) {
        fail("'that' does not hold", at: condition.range)
      }
    } catch {
      fail("'that' meets the error \(error.code): \(error.message)", at: condition.range)
    }
  }
}

import CEL
import Suas
import SuasSpec
import YAML

/// Judging the expectations of a step.
extension ScenarioRun {
  mutating func judge(_ expectation: CheckedExpectation) {
    switch expectation.kind {
    case .state(let patterns):
      let differences = compare(state, with: patterns)
      report(
        differences, "the state is not as expected", at: expectation.place,
        writer: differences.items.first.flatMap { lastWriter(of: $0.place) })
    case .changes(let expected):
      judge(changes: expected, at: expectation.place)
    case .handled(let expected):
      guard eventLog.step.handled != expected else { return }
      fail(
        expected ? "no reducer handled the action" : "a reducer handled the action",
        at: expectation.place)
    case .error(let code, let message):
      judgeError(code, message, at: expectation.place)
    case .that(let conditions):
      for condition in conditions { judge(condition) }
    case .notified(let mentions):
      judge(
        mentions, "notified", eventLog.step.notified, at: expectation.place,
        "the listeners that were told are not as expected",
        hiding: runner.display.hidesSensitiveValues ? file.spec.checked.sensitiveListeners : [])
    case .actions(let mentions):
      let actions = eventLog.actions.map { (name: $0.name, value: Value.record($0.payload)) }
      judge(
        mentions, "actions", actions, at: expectation.place,
        "the actions that reached the reducers are not as expected")
    case .effects(let mentions):
      namedEffects.formUnion(mentions.map(\.name))
      let superseded = stage.runtime.answerableEffects.filter(\.isSuperseded).map(\.name)
      judge(
        mentions, "effects", stage.pendingEffects, at: expectation.place,
        "the pending effects are not as expected"
          + (superseded.isEmpty
            ? "" : "; superseded ones do not count: \(superseded.joined(separator: ", "))"))
    case .requests(let mentions):
      judge(
        mentions, "requests", foundRequests, at: expectation.place,
        "the requests of effects are not as expected",
        hiding: runner.display.hiddenRequests(of: file.spec.checked))
    case .selected(let selected):
      judge(selected: selected, at: expectation.place)
    case .restored(let version, let lost):
      judgeRestored(version, lost, at: expectation.place)
    case .saved(let patterns): judge(saved: patterns, at: expectation.place)
    }
  }

  /// Returns the differences between the store and the patterns, by state key.
  func compare(
    _ state: Record, with patterns: [(key: Int, pattern: Pattern)]
  ) -> Differences {
    var differences = noDifferences
    for (key, pattern) in patterns where !pattern.matches(state[key]) {
      pattern.compare(
        state[key], at: Path([.name(file.store.stateKeys[key])]), &differences)
    }
    return differences
  }

  /// Fails with differences, if there are any, at the expectation for the first of them.
  mutating func report(
    _ differences: Differences, _ message: String, at place: SourceRange,
    writer: SourceRange? = nil
  ) {
    guard let first = differences.items.first else { return }
    fail(message, at: first.range ?? place, differences: differences, writer: writer)
  }

  private mutating func judgeError(_ code: String?, _ message: Pattern?, at place: SourceRange) {
    guard let met = eventLog.firstError?.error else {
      let expected = code.map { "the error '\($0)'" } ?? "an error"
      fail("the action was not refused, where \(expected) was expected", at: place)
      return
    }
    let error = runner.display.shown(met)
    if let code, !error.code.hasSameCodePoints(as: code) {
      fail(
        "the action was refused, but not with '\(code)': \(error.code): \(error.messageWithUses)",
        at: place, rule: error.place)
    } else if let message {
      var differences = noDifferences
      compare(
        message, .string(met.message),
        isHidden: runner.display.hidesSensitiveValues && met.isSensitive,
        at: Path([.name("message")]), &differences)
      if !differences.isEmpty {
        fail("the error's message is not as expected", at: place, differences: differences)
      }
    }
  }

  /// The values of `store` and `pending`.
  var subjectsOfConditions: ContiguousArray<Value> { [.record(state), .record(stage.pending)] }

  private mutating func judge(_ condition: Condition) {
    let message: String
    let subjects = subjectsOfConditions
    do throws(EvaluationError) {
      if try condition.holds(of: subjects) { return }
      message = "'that' does not hold"
    } catch {
      message = "'that' meets the error \(error.code): \(error.message)"
    }
    fail(message, at: condition.range, parts: condition.parts(of: subjects))
  }
}

import CEL
import SuasSpec
import YAML

/// Listeners, actions and effects that a step names.
extension ScenarioRun {
  /// The attempts of effects that began in the present step, with the parts of their requests.
  var foundRequests: [(name: String, value: Value)] {
    eventLog.step.requests.map { ($0.name, .record($0.run.parts)) }
  }

  /// Fails if names and values are not the expected ones, in their order.
  ///
  /// - Parameter hidden: The names whose values are not shown.
  mutating func judge(
    _ expected: [NamedExpectation], _ what: String, _ found: [(name: String, value: Value)],
    at place: SourceRange, _ message: String, hiding hidden: Set<String> = []
  ) {
    var differences = noDifferences
    let path = Path([.name(what)])
    for index in 0..<max(expected.count, found.count) {
      let mention = expected.indices.contains(index) ? expected[index] : nil
      let item = found.indices.contains(index) ? found[index] : nil
      if let mention, let item, mention.name == item.name {
        if let pattern = mention.pattern {
          compare(
            pattern, item.value,
            isHidden: hidden.contains(item.name), at: path.index(index).field(item.name),
            &differences)
        }
      } else {
        differences.add(
          Difference(
            expected: mention?.name, actual: item?.name, place: path.index(index),
            range: mention?.range))
      }
    }
    report(differences, message, at: place)
  }

  /// Compares a value with a pattern. For a hidden value, nothing is shown, not even the place of
  /// the difference in it.
  func compare(
    _ pattern: Pattern, _ value: Value?, isHidden: Bool, at path: Path,
    _ differences: inout Differences
  ) {
    guard isHidden else {
      return pattern.compare(value, at: path, &differences)
    }
    var hidden = noDifferences
    pattern.compare(value, at: path, &hidden)
    guard !hidden.isEmpty else { return }
    differences.add(
      Difference(
        expected: "another value", actual: Shape.Field.hidden, place: path, range: pattern.range))
  }

  mutating func judge(
    selected: [(selector: Int, pattern: Pattern)], at place: SourceRange
  ) {
    var differences = noDifferences
    // Evaluations by an expectation are not part of the step's trace.
    let expecting = probe?.withoutTrace
    for (index, pattern) in selected {
      let selector = file.spec.plan.selectors[index]
      do throws(EvaluationError) {
        let value = try selector.select(state, within: file.spec.limits, expecting)
        compare(
          pattern, value,
          isHidden: runner.display.hidesSensitiveValues
            && file.spec.checked.selectors[index].value.readsSensitiveValues,
          at: Path([.name(selector.name)]),
          &differences)
      } catch {
        fail(
          "the selector '\(selector.name)' meets the error \(error.code): \(error.messageWithinLimits)",
          at: pattern.range)
      }
    }
    report(differences, "what is selected is not as expected", at: place)
  }

  /// In an exhaustive scenario, fails for the pending effects that no step has named.
  mutating func judgePendingEffects() {
    guard scenario.isExhaustive, let step = history.last?.step else { return }
    blamed = history.last?.number
    defer { blamed = nil }
    var differences = noDifferences
    for effect in stage.pendingEffects where !namedEffects.contains(effect.name) {
      differences.add(
        Difference(
          expected: nil, actual: effect.name, place: Path([.name("effects")]), range: nil))
    }
    report(
      differences, "effects are pending at the end that no expectation names", at: step.place)
  }

  /// In an exhaustive scenario, fails for the listeners that were notified and the requests that were
  /// made without being named.
  mutating func judgeUnnamed(by step: CheckedStep) {
    var (namesTold, namesRequests) = (false, false)
    for expectation in expectations {
      if case .notified = expectation.kind { namesTold = true }
      if case .requests = expectation.kind { namesRequests = true }
    }
    let (told, requests) = (eventLog.step.notified, eventLog.step.requests)
    if !namesTold {
      report(
        unnamed(told.map(\.name), "notified"), "the step tells listeners that no expectation names",
        at: step.place)
    }
    if !namesRequests {
      report(
        unnamed(requests.map(\.name), "requests"),
        "the step starts effects whose requests no expectation names", at: step.place)
    }
  }

  private func unnamed(_ names: [String], _ what: String) -> Differences {
    var differences = noDifferences
    for (index, name) in names.enumerated() {
      differences.add(
        Difference(
          expected: nil, actual: name, place: Path([.name(what)]).index(index), range: nil))
    }
    return differences
  }
}

import CEL
import Suas
import SuasSpec
import YAML

/// Runs scenarios.
public struct Runner: Sendable {
  /// Whether golden files that are missing or different are written.
  let updatesGoldens: Bool

  public init(updatesGoldens: Bool) {
    self.updatesGoldens = updatesGoldens
  }

  public func run(_ file: CheckedScenarioFile) -> FileResult {
    var result = FileResult(
      name: file.source.name, scenarios: [], writtenGoldens: [], problems: [])
    let goldens = GoldenFolder(of: file.source.name)
    for scenario in file.scenarios {
      var run = ScenarioRun(scenario, of: file, goldens, updates: updatesGoldens)
      run.run()
      result.scenarios.append(run.result)
      result.writtenGoldens += run.writtenGoldens
      result.problems += run.problems
    }
    return result
  }
}

/// One scenario on its way through its steps.
private struct ScenarioRun {
  let scenario: CheckedScenario
  let file: CheckedScenarioFile
  let goldens: GoldenFolder
  let updatesGoldens: Bool
  let store: Store

  var result: ScenarioResult
  var writtenGoldens: [String] = []
  var problems: [Diagnostic] = []
  /// How the last step that acted went.
  let outcome = Outcome()

  final class Outcome {
    var handled = false
    var error: ActionError?
  }

  init(
    _ scenario: CheckedScenario, of file: CheckedScenarioFile, _ goldens: GoldenFolder,
    updates: Bool
  ) {
    self.scenario = scenario
    self.file = file
    self.goldens = goldens
    updatesGoldens = updates
    let state = zip(file.store.stateKeys, scenario.initial).map { ($0, $1 as Any) }
    store = Suas.createStore(
      reducer: file.spec.reducer,
      state: Dictionary(state, uniquingKeysWith: { first, _ in first }))
    store.observe { [outcome] reduction in
      if !reduction.changedKeys.isEmpty { outcome.handled = true }
    }
    result = ScenarioResult(
      name: scenario.name, tags: scenario.tags, place: scenario.place, failures: [])
  }

  mutating func run() {
    for step in scenario.steps {
      switch step.act {
      case .dispatch(let action):
        dispatch(action)
        if let error = outcome.error, !step.expectsError {
          fail(
            "action '\(action.name)' was refused: \(error.code): \(error.message)",
            at: step.place, rule: error.place)
          return
        }
      case .golden(let name):
        compare(golden: name, at: step.place)
      case nil: break
      }
      for expectation in step.expectations { judge(expectation) }
    }
  }

  private mutating func fail(
    _ message: String, at place: SourceRange, differences: [Difference] = [],
    rule: ActionError.Place? = nil
  ) {
    result.failures.append(Failure(message, at: place, differences: differences, rule: rule))
  }

  private mutating func dispatch(_ action: SpecAction) {
    outcome.handled = false
    outcome.error = nil
    do throws(ActionError) {
      try store.perform(action)
    } catch {
      outcome.error = error
    }
  }

  private mutating func judge(_ expectation: CheckedExpectation) {
    switch expectation.kind {
    case .state(let patterns):
      let record = file.store.record(of: store.state)
      let differences = patterns.flatMap { key, pattern in
        pattern.differences(from: record[key], at: Path(file.store.stateKeys[key]))
      }
      guard let first = differences.first else { return }
      fail(
        "the state is not as expected", at: first.range ?? expectation.place,
        differences: differences)
    case .handled(let expected):
      guard outcome.handled != expected else { return }
      fail(
        expected ? "no reducer handled the action" : "a reducer handled the action",
        at: expectation.place)
    case .error(let code, let message):
      judgeError(code, message, at: expectation.place)
    case .that(let conditions):
      for (program, syntax) in conditions { judge(program, syntax) }
    }
  }

  private mutating func judgeError(_ code: String, _ message: String?, at place: SourceRange) {
    guard let error = outcome.error else {
      fail("the action was not refused, where the error '\(code)' was expected", at: place)
      return
    }
    if error.code != code {
      fail(
        "the action was refused, but not with '\(code)': \(error.code): \(error.message)",
        at: place, rule: error.place)
    } else if let message, error.message != message {
      fail(
        "the error's message is not as expected", at: place,
        differences: [
          Difference(
            path: "message", expected: Value.string(message).yaml,
            actual: Value.string(error.message).yaml, range: nil)
        ])
    }
  }

  private mutating func judge(_ program: Program, _ syntax: ExpressionSyntax) {
    var frame = Frame(
      slots: [.record(file.store.record(of: store.state))], budget: CompiledSpec.defaultBudget)
    do throws(EvaluationError) {
      if try !program.evaluateBool(&frame) { fail("'that' does not hold", at: syntax.range) }
    } catch {
      fail("'that' meets the error \(error.code): \(error.message)", at: syntax.range)
    }
  }

  private mutating func compare(golden name: String, at place: SourceRange) {
    let rendered = file.store.rendered(store.state)
    let path = goldens.path(of: name)
    do throws(FileError) {
      let found = try goldens.read(name)
      if found == rendered { return }
      if updatesGoldens {
        try goldens.write(rendered, to: name)
        writtenGoldens.append(path)
      } else if let found {
        let differences = differences(fromGolden: found, at: path)
        fail(
          differences.isEmpty
            ? "the golden file '\(path)' says the same in other bytes"
            : "the state is not as in the golden file '\(path)'",
          at: place, differences: differences)
      } else {
        fail("there is no golden file '\(path)'; --update writes it", at: place)
      }
    } catch {
      let diagnostic = Diagnostic.golden(path, error)
      fail(diagnostic.message, at: place)
      problems.append(diagnostic)
    }
  }

  /// Where the state differs from what a golden file holds; empty where it differs in bytes only.
  private func differences(fromGolden text: [UInt8], at path: String) -> [Difference] {
    let findings = Findings()
    let checker = ScenarioChecker(file.spec, findings)
    do throws(Diagnostics) {
      let tree = try YAML.parse(try Source(name: path, bytes: text))
      let patterns = checker.readGolden(tree)
      try findings.throwErrors()
      let record = file.store.record(of: store.state)
      return (patterns ?? []).flatMap { key, pattern in
        pattern.differences(from: record[key], at: Path(file.store.stateKeys[key]))
      }
    } catch {
      let message = error.items.first?.message ?? ""
      return [
        Difference(
          path: path, expected: "a state of this spec", actual: "not readable as one: \(message)",
          range: nil)
      ]
    }
  }
}

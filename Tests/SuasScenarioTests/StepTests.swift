import SuasReports
import Testing
import YAML

@testable import SuasScenario

/// The effects of steps, and the results of their scenarios.
@Suite struct StepTests {
  @Test("The file's steps before come first, then the scenario's, and reset goes back before them")
  func before() throws {
    let results = try run(
      """
      given: { Shop: { total: 10 } }
      before: [{ dispatch: Bump }]
      scenarios:
        - name: one
          before: [{ dispatch: Bump, with: { by: 5 }, expect: { state: { Shop: { total: 16 } } } }]
          steps:
            - reset: store
              expect: { state: { Shop: { total: 10 } }, handled: false }
      """)
    #expect(results.map(\.passed) == [true])
    #expect(results[0].steps.map(\.kind) == ["dispatch", "dispatch", "reset"])
  }

  static let withAnyError: [(step: String, failures: [String])] = [
    ("{ dispatch: Remove, with: { index: 0 }, expect: { error: true } }", []),
    (
      "{ dispatch: Bump, expect: { error: true } }",
      ["the action was not refused, where an error was expected"]
    ),
    (
      "{ dispatch: Remove, with: { index: 0 }, expect: { error: 'true' } }",
      ["the action was refused, but not with 'true': index-out-of-range"]
    ),
  ]

  @Test("Any error can be expected", arguments: withAnyError)
  func anyError(step: String, expected: [String]) throws {
    let messages = try failures("  - \(step)").map(\.message)
    #expect(messages.count == expected.count)
    #expect(zip(messages, expected).allSatisfy { $0.hasPrefix($1) }, "\(messages)")
  }

  @Test("That there is no error is not written")
  func noError() {
    let found = mistakes("scenario: s\nsteps: [{ dispatch: Bump, expect: { error: false } }]")
    #expect(found == ["invalid-literal false"])
  }

  @Test("'times' stops at an error, and keeps the changes before it")
  func times() throws {
    let failures = try failures(
      """
        - { dispatch: Remove, with: { index: 0 }, times: 5, expect: { error: index-out-of-range } }
        - expect: { state: { Shop: { items: [] } }, handled: true }
      """, given: "{ items: [{ title: a }, { title: b }] }")
    #expect(failures.isEmpty)
  }

  @Test("A step can be repeated a million times")
  func million() throws {
    let failures = try failures(
      "  - { dispatch: Nothing, times: 1000000, expect: { changes: {} } }")
    #expect(failures.isEmpty)
  }

  static let expectedFailures: [(steps: String, isMet: Bool)] = [
    ("[{ dispatch: Bump, expect: { handled: false } }]", true),
    ("[{ dispatch: Remove, with: { index: 3 } }]", true),
    ("[{ golden: no-such-golden }]", true),
    ("[{ dispatch: Bump }]", false),
    ("[]", false),
  ]

  @Test(
    "What is expected to fail passes by failing, and fails by passing", arguments: expectedFailures)
  func xfail(steps: String, isMet: Bool) throws {
    let result = try #require(try run("scenario: s\nxfail: bug 12\nsteps: \(steps)").first)
    #expect(result.passed == isMet)
    #expect(result.xfail == (isMet ? "bug 12" : nil))
  }

  @Test("A change that no expectation names counts as an expected failure")
  func xfailExhaustive() throws {
    let result = try #require(
      try run("scenario: s\nxfail: x\nexhaustive: true\nsteps: [{ dispatch: Bump }]").first)
    #expect(result.passed)
  }

  @Test("A skipped scenario is not run, and counted separately")
  func skip() throws {
    var text = ""
    let reporter = TextReporter(style: .plain) { text += $0 }
    let file = try check(
      "scenarios: [{ name: a, skip: later, steps: [{ golden: none }] }, { name: b, steps: [] }]")
    reporter.reportSummary(of: Runner().run([file], observe: reporter.report))
    #expect(text == "s.yaml\n  - a (skipped: later)\n  ✓ b\n\n1 passed, 0 failed, 1 skipped\n")
  }

  @Test("Notes are shown in the order of the steps")
  func notes() throws {
    let result = try #require(
      try run("scenario: s\nsteps: [{ note: one }, { expect: { that: '1 > 2' } }, { note: two }]")
        .first)
    let remarks = result.remarks.map { if case .note(let text) = $0 { text } else { "failure" } }
    #expect(remarks == ["one", "failure", "two"])
  }

  @Test("A failure names the rule that last changed what differs")
  func writer() throws {
    let failures = try failures(
      """
        - dispatch: Bump
        - dispatch: Bump
        - { dispatch: Add, with: { title: a } }
        - expect: { state: { Shop: { total: 3, note: x } } }
      """)
    let writer = try #require(failures.first?.writer)
    #expect(writer.text == "increment")
  }
}

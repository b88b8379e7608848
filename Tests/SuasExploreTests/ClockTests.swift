import SuasScenario
import SuasSpec
import Testing

@testable import SuasExplore

/// The time is part of a state only if something reads it.
@Suite struct ClockTests {
  /// A spec whose action, or effect, receives the time at which it is dispatched.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var rule = "{ toggle: on }"
    var at = "\"timestamp = ${now}\""
    var fields = ""
    /// Other sections of the spec.
    var sections = ""
    /// The number of states; `nil` if time goes on without end.
    var states: Int?

    var spec: String {
      """
      suas: 1
      states: { S: { on: bool = false \(fields) } }
      actions: { Flip: { at: \(at) }, Note: { moment: timestamp } }
      reducers:
        R:
          state: S
          on:
            Flip:
              - \(rule)
            Note: []
      \(sections)
      """
    }
  }

  static let cases = [
    Case(testDescription: "nothing reads it", states: 2),
    Case(
      testDescription: "a field of another thing has its name",
      rule: "{ toggle: on, when: now }", fields: ", now: bool = true", states: 2),
    Case(
      testDescription: "it waits with an effect, which nothing reads",
      sections: """
        middleware: [async]
        effects:
          Wait:
            payload: { at: "timestamp = ${now}" }
            run: { delay: 1s }
            latest: true
            on-success: [{ dispatch: Flip }]
        """, states: 4),
    Case(
      testDescription: "a guard reads it",
      rule: "{ toggle: on, when: \"action.at > timestamp('2000-01-01T00:00:02Z')\" }"),
    Case(
      testDescription: "a rule keeps it", rule: "{ set: last, value: \"${action.at}\" }",
      fields: ", last: timestamp?"),
    Case(
      testDescription: "a rule keeps the whole payload",
      rule: "{ set: last, value: \"${action}\" }", fields: ", last: any = null"),
    Case(
      testDescription: "a name is given to it",
      rule: "{ set: on, value: \"${cel.bind(a, action, a.at.getSeconds() > 2)}\" }"),
    Case(
      testDescription: "a constraint judges it",
      at: "{ type: timestamp, default: \"${now}\", where: self.getSeconds() < 50 }"),
    Case(
      testDescription: "a transition reads it",
      sections: "transitions:\n  early: { on: [Flip], that: action.at.getSeconds() < 60 }"),
    Case(
      testDescription: "middleware hands it on",
      sections: """
        middleware:
          - name: notes
            on: [Flip]
            do: [next, { dispatch: Note, with: { moment: "${action.at}" } }]
        """),
    Case(
      testDescription: "middleware for all actions reads it",
      sections: """
        middleware:
          - name: watch
            when: has(action.at) && action["at"].getSeconds() > 2
            do: []
        """),
    Case(
      testDescription: "an effect sends it",
      sections: """
        middleware: [async]
        effects:
          Send:
            payload: { at: "timestamp = ${now}" }
            run: { custom: { name: send, input: "${action.at}", result: bool } }
        """),
  ]

  @Test(
    "A search ends where nothing reads the time, and goes on where something does", arguments: cases
  )
  func clock(_ one: Case) throws {
    let spec = try spec(one.spec)
    let exploration = try explore(spec) {
      $0.largest = 2
      $0.mostStates = 60
      $0.allowedErrors = ["constraint-violated"]
    }
    #expect(exploration.statistics.ending == (one.states == nil ? .states : .exhausted))
    if let states = one.states { #expect(exploration.statistics.states == states) }
  }

  @Test("All states are seen if every payload is tried and time plays no part")
  func all() throws {
    let spec = try spec(
      """
      suas: 1
      states: { S: { on: bool = false } }
      actions: { Flip: { at: "timestamp = ${now}", id: "string = ${uuid()}" } }
      reducers: { R: { state: S, on: { Flip: [{ toggle: on }] } } }
      """)
    let exploration = try explore(spec)
    var text = SearchText()
    text.write(SearchReport(exploration, ExploreSettings()))
    #expect(text.text.hasPrefix("2 states within 1 step: all there are, 2 attempts\n"))
    #expect(!text.text.contains("uuid"))
  }

  @Test("Violations that depend on time are found after that time")
  func passing() throws {
    let spec = try spec(
      """
      suas: 1
      states: { S: { on: bool = false } }
      actions: { Flip: { at: "timestamp = ${now}" } }
      reducers:
        R:
          state: S
          on: { Flip: [{ toggle: on, when: "action.at.getSeconds() == 3" }] }
      reachable: { on: store.S.on }
      """)
    let goal = try #require(try explore(spec) { $0.mostStates = 100 }.goals.first?.script)
    #expect(goal.isConfirmed)
    #expect(goal.lines == ["advance 1s", "advance 1s", "advance 1s", "Flip"])
  }
}

import SuasReports
import Testing

@testable import SuasScenario

/// The JSON of `suas-run trace`.
@Suite struct TraceTests {
  static let spec = """
    suas: 1
    variants: { Load: { idle: {}, loaded: { city: string } } }
    states:
      A: { n: int = 0, d: double = 1, t: string = "", load: Load = idle, m: "map(int) = {}" }
    actions: { Set: { t: string, d: double = 0.1 }, Fail: {} }
    reducers:
      A:
        state: A
        stateKey: a
        on:
          Set:
            - { set: t, value: "${action.t}" }
            - { set: d, value: "${action.d}" }
            - { set: load, value: { loaded: { city: "${action.t}" } } }
            - { set: "m[action.t]", value: 1 }
          Fail: [{ fail: { code: no, message: never } }]
    """

  private func trace(_ text: String) throws -> String {
    var result = FileResult(name: "s.yaml")
    result.scenarios = Runner(recording: .states).run(try check(text, spec: Self.spec)).scenarios
    var json = ""
    TraceReporter { json += $0 }.report([result])
    return json
  }

  @Test("Every step shows the whole state after it, with keys in their order")
  func steps() throws {
    let json = try trace(
      """
      scenarios:
        - name: "a \\"b\\" \\u2028"
          steps:
            - dispatch: Set
              with: { t: "x\\n\\u0001" }
            - { dispatch: Fail, times: 2, expect: { error: no } }
            - note: text
        - { name: skipped, skip: why, steps: [] }
        - { name: two, steps: [{ expect: { that: "1 > 2" } }] }
      """)
    let after = #"""
      {"a":{"n":0,"d":0.1,"t":"x\n\u0001","load":{"loaded":{"city":"x\n\u0001"}},"m":{"x\n\u0001":1}}}
      """#
    #expect(
      json == #"""
        [
        {"scenario":"a \"b\" \u2028","passed":true,"steps":[
          {"step":1,"kind":"dispatch","state":\#(after),"handled":true,"errors":[],"notified":[],"actions":[{"name":"Set","value":{"t":"x\n\u0001","d":0.1}}],"effects":[],"requests":[],"failures":[]},
          {"step":2,"kind":"dispatch","state":\#(after),"handled":false,"errors":["no"],"notified":[],"actions":[{"name":"Fail","value":{}}],"effects":[],"requests":[],"failures":[]},
          {"step":3,"kind":"note","state":\#(after),"handled":false,"errors":[],"notified":[],"actions":[],"effects":[],"requests":[],"failures":[]}]},
        {"scenario":"two","passed":false,"steps":[
          {"step":1,"kind":"expect","state":{"a":{"n":0,"d":1.0,"t":"","load":"idle","m":{}}},"handled":false,"errors":[],"notified":[],"actions":[],"effects":[],"requests":[],"failures":[]}]}
        ]

        """#)
  }

  @Test("Values that would take gigabytes as text are left out, and counted")
  func large() throws {
    let spec = """
      suas: 1
      states: { Log: { text: string = "0123456789", count: int = 0 } }
      actions: { Double: {}, Count: {} }
      reducers:
        Log:
          state: Log
          on: { Double: [{ set: text, value: "${text + text}" }], Count: [{ increment: count }] }
      listeners: { everything: { stateKey: Log } }
      """
    let file = try check(
      """
      scenario: s
      steps:
        - { dispatch: Double, times: 17 }
        - { dispatch: Count, times: 100 }
        - { golden: { name: told, of: notifications } }
        - { golden: { name: done, of: trace } }
      """, spec: spec)
    let scenario = try #require(Runner(recording: .states).run(file).scenarios.first)
    let steps = scenario.steps.compactMap(\.deed)
    let size = 10 << 17
    let kept = (64 << 20) / size - 2
    #expect(abs(steps[1].notified.count - kept) <= 1)
    #expect(steps[1].omitted == 100 - steps[1].notified.count)
    #expect(steps[0].omitted == 0)
    #expect(
      scenario.failures.map(\.message) == [
        "the golden file 'golden/s/told.yaml' would be larger than 16 MB, the most that is read",
        "there is no golden file 'golden/s/done.yaml'; --update writes it",
      ])
  }

  @Test("A step says how many items its lists leave out")
  func omitting() throws {
    let file = try check(
      "scenario: s\nsteps: [{ dispatch: Fail, expect: { error: no } }]", spec: Self.spec)
    var scenario = try #require(Runner(recording: .states).run(file).scenarios.first)
    let deed = try #require(scenario.steps[0].deed)
    scenario.steps[0].deed = StepResult.PerformedStep(
      before: deed.before, after: deed.after, changes: [], handled: true, errors: [],
      notified: [], actions: [], effects: [], requests: [], failures: [], omitted: 7)
    var result = FileResult(name: "s.yaml")
    result.scenarios = [scenario]
    var json = ""
    TraceReporter { json += $0 }.report([result])
    #expect(json.hasSuffix("\"failures\":[],\"omitted\":7}]}\n]\n"))
  }

  @Test("If nothing ran, the trace is an empty array")
  func empty() throws {
    #expect(try trace("scenario: s\nskip: why\nsteps: []") == "[]\n")
  }
}

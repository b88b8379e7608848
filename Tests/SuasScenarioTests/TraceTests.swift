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

  @Test("If nothing ran, the trace is an empty array")
  func empty() throws {
    #expect(try trace("scenario: s\nskip: why\nsteps: []") == "[]\n")
  }
}

import CEL
import SuasScenario
import SuasSpec
import Testing

@testable import SuasExplore

/// The answers to effects that no scenario answers.
@Suite struct AnswerTests {
  /// Makes a spec with one effect.
  private func spec(
    run: String, success: String = "[]", failure: String = "[]"
  ) throws -> CompiledSpec {
    try SuasExploreTests.spec(
      """
      suas: 1
      enums: { Level: [guest, member, admin] }
      types: { User: { name: string, level: Level = guest, since: int? } }
      variants: { Reply: { none: {}, some: { user: User } } }
      states:
        S:
          user: User?
          names: list(string) = []
          level: Level = guest
          log: list(string) = []
      actions:
        User: { user: User }
        Names: { names: list(string) }
        Level: { level: Level }
        Log: { text: string }
        Failed: {}
      reducers:
        R:
          state: S
          on:
            User: [{ set: user, value: "${action.user}" }]
            Names: [{ set: names, value: "${action.names}" }]
            Level: [{ set: level, value: "${action.level}" }]
            Log: [{ append: log, value: "${action.text}" }]
            Failed: []
      middleware: [async]
      effects:
        Ask:
          payload: { name: string }
          run: \(run)
          on-success: \(success)
          on-failure: \(failure)
      """)
  }

  private static let http = #"{ http: { url: "https://example.org" } }"#

  /// Returns the outcomes of the effect that a search does not see.
  private func unseen(_ spec: CompiledSpec) throws -> [String] {
    try explore(spec) {
      $0.moves.only = ["Ask"]
      $0.deepest = 3
      $0.largest = 2
    }.unseen.filter { !$0.contains("rule") }
  }

  @Test(
    "Bodies have what expressions read of them, and fit what they are taken for",
    arguments: [
      #"[{ dispatch: Log, with: { text: "${response.body.user.name}" } }]"#,
      #"[{ dispatch: Log, with: { text: "Hello ${response.body.user.name}!" } }]"#,
      #"[{ dispatch: User, with: { user: "${response.body}" } }]"#,
      #"[{ dispatch: User, with: { user: { name: "${response.body[1].n}" } } }]"#,
      #"[{ dispatch: User, with: { user: "${User{name: response.body['a b'].name}}" } }]"#,
      #"[{ dispatch: Names, with: { names: "${response.body.RESULTS.map(r, string(r.name))}" } }]"#,
      #"[{ dispatch: Names, with: { names: ["${response.body.list.filter(x, x.ok)[0].name}"] } }]"#,
      #"[{ dispatch: Level, with: { level: "${response.body.level}" } }]"#,
      #"[{ dispatch: Failed, when: "timestamp(response.body.at) > timestamp(0)" }]"#,
      #"[{ dispatch: Failed, when: "duration(response.body.for) == duration('1s')" }]"#,
      #"[{ dispatch: Failed, when: "cel.bind(u, response.body.user, u.age - 1 > 17)" }]"#,
      #"[{ dispatch: Log, with: { text: "${response.body.?note.orValue('none')}" } }]"#,
      """
      [{ dispatch: Failed, when: response.body.state == "ready" },
       { dispatch: Failed, unless: response.body.state == "ready" }]
      """,
      #"[{ dispatch: Failed, when: "response.body.state in ['open', 'shut']" }]"#,
      #"[{ dispatch: Failed, when: "'x' in response.body.tags" }]"#,
      #"[{ dispatch: Failed, when: "response.body.name.startsWith('Sir ')" }]"#,
      #"[{ dispatch: Failed, when: "response.body.age >= 18" }, { dispatch: Failed, unless: "response.body.age >= 18" }]"#,
      #"[{ dispatch: Failed, when: "response.body.name == action.name" }]"#,
      #"[{ dispatch: Failed, when: "has(response.body.next)" }, { dispatch: Failed, unless: "has(response.body.next)" }]"#,
      #"[{ dispatch: Failed, when: "response.body.next == null" }, { dispatch: Failed, unless: "response.body.next == null" }]"#,
      #"[{ dispatch: Failed, when: "size(response.body.list) == 0" }, { dispatch: Failed, unless: "size(response.body.list) == 0" }]"#,
      #"[{ dispatch: Failed, when: "response.body.all(x, x.done)" }, { dispatch: Failed, unless: "response.body.all(x, x.done)" }]"#,
      #"[{ dispatch: Log, with: { text: "${response.headers.etag}" }, when: "has(response.headers.etag)" }]"#,
      #"[{ dispatch: Failed, when: response.status == 204 }, { dispatch: Failed, unless: response.status == 204 }]"#,
    ])
  func bodies(success: String) throws {
    #expect(try unseen(spec(run: Self.http, success: success)) == [])
  }

  @Test(
    "Failures have the statuses and bodies that are asked for",
    arguments: [
      "[{ dispatch: Failed, when: error.status == 401 }, { dispatch: Failed, unless: error.status == 401 }]",
      #"[{ dispatch: Log, with: { text: "${error.body.reason}" }, when: "error.body != null && has(error.body.reason)" }]"#,
    ])
  func failures(failure: String) throws {
    #expect(try unseen(spec(run: Self.http, failure: failure)) == [])
  }

  @Test(
    "Other effects come to what fits, too",
    arguments: [
      (
        "{ custom: { name: ask, result: Reply } }",
        """
        [{ dispatch: Failed, when: has(response.result.none) },
         { dispatch: Failed, when: "has(response.result.some) && response.result.some.user.level == 'admin'" }]
        """
      ),
      (
        "{ custom: { name: ask, result: any } }",
        #"[{ dispatch: Failed, when: "response.result.items[2].n > 41" }]"#
      ),
      (
        "{ custom: { name: ask, result: string } }",
        #"[{ dispatch: Failed, when: "response.result == 'sesame'" }]"#
      ),
      (
        "{ read-file: notes.txt }",
        #"[{ dispatch: Failed, when: "response.text.contains('sesame')" }]"#
      ),
      ("{ read-file: notes.txt }", #"[{ dispatch: Failed, when: "int(response.text) == 7" }]"#),
      ("{ read-file: notes.txt }", #"[{ dispatch: Failed, when: "response.text == ''" }]"#),
      (
        #"{ http: { url: "https://example.org", expect: [201, 404] } }"#,
        "[{ dispatch: Failed, when: response.status == 201 }, { dispatch: Failed, when: response.status == 404 }]"
      ),
    ])
  func others(run: String, success: String) throws {
    #expect(try unseen(spec(run: run, success: success)) == [])
  }

  @Test("Nested comparisons take no longer to read than others")
  func nested() throws {
    let condition = (0..<60).reduce("response.body.a == 'x'") { inner, _ in
      "string(\(inner)) == 'true'"
    }
    let spec = try spec(run: Self.http, success: "[{ dispatch: Failed, when: \"\(condition)\" }]")
    _ = try explore(spec) { $0.mostStates = 20 }
  }

  @Test("Answers from scenarios come before generated ones")
  func scenarios() throws {
    let spec = try spec(
      run: Self.http, success: #"[{ dispatch: Log, with: { text: "${response.body.name}" } }]"#)
    var body = Map()
    body["name"] = "Ann"
    let known = EffectAnswer.http(status: 200, headers: [], body: .map(body))
    let exploration = try explore(spec) {
      $0.moves.only = ["Ask"]
      $0.moves.answers = ["Ask": [known]]
      $0.deepest = 2
      $0.drawing = 1000
    }
    let logs = try #require(exploration.graph).states.map { "\($0)" }
    let ann = try #require(logs.firstIndex { $0.contains("Ann") })
    let made = try #require(logs.firstIndex { $0.contains("[\"a\"]") })
    #expect(ann < made)
  }
}

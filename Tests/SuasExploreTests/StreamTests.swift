import SuasScenario
import SuasSpec
import Testing

@testable import SuasExplore

/// Searches of specs with streams, keys and internal actions.
@Suite struct StreamTests {
  private func search(_ sections: String, goal: String) throws -> Exploration {
    try explore(
      try spec(
        """
        suas: 1
        states: { S: { n: int = 0, ended: bool = false, list: "list(int) = []" } }
        actions: { Got: {}, End: {}, Stop: {}, Win: {} }
        reducers:
          R:
            state: S
            on:
              Got: [{ increment: n }]
              End: [{ set: ended, value: true }]
              Win: [{ set: n, value: 1000 }]
        middleware:
          - async
          - name: stop
            on: [Stop]
            do: [{ cancel: Chat }, next]
        reachable: { goal: "\(goal)" }
        \(sections)
        """)
    ) {
      $0.largest = 4
      $0.mostStates = 500
    }
  }

  private static let chat = """
    effects:
      Chat:
        latest: true
        stream: true
        run: { custom: { name: chat, result: bool } }
        on-success: [{ dispatch: Got }]
        on-end: [{ dispatch: End }]
    """

  private func isMet(_ exploration: Exploration) -> Bool {
    exploration.goals.allSatisfy { $0.script != nil }
  }

  @Test("A stream is answered several times, and ended")
  func answers() throws {
    let exploration = try search(
      "internal: [Got, End, Win]\n" + Self.chat, goal: "store.S.n == 3 && store.S.ended")
    #expect(isMet(exploration))
  }

  @Test("Internal actions are not sent by the search itself")
  func internals() throws {
    #expect(isMet(try search(Self.chat, goal: "store.S.n == 1000")))
    #expect(!isMet(try search("internal: [Win]\n" + Self.chat, goal: "store.S.n == 1000")))
  }
}

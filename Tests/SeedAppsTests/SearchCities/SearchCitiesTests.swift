import Dispatch
import Foundation
import LocalServer
import Suas
import SuasSpec
import Testing

@Suite("The search cities app", .timeLimit(.minutes(30)))
@MainActor
struct SearchCitiesTests {
  typealias App = SearchCitiesApp

  private func stores() throws -> [Store] {
    [
      Suas.createStore(reducer: App.SearchCitiesReducer(), middleware: AsyncMiddleware()),
      Suas.createStore(
        reducer: try CompiledSpec(App.spec).reducer, middleware: AsyncMiddleware()),
    ]
  }

  nonisolated private static func answer(_ cities: String...) -> HTTPServer.Answer {
    let results = cities.map { #"{"name": "\#($0)"}"# }.joined(separator: ",")
    return HTTPServer.Answer(#"{"RESULTS": [\#(results)]}"#)
  }

  /// Returns a sequence with an element for each answer that the reducers have processed, and
  /// records the states that listeners receive.
  private func listen(
    to store: Store, _ journal: Journal
  ) -> AsyncStream<Void>.AsyncIterator {
    let (hasCome, continuation) = AsyncStream.makeStream(of: Void.self)
    store.addListener(forStateType: App.SearchCities.self) {
      journal.write("\($0.latest): \($0.cities.joined(separator: ", "))")
    }
    store.addActionListener { action in
      guard action is App.CitiesFetched else { return }
      // The action is still being processed: this dispatch waits for its end.
      DispatchQueue.global().async {
        store.dispatch(action: Done())
        continuation.yield()
      }
    }
    return hasCome.makeAsyncIterator()
  }

  private struct Done: Action {}

  @Test func `What is typed is asked for, and the answer is shown`() async throws {
    let server = HTTPServer { request in
      request.target == "/aq?query=Ro" ? Self.answer("Rome", "Rotterdam") : Self.answer()
    }
    for store in try stores() {
      let journal = Journal()
      var hasCome = listen(to: store, journal)
      let screen = App.Screen(store: store, server: server.url("/aq"))
      screen.textChanged("Ro")
      await hasCome.next(isolation: #isolation)
      await store.settled()
      #expect(screen.resultText == "Rome\nRotterdam")
      #expect(journal.read() == ["1: ", "1: Rome, Rotterdam"])
    }
  }

  @Test func `A late answer loses to that of a newer search`() async throws {
    for store in try stores() {
      let mayAnswer = DispatchSemaphore(value: 0)
      let server = HTTPServer { request in
        if request.target == "/aq?query=R" {
          mayAnswer.wait()
          return Self.answer("Reims")
        }
        return Self.answer("Rome")
      }
      let journal = Journal()
      var hasCome = listen(to: store, journal)
      let screen = App.Screen(store: store, server: server.url("/aq"))
      screen.textChanged("R")
      screen.textChanged("Ro")
      await hasCome.next(isolation: #isolation)
      await store.settled()
      #expect(screen.resultText == "Rome")
      mayAnswer.signal()
      await hasCome.next(isolation: #isolation)
      await store.settled()
      #expect(screen.resultText == "Rome")
      #expect(journal.read() == ["1: ", "2: ", "2: Rome"])
    }
  }

  @Test func `A server that says nothing of use leaves no cities`() async throws {
    let server = HTTPServer { _ in HTTPServer.Answer(status: 500, "no JSON") }
    for store in try stores() {
      let journal = Journal()
      var hasCome = listen(to: store, journal)
      store.dispatch(
        action: App.FetchCityAsyncAction(query: "Ro", server: server.url("/aq")))
      await hasCome.next(isolation: #isolation)
      await store.settled()
      #expect(journal.read() == ["1: ", "1: "])
    }
  }

  @Test func `A screen that is gone is told no more and holds nothing up`() async throws {
    let server = HTTPServer { _ in Self.answer("Rome") }
    for store in try stores() {
      var hasCome = listen(to: store, Journal())
      weak var gone: App.Screen?
      do {
        let screen = App.Screen(store: store, server: server.url("/aq"))
        gone = screen
        screen.textChanged("Ro")
      }
      #expect(gone == nil)
      await hasCome.next(isolation: #isolation)
      await store.settled()
      #expect(store.state[forKeyOfType: App.SearchCities.self]?.cities == ["Rome"])
    }
  }
}

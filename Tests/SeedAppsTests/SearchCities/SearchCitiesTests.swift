import Dispatch
import Foundation
import LocalServer
import Suas
import SuasSpec
import Testing

@Suite("The search cities app")
struct SearchCitiesTests {
  typealias App = SearchCitiesApp

  private func stores() throws -> [Store] {
    [
      Suas.createStore(reducer: App.SearchCitiesReducer(), middleware: AsyncMiddleware()),
      Suas.createStore(
        reducer: try CompiledSpec(App.spec).reducer, middleware: AsyncMiddleware()),
    ]
  }

  private static func answer(_ cities: String...) -> HTTPServer.Answer {
    let results = cities.map { #"{"name": "\#($0)"}"# }.joined(separator: ",")
    return HTTPServer.Answer(#"{"RESULTS": [\#(results)]}"#)
  }

  /// Returns a semaphore that is signalled each time the reducers have processed an answer, and
  /// records the states that listeners receive.
  private func listen(to store: Store, _ journal: Journal) -> DispatchSemaphore {
    let hasCome = DispatchSemaphore(value: 0)
    store.addListener(forStateType: App.SearchCities.self) {
      journal.write("\($0.latest): \($0.cities.joined(separator: ", "))")
    }
    store.addActionListener { action in
      guard action is App.CitiesFetched else { return }
      // The action is still being processed: this dispatch waits for its end.
      DispatchQueue.global().async {
        store.dispatch(action: Done())
        hasCome.signal()
      }
    }
    return hasCome
  }

  private struct Done: Action {}

  @Test func `What is typed is asked for, and the answer is shown`() throws {
    let server = HTTPServer { request in
      request.target == "/aq?query=Ro" ? Self.answer("Rome", "Rotterdam") : Self.answer()
    }
    for store in try stores() {
      let journal = Journal()
      let hasCome = listen(to: store, journal)
      let screen = App.Screen(store: store, server: server.url("/aq"))
      screen.textChanged("Ro")
      #expect(hasCome.wait(timeout: .now() + 20) == .success)
      #expect(screen.resultText == "Rome\nRotterdam")
      #expect(journal.read() == ["1: ", "1: Rome, Rotterdam"])
    }
  }

  @Test func `A late answer loses to that of a newer search`() throws {
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
      let hasCome = listen(to: store, journal)
      let screen = App.Screen(store: store, server: server.url("/aq"))
      screen.textChanged("R")
      screen.textChanged("Ro")
      #expect(hasCome.wait(timeout: .now() + 20) == .success)
      #expect(screen.resultText == "Rome")
      mayAnswer.signal()
      #expect(hasCome.wait(timeout: .now() + 20) == .success)
      #expect(screen.resultText == "Rome")
      #expect(journal.read() == ["1: ", "2: ", "2: Rome"])
    }
  }

  @Test func `A server that says nothing of use leaves no cities`() throws {
    let server = HTTPServer { _ in HTTPServer.Answer(status: 500, "no JSON") }
    for store in try stores() {
      let journal = Journal()
      let hasCome = listen(to: store, journal)
      store.dispatch(
        action: App.FetchCityAsyncAction(query: "Ro", server: server.url("/aq")))
      #expect(hasCome.wait(timeout: .now() + 20) == .success)
      #expect(journal.read() == ["1: ", "1: "])
    }
  }

  @Test func `A screen that is gone is told no more and holds nothing up`() throws {
    let server = HTTPServer { _ in Self.answer("Rome") }
    for store in try stores() {
      let hasCome = listen(to: store, Journal())
      weak var gone: App.Screen?
      do {
        let screen = App.Screen(store: store, server: server.url("/aq"))
        gone = screen
        screen.textChanged("Ro")
      }
      #expect(gone == nil)
      #expect(hasCome.wait(timeout: .now() + 20) == .success)
      #expect(store.state[forKeyOfType: App.SearchCities.self]?.cities == ["Rome"])
    }
  }
}

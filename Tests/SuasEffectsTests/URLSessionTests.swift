import Foundation
import LocalServer
import Suas
import SuasEffects
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Actions that load from a URL")
struct URLSessionTests {
  let answers = Collector<String>()
  let store = createStore(reducer: NotesReducer(), middleware: AsyncMiddleware())

  @Test func `The block is called with data and response, and dispatches to the store`() {
    let server = HTTPServer { HTTPServer.Answer(status: 203, "\($0.method) \($0.target)") }
    store.addListener(forStateType: Notes.self) { [answers] in answers.add($0.texts.last ?? "") }
    store.dispatch(
      action: URLSessionAsyncAction(url: server.url("/aq?query=Rome")) {
        data, response, error, dispatch in
        #expect(error == nil)
        let status = (response as? HTTPURLResponse)?.statusCode
        dispatch(Note(text: "\(status ?? 0) \(String(decoding: data ?? Data(), as: UTF8.self))"))
      })
    #expect(answers.wait() == ["203 GET /aq?query=Rome"])
  }

  @Test func `A request is sent as it is given, through the session that is given`() {
    let server = HTTPServer { HTTPServer.Answer("\($0.method) \($0.body)") }
    var request = URLRequest(url: server.url("/"))
    request.httpMethod = "POST"
    request.httpBody = Data("Milk".utf8)
    store.dispatch(
      action: URLSessionAsyncAction(
        urlRequest: request, urlSession: URLSession(configuration: .ephemeral)
      ) { [answers] data, _, _, _ in
        answers.add(String(decoding: data ?? Data(), as: UTF8.self))
      })
    #expect(answers.wait() == ["POST Milk"])
  }

  @Test func `A server that gives no answer is an error`() {
    let server = HTTPServer { _ in nil }
    store.dispatch(
      action: URLSessionAsyncAction(url: server.url("/")) { [answers] data, _, error, _ in
        answers.add("\(data?.count ?? 0) \(error != nil)")
      })
    #expect(answers.wait() == ["0 true"])
  }
}

import Foundation
import LocalServer
import Suas
import SuasEffects
import Testing

/// A monitor that is sent the lines of a log.
@Suite struct LogSenderTests {
  @Test("Actions and the sub-states that they change are sent as the lines of a session log")
  func lines() {
    let server = ByteServer()
    let monitor = MonitorMiddleware(sendingTo: "http://127.0.0.1:\(server.port)/feed?token=ab")
    let stopper = BlockMiddleware { action, _, _, next in
      if (action as? Note)?.text != "stop" { next(action) }
    }
    let store = createStore(reducer: NotesReducer(), middleware: stopper + monitor)
    store.dispatch(action: Note(text: "a/ü"))
    store.dispatch(action: Note(text: "stop"))
    store.dispatch(action: Note(text: "b"))
    let text = server.text(until: #""of":2}"#)
    #expect(text.hasPrefix("POST /feed?token=ab&name="))
    let lines = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("{") }.map {
      $0.replacing(/"t":\d+/, with: #""t":0"#).replacing(/"clock":"[^"]*"/, with: #""clock":"""#)
    }
    #expect(
      lines == [
        #"{"suas-log":1,"spec":"","clock":"","changes":true,"state":{"Notes":{"texts":[]}}}"#,
        #"{"t":0,"action":"Note","with":{"text":"a/ü"},"from":"app","id":1}"#,
        #"{"t":0,"changes":{"Notes":{"texts":["a/ü"]}},"of":1}"#,
        #"{"t":0,"action":"Note","with":{"text":"b"},"from":"app","id":2}"#,
        #"{"t":0,"changes":{"Notes":{"texts":["a/ü","b"]}},"of":2}"#,
      ])
  }

  @Test("Without an address, or where nobody listens, the app goes on alone")
  func alone() {
    for address in [nil, "http://127.0.0.1:1/feed?token=ab", "http://10.0.0.1:80/feed", "x"] {
      let store = createStore(
        reducer: NotesReducer(), middleware: MonitorMiddleware(sendingTo: address))
      store.dispatch(action: Note(text: "a"))
      #expect((store.state["Notes"] as? Notes)?.texts == ["a"])
    }
  }
}

import Foundation
import LocalServer
import Suas
import SuasEffects
import Testing

@Suite("The monitor")
struct MonitorTests {
  /// A client that reads message after message.
  final class Client {
    private let connection: Connection
    private var received = Data()
    private let separator = Data("&&__&&__&&".utf8)

    init(of monitor: MonitorMiddleware, receiveBuffer: Int32? = nil) throws {
      let port = try #require(monitor.port)
      connection = Connection(toPort: port, receiveBuffer: receiveBuffer)
    }

    /// Returns the next message without its separator; `nil` at the end of the connection.
    func next() -> String? {
      var searched = 0
      while true {
        if let end = received.range(of: separator, in: searched..<received.count) {
          defer { received = Data(received[end.upperBound...]) }
          return String(decoding: received[..<end.lowerBound], as: UTF8.self)
        }
        searched = max(received.count - separator.count, 0)
        let bytes = connection.receive()
        if bytes.isEmpty { return nil }
        received.append(contentsOf: bytes)
      }
    }

    func vanish() { connection.end() }
  }

  static let greeting = """
    {"action":"ConnectedToMonitor","actionData":{},"state":{"Notes":{"texts":[]}}}
    """

  @Test func `A client is greeted with the state, then told each action that went through`() throws
  {
    let monitor = MonitorMiddleware(port: 0)
    let stopper = BlockMiddleware { action, _, _, next in
      if (action as? Note)?.text != "stop" { next(action) }
    }
    let store = createStore(reducer: NotesReducer(), middleware: stopper + monitor)
    let client = try Client(of: monitor)
    #expect(client.next() == Self.greeting)
    store.dispatch(action: Note(text: "a/ü"))
    store.dispatch(action: Note(text: "stop"))
    store.dispatch(action: Note(text: "b"))
    #expect(
      client.next() == #"""
        {"action":"Note","actionData":{"text":"a/ü"},"state":{"Notes":{"texts":["a/ü"]}}}
        """#)
    #expect(
      client.next() == #"""
        {"action":"Note","actionData":{"text":"b"},"state":{"Notes":{"texts":["a/ü","b"]}}}
        """#)
  }

  @Test func `The bytes on the wire are objects, each followed by ten characters`() throws {
    let monitor = MonitorMiddleware(port: 0)
    let store = createStore(reducer: NotesReducer(), middleware: monitor)
    let connection = Connection(toPort: try #require(monitor.port))
    let message = #"{"action":"Note","actionData":{"text":"a"},"state":{"Notes":{"texts":["a"]}}}"#
    let expected = Self.greeting + "&&__&&__&&" + message + "&&__&&__&&"
    var bytes = connection.receive()
    store.dispatch(action: Note(text: "a"))
    while bytes.count < expected.utf8.count { bytes += connection.receive() }
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test func `Of two clients, the slow one gets everything as well and holds nothing back`() throws
  {
    let monitor = MonitorMiddleware(port: 0, backlog: 64 << 20)
    let store = createStore(reducer: TextReducer(), middleware: monitor)
    let quick = try Client(of: monitor)
    let slow = try Client(of: monitor, receiveBuffer: 4096)
    #expect(quick.next() != nil)
    #expect(slow.next() != nil)
    let texts = (0..<40).map { String(repeating: "\($0) ", count: 10_000) }
    for text in texts {
      store.dispatch(action: Note(text: text))
      #expect(quick.next()?.contains(text) == true)
    }
    for text in texts { #expect(slow.next()?.contains(text) == true) }
  }

  @Test func `A client that never reads is dropped once too much waits for it`() throws {
    let monitor = MonitorMiddleware(port: 0, backlog: 1 << 20)
    let store = createStore(reducer: TextReducer(), middleware: monitor)
    let deaf = try Client(of: monitor, receiveBuffer: 4096)
    let quick = try Client(of: monitor)
    #expect(quick.next() != nil)
    let text = String(repeating: "text ", count: 50_000)
    var count = 0
    for _ in 0..<40 {
      store.dispatch(action: Note(text: text))
      if quick.next() != nil { count += 1 }
    }
    #expect(count == 40)
    var messages = 0
    while deaf.next() != nil { messages += 1 }
    #expect(messages < 40)
  }

  @Test func `A client that vanishes is forgotten`() throws {
    let monitor = MonitorMiddleware(port: 0)
    let store = createStore(reducer: NotesReducer(), middleware: monitor)
    let gone = try Client(of: monitor)
    let present = try Client(of: monitor)
    #expect(gone.next() != nil)
    #expect(present.next() != nil)
    gone.vanish()
    for _ in 0..<100 { store.dispatch(action: Note(text: "a")) }
    for _ in 0..<100 { #expect(present.next() != nil) }
  }

  @Test func `A client that comes later is greeted with the state of that moment`() throws {
    let monitor = MonitorMiddleware(port: 0)
    let store = createStore(reducer: NotesReducer(), middleware: monitor)
    store.dispatch(action: Note(text: "a"))
    let client = try Client(of: monitor)
    #expect(client.next()?.hasSuffix(#""state":{"Notes":{"texts":["a"]}}}"#) == true)
  }

  @Test func `Custom encoders are asked first`() throws {
    let monitor = MonitorMiddleware(
      port: 0, stateEncoder: { ($0 as? Notes).map { ["count": $0.texts.count] } },
      actionEncoder: { action in
        (action as? Note).flatMap { $0.text == "own" ? ["own": true] : nil }
      })
    let store = createStore(
      reducer: BlockReducer(initialState: 7, stateKey: "n") { _, _ in nil } + NotesReducer(),
      middleware: monitor)
    let client = try Client(of: monitor)
    #expect(client.next()?.hasSuffix(#""state":{"n":7,"Notes":{"count":0}}}"#) == true)
    store.dispatch(action: Note(text: "own"))
    store.dispatch(action: Note(text: "a"))
    #expect(
      client.next()
        == #"{"action":"Note","actionData":{"own":true},"state":{"n":7,"Notes":{"count":1}}}"#)
    #expect(
      client.next()
        == #"{"action":"Note","actionData":{"text":"a"},"state":{"n":7,"Notes":{"count":2}}}"#)
  }

  @Test func `A value without an encoding is shown by its description`() throws {
    struct Inner {
      var names = ["a": 1, "b": 2]
      var maybe: Int?
      var date: Date? = Date(timeIntervalSince1970: 0)
      var kind = Kind.one
      enum Kind { case one, two }
    }
    struct Plain: Action { var inner = Inner() }
    struct Own: Action, SuasEncodable {
      func toDictionary() -> [String: Any] { ["said": "so"] }
    }
    struct Number: Action, Encodable {
      func encode(to encoder: any Encoder) throws { try Double.infinity.encode(to: encoder) }
    }
    let monitor = MonitorMiddleware(port: 0)
    let store = createStore(reducer: NotesReducer(), middleware: monitor)
    let client = try Client(of: monitor)
    _ = client.next()
    for action in [Plain(), Own(), Number()] as [any Action] { store.dispatch(action: action) }
    let inner = #"{"date":"1970-01-01T00:00:00Z","kind":"one","maybe":null,"names":{"a":1,"b":2}}"#
    #expect(client.next()?.contains(#""actionData":{"inner":\#(inner)}"#) == true)
    #expect(client.next()?.contains(#""actionData":{"said":"so"}"#) == true)
    #expect(client.next()?.contains(#""actionData":{"value":"Infinity"}"#) == true)
  }

  @Test func `The port can be chosen, and the second monitor stays off if it is taken`()
    throws
  {
    let first = MonitorMiddleware(port: 0)
    let port = try #require(first.port)
    let second = MonitorMiddleware(port: port)
    #expect(second.port == nil)
    let store = createStore(reducer: NotesReducer(), middleware: second)
    store.dispatch(action: Note(text: "a"))
    #expect(store.state.value(forKeyOfType: Notes.self)?.texts == ["a"])
    #expect(MonitorMiddleware(address: "nowhere", port: 0).port == nil)
  }

  @Test func `When its store is gone, so is the server`() throws {
    let client: Client
    do {
      let monitor = MonitorMiddleware(port: 0)
      let store = createStore(reducer: NotesReducer(), middleware: monitor)
      client = try Client(of: monitor)
      #expect(client.next() != nil)
      store.dispatch(action: Note(text: "a"))
    }
    while client.next() != nil {}
  }
}

/// A reducer that keeps only the last text.
private struct TextReducer: Reducer {
  var initialState = ""
  var stateKey = "text"

  func reduce(state: String, action: any Action) -> String? { (action as? Note)?.text }
}

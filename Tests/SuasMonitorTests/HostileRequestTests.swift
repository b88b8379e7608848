import Support
import Testing

@testable import SuasMonitor

/// Requests that no page sends: an answer, or none at all, and never the end of the program.
@Suite struct HostileRequestTests {
  private static let verbs = [
    "entries", "position", "counts", "close", "spec", "compare", "export", "entry", "state",
    "value", "find", "trail", "payload", "branch", "jump", "dispatch", "respond", "end", "fail",
    "cancel", "advance", "reset",
    "listen", "unlisten", "play", "", "nothing", "save", "\u{0}",
  ]

  private static let members = [
    "source", "n", "from", "to", "count", "path", "text", "filter", "name", "with", "effect",
    "which", "message", "by", "listener", "spec", "as", "atEnd", "fromSource",
  ]

  private static let values = [
    "null", "true", "-1", "0", "1", "2", "9223372036854775807", "-9223372036854775808", "1e308",
    "0.5", "\"\"", "\"TodoList\"", "\"AddTodo\"", "\"5s\"",
    "\"\\u0000\"",
    "\"\\ud800\"", "[]", "{}", "{\"text\":\"a\"}", "{\"text\":{}}", "{\"\":\"&a *a\"}",
    "\"scenario\"",
    "{\"text\":\"x\",\"kinds\":[1,null,{}],\"names\":\"x\"}", "\"save /tmp/nothing\"",
    "\"AddTodo {text: a}\\nreset\"", "[[[[[[[[[[]]]]]]]]]]",
  ]

  @Test("A text that is no request has no answer")
  func noRequests() throws {
    let monitor = try AskedMonitor("todo")
    for text in [
      "", "{", "[]", "null", "7", "{}", #"{"id":1}"#, #"{"do":"play"}"#, #"{"id":"1","do":"play"}"#,
      #"{"id":1,"do":"play","count":99999999999999999999999}"#, #"{"id":1.5,"do":"play"}"#,
      #"{"id":1,"do":7}"#, "\u{0}",
      String(repeating: "[", count: 1_000_000), String(repeating: "{\"a\":", count: 500_000),
      #"{"id":1,"do":"play","spec":"# + String(repeating: "[", count: 1000),
    ] {
      #expect(try monitor.answer(to: text) == nil)
    }
    #expect(monitor.service.answer([0xFF, 0xFE, 0x00, 0xC0]) == nil)
  }

  @Test("Requests of random members are all answered")
  func random() throws {
    let monitor = try AskedMonitor("todo", "search-cities")
    let todo = try monitor.play()
    try todo.send("AddTodo", ["text": "a"])
    var random = SplitMix64(seed: 1)
    for id in 0..<4000 {
      let verb = Self.verbs.randomElement(using: &random) ?? ""
      var request = "{\"id\":\(id),\"do\":\(JSON(verb))"
      if Bool.random(using: &random) {
        request += ",\"source\":1,\"n\":\(Int.random(in: 0...3, using: &random))"
      }
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let member = Self.members.randomElement(using: &random) ?? ""
        if request.contains("\"\(member)\":") { continue }
        request += ",\"\(member)\":\(Self.values.randomElement(using: &random) ?? "")"
      }
      let answer = try #require(try monitor.answer(to: request + "}"), "\(request)}")
      #expect(answer["id"].number == id)
      if verb == "close" { _ = try? monitor.play() }
      if monitor.service.timeline(1) == nil { break }
    }
    #expect(try monitor.play().entries() == ["begin"])
  }

  @Test("A verb that nobody knows is refused, without a branch")
  func unknownVerb() throws {
    let todo = try AskedMonitor("todo").play()
    try todo.send("AddTodo", ["text": "a"])
    for verb in ["save", "overwrite", "perform", "quit", "eval", "Dispatch", ""] {
      _ = try todo.refusal(verb, ["n": 0, "name": "x", "effect": "x"])
    }
    #expect(try todo.refusal("dispatch", ["n": 1, "name": "AddTodo {text: a}"]).isEmpty == false)
    #expect(todo.length == 2)
    #expect(todo.monitor.service.timeline(2) == nil)
  }
}

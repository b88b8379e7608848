import CEL
import Foundation
import LocalServer
import Locking
import SuasSpec
import Testing

@testable import SuasLive

/// Requests to a local test server.
@Suite struct LiveEffectsTests {
  private func get(
    _ target: String, from server: HTTPServer, body: String? = nil,
    headers: [(name: String, value: String)] = [], allowed: [String] = ["127.0.0.1"]
  ) async -> EffectAnswer {
    let live = LiveEffects(allowedHosts: allowed, maximumBodySize: 1000)
    return await live.perform(
      .http(
        EffectRequest.HTTPRequest(
          method: body == nil ? "GET" : "POST", url: server.url(target).absoluteString,
          headers: headers, body: body, timeout: CEL.Duration(nanoseconds: 60_000_000_000))))
  }

  private func failure(_ answer: EffectAnswer) -> String? {
    if case .failure(let message) = answer { message } else { nil }
  }

  @Test("An answer has its status, its headers, and a body read by its content type")
  func answers() async {
    let server = HTTPServer { request in
      request.target == "/json"
        ? .init(status: 404, #"{"a": [1]}"#)
        : .init(headers: [("Content-Type", "text/plain"), ("X-Name", "b")], "[1]")
    }
    guard case .http(404, _, let body) = await get("/json", from: server) else {
      return #expect(Bool(false))
    }
    #expect(body == (try? JSONReader.value(of: Array(#"{"a": [1]}"#.utf8))))
    guard case .http(200, let headers, let text) = await get("/text", from: server) else {
      return #expect(Bool(false))
    }
    #expect(text == .string("[1]"))
    #expect(headers.contains { $0.name.lowercased() == "x-name" && $0.value == "b" })
  }

  @Test("Method, headers and body are sent as they are")
  func sending() async {
    let seen = Mutex<HTTPServer.Request?>(nil)
    let server = HTTPServer { request in
      seen.withLock { $0 = request }
      return .init("{}")
    }
    _ = await get("/a?b=c%20d", from: server, body: "héllo")
    let request = seen.withLock { $0 }
    #expect(request?.method == "POST")
    #expect(request?.target == "/a?b=c%20d")
    #expect(request?.body == "héllo")
  }

  @Test("Only hosts that are allowed are asked, for the port that is named if one is")
  func hosts() async {
    let server = HTTPServer { _ in .init("{}") }
    let url = server.url("/")
    #expect(
      failure(await get("/", from: server, allowed: []))
        == "the host '127.0.0.1' is not allowed")
    #expect(failure(await get("/", from: server, allowed: ["127.0.0.1:1"])) != nil)
    #expect(
      failure(await get("/", from: server, allowed: ["127.0.0.1:\(url.port ?? 0)"])) == nil)
  }

  @Test("A redirect is followed to an allowed host, and to no other")
  func redirects() async {
    let server = HTTPServer { request in
      switch request.target {
      case "/inside": .init(status: 302, headers: [("Location", "/end")], "")
      case "/outside": .init(status: 302, headers: [("Location", "http://localhost:1/end")], "")
      case "/round": .init(status: 302, headers: [("Location", "/round")], "")
      default: .init(#""end""#)
      }
    }
    guard case .http(200, _, .string("end")) = await get("/inside", from: server) else {
      return #expect(Bool(false))
    }
    #expect(
      failure(await get("/outside", from: server))
        == "the redirect leads to the host 'localhost', which is not allowed")
    #expect(failure(await get("/round", from: server)) != nil)
  }

  @Test("A body without end, broken JSON and a connection that ends are failures")
  func brokenAnswers() async {
    let server = HTTPServer { request in
      switch request.target {
      case "/large": .init(String(repeating: "x", count: 65536), repeats: 200_000)
      case "/broken": .init(#"{"a": "#)
      default: nil
      }
    }
    #expect(failure(await get("/large", from: server)) == "the body has more than 1000 bytes")
    #expect(
      failure(await get("/broken", from: server))?.hasPrefix("the body is no JSON: ") == true)
    #expect(failure(await get("/closed", from: server)) != nil)
  }

  @Test(
    "Another origin gets none of the headers that were meant for the first one",
    arguments: [301, 302, 303, 307, 308])
  func secrets(status: Int) async throws {
    let seen = Mutex<HTTPServer.Request?>(nil)
    let other = HTTPServer { request in
      seen.withLock { $0 = request }
      return .init("{}")
    }
    let target = other.url("/end").absoluteString
    let server = HTTPServer { _ in .init(status: status, headers: [("Location", target)], "") }
    let answer = await get(
      "/", from: server, body: "b",
      headers: [
        ("Authorization", "secret"), ("Cookie", "secret"), ("X-Key", "secret"),
        ("Accept", "text/plain"), ("Content-Type", "text/plain"),
      ])
    #expect(failure(answer) == nil)
    let request = try #require(seen.withLock { $0 })
    #expect(!request.headers.contains { $0.value == "secret" })
    #expect(request.header("Accept") == "text/plain")
    #expect(request.header("Host") == other.url("").absoluteString.dropFirst(7).description)
    let keepsBody = status >= 307
    #expect(request.method == (keepsBody ? "POST" : "GET"))
    #expect(request.body == (keepsBody ? "b" : ""))
    #expect((request.header("Content-Type") != nil) == keepsBody)
  }

  @Test(
    "A request that would say how it is sent, or no request at all, is not sent",
    arguments: [
      ("GET", "/", "Host", "a"), ("GET", "/", "Content-Length", "5"),
      ("GET", "/", "transfer-encoding", "chunked"), ("GET", "/", "Connection", "keep-alive"),
      ("GET", "/", "X: y", "z"), ("GET", "/", "X", "a\r\nY: b"), ("CONNECT", "/", "X", "a"),
      ("GET /x", "/", "X", "a"), ("", "/", "X", "a"),
    ])
  func unsendable(method: String, target: String, name: String, value: String) async {
    let asked = Mutex(false)
    let server = HTTPServer { _ in
      asked.withLock { $0 = true }
      return .init("{}")
    }
    let live = LiveEffects(allowedHosts: ["127.0.0.1"])
    let answer = await live.perform(
      .http(
        EffectRequest.HTTPRequest(
          method: method, url: server.url(target).absoluteString, headers: [(name, value)],
          body: nil, timeout: CEL.Duration(nanoseconds: 60_000_000_000))))
    #expect(failure(answer) != nil)
    #expect(!asked.withLock { $0 })
  }

  @Test("A server that is asked for a secure connection, and knows none, is a failure")
  func insecure() async {
    let server = HTTPServer { _ in .init("{}") }
    let url = server.url("/").absoluteString.replacingOccurrences(of: "http:", with: "https:")
    let live = LiveEffects(allowedHosts: ["127.0.0.1"])
    let answer = await live.perform(
      .http(
        EffectRequest.HTTPRequest(
          method: "GET", url: url, headers: [], body: nil,
          timeout: CEL.Duration(nanoseconds: 5_000_000_000))))
    #expect(failure(answer) != nil)
  }

  @Test("A refused connection and a timeout are failures with plain messages")
  func unreachable() async {
    let live = LiveEffects(allowedHosts: ["127.0.0.1"])
    func ask(_ url: String, milliseconds: Int64 = 60_000) async -> String? {
      failure(
        await live.perform(
          .http(
            EffectRequest.HTTPRequest(
              method: "GET", url: url, headers: [], body: nil,
              timeout: CEL.Duration(nanoseconds: milliseconds * 1_000_000)))))
    }
    #expect(await ask("http://127.0.0.1:1/") == "nothing listens there")
    let silent = RawServer { _, client in while !client.receive().isEmpty {} }
    #expect(
      await ask("http://127.0.0.1:\(silent.port)/", milliseconds: 200)
        == "there was no answer in time")
  }
}

import Foundation
import LocalServer

/// An answer from a server, and the outcome that it has to have.
struct LiveAnswer: Sendable {
  /// The hosts of a test: one that is allowed, and one that is not.
  struct Sites: Sendable {
    /// `127.0.0.1:PORT`
    let allowed: String
    let forbidden: String
    /// The prefix of this answer's paths, such as `/7`.
    let path: String
  }

  let name: String
  /// The request in the spec, without its URL and timeout.
  var request = "method: GET"
  /// The expression for the part of a response that is shown.
  var shows = "''"
  /// The timeout in seconds.
  var timeout = 20
  /// `response STATUS …`, or `CODE: MESSAGE`.
  let outcome: String
  let serve: @Sendable (HTTPServer.Request, Connection, Sites) -> Void
}

extension LiveAnswer {
  /// Makes an answer from bytes.
  init(
    _ name: String, _ bytes: String, request: String = "method: GET", shows: String = "''",
    timeout: Int = 20, outcome: String
  ) {
    self.init(
      name: name, request: request, shows: shows, timeout: timeout, outcome: outcome
    ) { _, client, _ in client.send(Array(bytes.utf8)) }
  }

  /// Makes an answer with status 200 and a given head.
  static func head(
    _ name: String, _ head: String, body: String = "b", shows: String = "response.body",
    outcome: String
  ) -> LiveAnswer {
    LiveAnswer(
      name, "HTTP/1.1 200 OK\r\n\(head)\r\n\r\n\(body)", shows: shows, outcome: outcome)
  }

  /// Makes an answer with a given body, and a correct head for it.
  static func body(
    _ name: String, type: String?, _ body: @escaping @Sendable () -> [UInt8],
    headers: String = "", shows: String = "response.body", outcome: String
  ) -> LiveAnswer {
    LiveAnswer(name: name, shows: shows, outcome: outcome) { _, client, _ in
      let body = body()
      let type = type.map { "Content-Type: \($0)\r\n" } ?? ""
      let head = "HTTP/1.1 200 OK\r\n\(type)\(headers)Content-Length: \(body.count)\r\n\r\n"
      client.send(Array(head.utf8))
      client.send(body)
    }
  }
}

extension Connection {
  func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends the same text repeatedly, until the other end closes the connection.
  func sendForever(_ text: String, every pause: TimeInterval = 0) {
    let bytes = Array(text.utf8)
    while !isGone {
      send(bytes)
      if pause > 0 { Thread.sleep(forTimeInterval: pause) }
    }
  }

  /// Waits until the other end closes the connection.
  func wait() { while !receive().isEmpty {} }
}

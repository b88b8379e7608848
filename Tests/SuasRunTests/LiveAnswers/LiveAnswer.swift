import Foundation
import LocalServer

/// One answer that a server may give, and the outcome that it has to have.
struct LiveAnswer: Sendable {
  /// The sites of a test: the one that may be asked, and one that may not.
  struct Sites: Sendable {
    /// `127.0.0.1:PORT`
    let allowed: String
    let forbidden: String
    /// Where this answer's paths begin: `/7`, say.
    let path: String
  }

  let name: String
  /// The request besides its url and timeout, as it stands in the spec.
  var request = "method: GET"
  /// What of a response is looked at, as an expression.
  var shows = "''"
  /// How long the answer is waited for, in seconds.
  var timeout = 20
  /// `response STATUS …`, or `CODE: MESSAGE`.
  let outcome: String
  let serve: @Sendable (HTTPServer.Request, Connection, Sites) -> Void
}

extension LiveAnswer {
  /// An answer of these bytes.
  init(
    _ name: String, _ bytes: String, request: String = "method: GET", shows: String = "''",
    timeout: Int = 20, outcome: String
  ) {
    self.init(
      name: name, request: request, shows: shows, timeout: timeout, outcome: outcome
    ) { _, client, _ in client.send(Array(bytes.utf8)) }
  }

  /// An answer with a head of its own, and its status.
  static func head(
    _ name: String, _ head: String, body: String = "b", shows: String = "response.body",
    outcome: String
  ) -> LiveAnswer {
    LiveAnswer(
      name, "HTTP/1.1 200 OK\r\n\(head)\r\n\r\n\(body)", shows: shows, outcome: outcome)
  }

  /// An answer with this body, and a head that tells no lies about it.
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

  /// Sends the same again and again, until the other end is gone.
  func sendForever(_ text: String, every pause: TimeInterval = 0) {
    let bytes = Array(text.utf8)
    while !isGone {
      send(bytes)
      if pause > 0 { Thread.sleep(forTimeInterval: pause) }
    }
  }

  /// Sends nothing more until the other end goes.
  func wait() { while !receive().isEmpty {} }
}

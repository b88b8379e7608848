public import Foundation

/// A web server for tests, on a free port of this machine. Each request has a thread of its own, so
/// that an answer may wait as long as the test likes.
public final class HTTPServer: Sendable {
  /// A client's request.
  public struct Request: Sendable {
    /// The method, such as `GET`.
    public let method: String
    /// The path with its query, as it was sent.
    public let target: String
    /// The headers, in the order in which they were sent.
    public let headers: [(name: String, value: String)]
    public let body: String

    /// Returns the value of a header; the case of its name is ignored.
    public func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
  }

  /// The server's answer.
  public struct Answer: Sendable {
    let status: Int
    let headers: [(name: String, value: String)]
    let body: String
    let repeats: Int

    /// - Parameter repeats: The number of times the body is sent; unless that is 1, no length is
    ///   sent.
    public init(
      status: Int = 200,
      headers: [(name: String, value: String)] = [("Content-Type", "application/json")],
      _ body: String, repeats: Int = 1
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.repeats = repeats
    }
  }

  private let listener = Listener()

  /// Starts a server that answers each request with the result of `answer`; `nil` ends the
  /// connection.
  public init(_ answer: @escaping @Sendable (Request) -> Answer?) {
    let listener = listener
    Thread {
      while let client = listener.accepted() {
        Thread { Self.serve(client, answer) }.start()
      }
    }.start()
  }

  deinit { listener.end() }

  /// Returns the URL for a path, which begins with a slash.
  public func url(_ target: String) -> URL {
    URL(string: "http://127.0.0.1:\(listener.port)\(target)")!
  }

  private static func serve(_ client: Connection, _ answer: (Request) -> Answer?) {
    defer { client.end() }
    guard let request = Request(from: client) else { return }
    guard let answer = answer(request) else { return }
    var head = "HTTP/1.1 \(answer.status) Answer\r\nConnection: close\r\n"
    for (name, value) in answer.headers { head += "\(name): \(value)\r\n" }
    if answer.repeats == 1 { head += "Content-Length: \(answer.body.utf8.count)\r\n" }
    client.send(Array((head + "\r\n").utf8))
    let body = Array(answer.body.utf8)
    for _ in 0..<answer.repeats where !client.isGone { client.send(body) }
  }
}

extension HTTPServer.Request {
  /// Reads a request; returns `nil` if the connection ends before.
  init?(from client: Connection) {
    var text = ""
    while true {
      let bytes = client.receive()
      if bytes.isEmpty { return nil }
      text += String(decoding: bytes, as: UTF8.self)
      guard let end = text.range(of: "\r\n\r\n") else { continue }
      let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
      let words = lines[0].split(separator: " ")
      guard words.count == 3 else { return nil }
      self.init(
        method: String(words[0]), target: String(words[1]),
        headers: lines.dropFirst().map { line in
          let parts = line.split(separator: ":", maxSplits: 1)
          return (String(parts[0]), parts.last?.trimmingCharacters(in: .whitespaces) ?? "")
        },
        body: String(text[end.upperBound...]))
      if body.utf8.count >= header("Content-Length").flatMap({ Int($0) }) ?? 0 { return }
    }
  }
}

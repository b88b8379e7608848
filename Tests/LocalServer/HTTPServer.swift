public import Foundation

/// A web server for tests, on a free port of this machine; each request has a thread of its own, so
/// that an answer may wait for whatever the test likes.
public final class HTTPServer: Sendable {
  /// What was asked for.
  public struct Request: Sendable {
    /// `GET`, say.
    public let method: String
    /// The path with its query, as it was sent.
    public let target: String
    public let body: String
  }

  /// What is answered.
  public struct Answer: Sendable {
    let status: Int
    let headers: [(name: String, value: String)]
    let body: String
    let repeats: Int

    /// - Parameter repeats: How often the body is sent; its length is not told if that is not once.
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

  /// Starts a server that answers each request with what `answer` says; nil ends the connection.
  public init(_ answer: @escaping @Sendable (Request) -> Answer?) {
    let listener = listener
    Thread {
      while let client = listener.accepted() {
        Thread { Self.serve(client, answer) }.start()
      }
    }.start()
  }

  deinit { listener.end() }

  /// The address of a path, which begins with a slash.
  public func url(_ target: String) -> URL {
    URL(string: "http://127.0.0.1:\(listener.port)\(target)")!
  }

  private static func serve(_ client: Connection, _ answer: (Request) -> Answer?) {
    defer { client.end() }
    var text = ""
    var headEnd = text.endIndex
    while true {
      let bytes = client.receive()
      if bytes.isEmpty { return }
      text += String(decoding: bytes, as: UTF8.self)
      guard let end = text.range(of: "\r\n\r\n") else { continue }
      headEnd = end.upperBound
      if text[headEnd...].utf8.count >= length(ofBodyAfter: text[..<headEnd]) { break }
    }
    let words = text.prefix { $0 != "\r\n" }.split(separator: " ")
    let request = Request(
      method: String(words[0]), target: String(words[1]), body: String(text[headEnd...]))
    guard let answer = answer(request) else { return }
    var head = "HTTP/1.1 \(answer.status) Answer\r\nConnection: close\r\n"
    for (name, value) in answer.headers { head += "\(name): \(value)\r\n" }
    if answer.repeats == 1 { head += "Content-Length: \(answer.body.utf8.count)\r\n" }
    client.send(Array((head + "\r\n").utf8))
    let body = Array(answer.body.utf8)
    for _ in 0..<answer.repeats where !client.isGone { client.send(body) }
  }

  private static func length(ofBodyAfter head: Substring) -> Int {
    for line in head.components(separatedBy: "\r\n")
    where line.lowercased().hasPrefix("content-length:") {
      return Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces)) ?? 0
    }
    return 0
  }
}

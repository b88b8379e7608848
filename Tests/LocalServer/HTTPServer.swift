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
    let body: String

    public init(status: Int = 200, _ body: String) {
      self.status = status
      self.body = body
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
    client.send(
      Array(
        """
        HTTP/1.1 \(answer.status) Answer\r
        Content-Type: application/json\r
        Content-Length: \(answer.body.utf8.count)\r
        Connection: close\r
        \r
        \(answer.body)
        """.utf8))
  }

  private static func length(ofBodyAfter head: Substring) -> Int {
    for line in head.components(separatedBy: "\r\n")
    where line.lowercased().hasPrefix("content-length:") {
      return Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces)) ?? 0
    }
    return 0
  }
}

import Foundation
import LocalServer

/// Answers with challenges, other hosts, and unusual status lines and headers.
extension LiveAnswer {
  static let challenges: [LiveAnswer] =
    [
      "Basic realm=\"a\"", "Digest realm=\"a\", nonce=\"b\", qop=\"auth\"", "Bearer", "Negotiate",
      "NTLM", "Basic realm=\"a\", Digest realm=\"a\", Bearer", "=,;\"", "Basic realm=\"",
    ].map { challenge in
      LiveAnswer(
        "401 with \(challenge)",
        "HTTP/1.1 401 No\r\nWWW-Authenticate: \(challenge)\r\nContent-Length: 0\r\n\r\n",
        outcome: "status: the status is 401")
    } + [
      LiveAnswer(
        "407 with Basic",
        "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"a\"\r\nContent-Length: 0\r\n\r\n",
        outcome: "status: the status is 407")
    ]

  static let otherHosts: [LiveAnswer] = [
    "Refresh: 0; url=http://%/", "Alt-Svc: http/1.1=\"%\"", "Set-Cookie: a=b; Domain=other.example",
    "Link: <http://%/>; rel=preload",
  ].map { header in
    LiveAnswer(name: "with \(header)", shows: "response.body", outcome: "response 200 b") {
      _, client, sites in
      let header = header.replacingOccurrences(of: "%", with: sites.forbidden)
      client.send("HTTP/1.1 200 OK\r\n\(header)\r\nContent-Length: 1\r\n\r\nb")
    }
  }

  private static let noStatus = "no-answer: the answer has no status of HTTP"
  private static let noHTTP = "no-answer: the answer is not one of HTTP"
  private static let otherVersion = "no-answer: the answer is of another version than HTTP/1.1"

  static let statusLines: [LiveAnswer] =
    [
      ("text of HTTP/0.9", "hello\n", noHTTP),
      ("status 99999", "HTTP/1.1 99999 OK\r\n\r\n", noStatus),
      ("status -1", "HTTP/1.1 -1 OK\r\n\r\n", noStatus),
      (
        "status 000", "HTTP/1.1 000 OK\r\n\r\n",
        "no-answer: the answer has the status 0, which ends no request"
      ),
      ("status 999", "HTTP/1.1 999 OK\r\n\r\n", "status: the status is 999"),
      (
        "101 to another protocol", "HTTP/1.1 101 Up\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
        "no-answer: the answer has the status 101, which ends no request"
      ),
      ("HTTP/2.0", "HTTP/2.0 200 OK\r\n\r\n", otherVersion),
      ("ICY", "ICY 200 OK\r\n\r\n", noHTTP),
      ("204 with a body", "HTTP/1.1 204 No\r\nContent-Length: 9\r\n\r\nabc", "response 204 "),
      ("205", "HTTP/1.1 205 Reset\r\nContent-Length: 0\r\n\r\n", "response 205 "),
      (
        "304 with a body", "HTTP/1.1 304 No\r\nContent-Length: 9\r\n\r\nabc",
        "status: the status is 304"
      ),
      ("nothing", "", "no-answer: the connection was closed early"),
      (
        "an end after half a status line", "HTTP/1.1 2",
        "no-answer: the connection was closed early"
      ),
    ].map { LiveAnswer($0, $1, outcome: $2) } + [
      LiveAnswer(
        "204 of JSON", "HTTP/1.1 204 No\r\nContent-Type: application/json\r\n\r\n",
        shows: "response.body == null", outcome: "response 204 true"),
      LiveAnswer(
        "204 of text", "HTTP/1.1 204 No\r\n\r\n", shows: "response.body == null",
        outcome: "response 204 true"),
      LiveAnswer(name: "status 200 with bytes that are no UTF-8", outcome: "response 200 ") {
        _, client, _ in
        client.send(Array("HTTP/1.1 200 ".utf8) + [0xFF, 0xFE, 0x80] + Array("\r\n\r\n".utf8))
      },
      LiveAnswer(name: "100,000 times 100 Continue", outcome: "response 200 ") { _, client, _ in
        let some = String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 1000)
        for _ in 0..<100 { client.send(some) }
        client.send("HTTP/1.1 200 OK\r\n\r\n")
      },
      LiveAnswer(
        name: "100 Continue without end", timeout: 2,
        outcome: "timeout: there was no answer in time"
      ) { _, client, _ in
        client.sendForever(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 1000))
      },
    ]

  private static let overflow = "no-answer: the answer has too many headers, or too long ones"
  private static let noHeader = "no-answer: the answer has a header that is none"

  static let headers: [LiveAnswer] = [
    LiveAnswer(name: "100,000 headers", outcome: overflow) { _, client, _ in
      client.send("HTTP/1.1 200 OK\r\n")
      for number in 0..<100_000 where !client.isGone { client.send("X-\(number): v\r\n") }
      client.send("\r\n")
    },
    LiveAnswer(name: "a header of 20 MB", outcome: overflow) { _, client, _ in
      client.send("HTTP/1.1 200 OK\r\nX: ")
      let some = String(repeating: "x", count: 1 << 20)
      for _ in 0..<20 { client.send(some) }
      client.send("\r\n\r\n")
    },
    LiveAnswer(name: "headers without end", outcome: overflow) { _, client, _ in
      client.send("HTTP/1.1 200 OK\r\n")
      client.sendForever("X: v\r\n")
    },
    LiveAnswer(name: "a name without end", outcome: overflow) { _, client, _ in
      client.send("HTTP/1.1 200 OK\r\n")
      client.sendForever(String(repeating: "x", count: 1000))
    },
    LiveAnswer(
      name: "a reason without end", timeout: 2, outcome: "timeout: there was no answer in time"
    ) { _, client, _ in
      client.send("HTTP/1.1 200 ")
      client.sendForever(String(repeating: "x", count: 1000))
    },
    .head("a header without a colon", "broken", outcome: noHeader),
    .head("a header without a name", ": v", outcome: noHeader),
    .head("NUL in a header", "X: a\0b", outcome: noHeader),
    .head("CR in a header", "X: a\rb", outcome: noHTTP),
    .head("escapes in a header", "X: \u{1B}[31m", outcome: noHeader),
    .head(
      "a folded header", "X: a \r\n\t b\r\n \r\n c", shows: "response.headers.x",
      outcome: "response 200 a b c"),
    .head("a folded content length", "Content-Length:\r\n 1", outcome: "response 200 b"),
    .head("a folded status line", " X: a", outcome: noHeader),
    LiveAnswer(
      "folded headers after 100 Continue",
      "HTTP/1.1 100 Continue\r\nX: a\r\n b\r\n\r\nHTTP/1.1 200 OK\r\nX: c\r\n d\r\n\r\n e",
      shows: "response.headers.x + response.body", outcome: "response 200 c d e"),
    LiveAnswer(
      name: "a folded header, byte by byte", shows: "response.headers.x",
      outcome: "response 200 a b"
    ) { _, client, _ in
      for byte in "HTTP/1.1 200 OK\r\nX: a\r\n b\r\n\r\nbody".utf8 { client.send([byte]) }
    },
    .head(
      "a header thrice in two spellings", "X: a\r\nx: b\r\nX: c", shows: "response.headers.x",
      outcome: "response 200 a, b, c"),
    .head(
      "a content type of 200 KB",
      "Content-Type: text/plain; a=" + String(repeating: "x", count: 200 << 10),
      outcome: "response 200 b"),
    LiveAnswer(
      name: "a header that is no UTF-8", shows: "response.headers.x",
      outcome: "response 200 \u{FFFD}"
    ) { _, client, _ in
      client.send(Array("HTTP/1.1 200 OK\r\nX: ".utf8) + [0xFF] + Array("\r\n\r\n".utf8))
    },
  ]
}

import Foundation
import LocalServer

/// Answers with unusual lengths, codings and delays.
extension LiveAnswer {
  private static let noLength = "no-answer: the answer does not say how long it is"
  private static let twoLengths = "no-answer: the answer says more than once how long it is"
  private static let tooLarge = "no-answer: the body has more than 8388608 bytes"
  private static let closed = "no-answer: the connection was closed early"
  private static let noChunk = "no-answer: the answer has a chunk without a length"

  static let lengths: [LiveAnswer] = [
    .head("0, with a body", "Content-Length: 0", outcome: "response 200 "),
    .head("shorter than the body", "Content-Length: 2", body: "abcd", outcome: "response 200 ab"),
    .head("longer than the body", "Content-Length: 9", body: "abcd", outcome: closed),
    .head("negative", "Content-Length: -1", outcome: noLength),
    .head("no number", "Content-Length: ten", outcome: noLength),
    .head("two different ones", "Content-Length: 1\r\nContent-Length: 2", outcome: twoLengths),
    .head("the same one twice", "Content-Length: 1\r\nContent-Length: 1", outcome: twoLengths),
    .head("2^63 - 1", "Content-Length: 9223372036854775807", outcome: tooLarge),
    .head("2^64 - 1", "Content-Length: 18446744073709551615", outcome: tooLarge),
    .head("beyond all numbers", "Content-Length: 99999999999999999999999", outcome: noLength),
    .head(
      "both a length and chunks", "Content-Length: 1\r\nTransfer-Encoding: chunked",
      body: "1\r\na\r\n0\r\n\r\n", outcome: "no-answer: the answer is not one of HTTP"),
    .head("a chunk of ZZZ", "Transfer-Encoding: chunked", body: "ZZZ\r\nabc", outcome: noChunk),
    .head(
      "a chunk of ffffffffffffffff", "Transfer-Encoding: chunked",
      body: "ffffffffffffffff\r\nabc", outcome: closed),
    .head(
      "a chunk of more digits", "Transfer-Encoding: chunked",
      body: "fffffffffffffffff\r\nabc", outcome: noChunk),
    .head(
      "chunks with trailers", "Transfer-Encoding: chunked",
      body: "2;a=b\r\nab\r\n1\r\nc\r\n0\r\nX: y\r\n\r\n", outcome: "response 200 abc"),
    .head(
      "chunks that break off", "Transfer-Encoding: chunked", body: "2\r\nab\r\n", outcome: closed),
    .head(
      "a transfer coding that nobody knows", "Transfer-Encoding: gzip", body: "abc",
      outcome: "no-answer: the answer is sent in a way that is not known"),
    LiveAnswer(name: "chunks without end", outcome: tooLarge) { _, client, _ in
      client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      client.sendForever("1000\r\n" + String(repeating: "x", count: 4096) + "\r\n")
    },
    LiveAnswer(
      name: "trailers without end",
      outcome: "no-answer: the answer has too many headers, or too long ones"
    ) { _, client, _ in
      client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
      client.sendForever("X: y\r\n")
    },
    LiveAnswer(
      name: "a chunk's extension without end", timeout: 2,
      outcome: "timeout: there was no answer in time"
    ) { _, client, _ in
      client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;")
      client.sendForever(String(repeating: "x", count: 1000))
    },
  ]

  private static let uncompressed = "no-answer: the body is not compressed as its headers say"
  private static let unknownCoding = "no-answer: the body is compressed in a way that is not known"

  private static func coded(
    _ name: String, _ coding: String, _ body: @escaping @Sendable () -> [UInt8], outcome: String
  ) -> LiveAnswer {
    .body(
      name, type: "text/plain", body, headers: "Content-Encoding: \(coding)\r\n", outcome: outcome)
  }

  static let codings: [LiveAnswer] = [
    coded("gzip that is none", "gzip", { Array("hello".utf8) }, outcome: uncompressed),
    coded("deflate that is none", "deflate", { Array("hello".utf8) }, outcome: uncompressed),
    coded("br", "br", { Array("hello".utf8) }, outcome: unknownCoding),
    coded("a coding nobody knows", "zzz", { Array("hello".utf8) }, outcome: unknownCoding),
    coded("gzip", "gzip", { Compressed.gzip("hello") }, outcome: "response 200 hello"),
    coded(
      "gzip of two members", "gzip", { Compressed.gzip("hel") + Compressed.gzip("lo") },
      outcome: "response 200 hello"),
    coded(
      "gzip of a member and half of one", "gzip",
      { Compressed.gzip("hel") + Compressed.gzip("lo").dropLast(1) }, outcome: uncompressed),
    coded(
      "gzip with another sum", "gzip", { Compressed.gzip("hello", sum: 1) },
      outcome: uncompressed),
    coded(
      "deflate", "deflate", { Compressed.hello }, outcome: "response 200 hello hello hello"),
    coded(
      "deflate without the head of zlib", "deflate", { Array(Compressed.hello[2...].dropLast(4)) },
      outcome: "response 200 hello hello hello"),
    coded(
      "gzip that breaks off", "gzip", { Compressed.gzip("hello").dropLast(6) },
      outcome: uncompressed),
    coded(
      "gzip with more after it", "gzip", { Compressed.gzip("hello") + [1] }, outcome: uncompressed),
    coded("gzip without a body", "gzip", { [] }, outcome: "response 200 "),
    coded(
      "gzip of gzip", "gzip, gzip", { Compressed.gzip("hello") }, outcome: unknownCoding),
    coded(
      "gzip of gzip in two headers", "gzip\r\nContent-Encoding: gzip",
      { Compressed.gzip("hello") }, outcome: unknownCoding),
    coded("30 KB of 30 MB", "gzip", { Compressed.zeros(30_000) }, outcome: tooLarge),
    coded("600 KB of 600 MB", "gzip", { Compressed.zeros(600_000) }, outcome: tooLarge),
    coded("2 MB of 2 GB", "gzip", { Compressed.zeros(2_000_000) }, outcome: tooLarge),
    coded(
      "2 MB of 2 GB as deflate", "deflate", { Compressed.zeros(2_000_000, gzip: false) },
      outcome: tooLarge),
  ]

  private static let tooLate = "timeout: there was no answer in time"

  private static func slow(
    _ name: String, outcome: String = tooLate,
    _ serve: @escaping @Sendable (Connection) -> Void
  ) -> LiveAnswer {
    LiveAnswer(name: name, timeout: 2, outcome: outcome) { _, client, _ in serve(client) }
  }

  static let slowness: [LiveAnswer] = [
    slow("nothing at all") { $0.wait() },
    slow("a header line now and then") { client in
      client.send("HTTP/1.1 200 OK\r\n")
      client.sendForever("X: v\r\n", every: 0.3)
    },
    slow("a byte of body now and then") { client in
      client.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
      client.sendForever("x", every: 0.3)
    },
    slow("a body that stops") { client in
      client.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
      client.wait()
    },
    slow("a body without end", outcome: tooLarge) { client in
      client.send("HTTP/1.1 200 OK\r\n\r\n")
      client.sendForever(String(repeating: "x", count: 65536))
    },
    LiveAnswer("closed in the headers", "HTTP/1.1 200 OK\r\nX: ", outcome: closed),
    LiveAnswer(
      "closed before the end of the headers", "HTTP/1.1 200 OK\r\nX: y\r\n", outcome: closed),
    LiveAnswer(
      "closed before the body", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n", outcome: closed),
    LiveAnswer(
      "closed in the body", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", outcome: closed),
  ]
}

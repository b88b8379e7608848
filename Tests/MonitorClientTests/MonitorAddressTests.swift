import Testing

@testable import MonitorClient

/// The address and the answers of a monitor.
@Suite struct MonitorAddressTests {
  @Test("Only an address of this machine is one")
  func addresses() {
    let address = MonitorAddress("http://127.0.0.1:8080/feed?token=ab")
    #expect(address?.port == 8080)
    #expect(address?.target == "/feed?token=ab")
    #expect(MonitorAddress("http://localhost:1/feed?token=ab") != nil)
    for text in [
      "", "http://", "https://127.0.0.1:1/feed", "http://127.0.0.1/feed", "http://127.0.0.1:0/feed",
      "http://127.0.0.1:70000/feed", "http://10.0.0.1:80/feed", "http://evil.example:80/feed",
      "http://127.0.0.1.evil.example:80/feed", "http://a@127.0.0.1:80/feed", "http://127.0.0.1:1",
      "http://127.0.0.1:1/feed HTTP/1.1\r\nHost: x", "http://127.0.0.1:1/f\need",
    ] { #expect(MonitorAddress(text) == nil, "\(text)") }
  }

  @Test(
    "The lines of an answer are found wherever it is split", arguments: [1, 2, 3, 7, 20, 1000])
  func answers(size: Int) {
    let text =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "7\r\n{\"a\":1}\r\n1\r\n\n\r\n10;x=y\r\n{\"b\":2}\n{\"c\":3}\n\r\n"
    var answer = MonitorAnswer()
    var lines: [String] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      for line in answer.lines(in: Array(rest.prefix(size))) {
        lines.append(String(decoding: line, as: UTF8.self))
      }
      rest = rest.dropFirst(size)
    }
    #expect(lines == [#"{"a":1}"#, #"{"b":2}"#, #"{"c":3}"#])
  }

  @Test("An answer that is none has no lines")
  func garbage() {
    for text in [
      "", "x", "HTTP/1.1 200 OK\r\n\r\nzz\r\n", "\r\n\r\n-1\r\n\r\n",
      "\r\n\r\n7fffffffffffffff\r\n",
    ] {
      var answer = MonitorAnswer()
      #expect(answer.lines(in: Array(text.utf8)).isEmpty, "\(text)")
    }
  }
}

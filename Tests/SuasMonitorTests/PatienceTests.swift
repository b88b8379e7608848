import LocalServer
import SuasMonitorServer
import Testing

@testable import SuasMonitor

/// Connections that ask for nothing.
@Suite struct PatienceTests {
  @Test("A request that never ends is not waited for, be it in its head or its body")
  func slowRequests() throws {
    let server = try MonitorServer(
      MonitorService(specs: []), port: 0, token: "token", patience: .milliseconds(200))
    defer { server.stop() }
    let host = "Host: 127.0.0.1:\(server.port)\r\n"
    for request in [
      "", "GET / HT", "GET / HTTP/1.1\r\n\(host)X: ", "GET /?token=token HTTP/1.1\r\n\(host)\r\n",
      "GET /?token=token HTTP/1.1\r\n\(host)Content-Length: 99\r\n\r\nx",
      "POST /logs HTTP/1.1\r\n\(host)Content-Length: 99\r\n\r\nx",
    ] {
      let connection = Connection(toPort: UInt16(server.port), patience: 5)
      connection.send(Array(request.utf8))
      while !connection.receive().isEmpty {}
      #expect(connection.isGone, "\(request)")
    }
  }
}

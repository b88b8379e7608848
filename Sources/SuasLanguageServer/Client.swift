import SuasSpec
import Synchronization

/// The client at the other end, to which any thread can send messages.
package final class Client: Sendable {
  private let write: @Sendable ([UInt8]) -> Void
  private let lastID = Mutex(0)
  private let lock = Mutex(())

  /// - Parameter write: Writes the bytes of a message.
  package init(_ write: @escaping @Sendable ([UInt8]) -> Void) { self.write = write }

  private func send(_ json: JSON) {
    var text = JSONText(capacity: 256)
    text.write(json: json)
    let header = Array("Content-Length: \(text.bytes.count)\r\n\r\n".utf8)
    lock.withLock { _ in write(header + text.bytes) }
  }

  func answer(_ id: RequestID, _ result: JSON) {
    send(["jsonrpc": "2.0", "id": id.json, "result": result])
  }

  func refuse(_ id: RequestID?, _ error: ResponseError) {
    send(["jsonrpc": "2.0", "id": id?.json ?? .null, "error": error.json])
  }

  func notify(_ method: String, _ parameters: JSON) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  /// Sends a request, whose answer nothing waits for.
  func request(_ method: String, _ parameters: JSON) {
    let id = lastID.withLock { id in
      id += 1
      return id
    }
    send([
      "jsonrpc": "2.0", "id": .string("suas-run-\(id)"), "method": .string(method),
      "params": parameters,
    ])
  }
}

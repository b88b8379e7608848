import Locking
import SuasSpec

/// The client at the other end, to which any thread can send messages.
package final class Client: Sendable {
  /// The way in which messages are told from each other.
  package enum Framing: Sendable {
    /// A header with the length in bytes, as in the Language Server Protocol.
    case header
    /// A line for each message, as in the Model Context Protocol.
    case lines
  }

  private let framing: Framing
  private let write: @Sendable ([UInt8]) -> Void
  private let lastID = Mutex(0)
  private let lock = Mutex(())

  /// - Parameter write: Writes the bytes of a message.
  package init(
    framing: Framing = .header, _ write: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.framing = framing
    self.write = write
  }

  /// Sends a message, or a batch of messages.
  package func send(_ json: JSON) {
    var text = JSONText(capacity: 256)
    text.write(json: json)
    if framing == .lines { text.writeLineBreak() }
    let header =
      framing == .header ? Array("Content-Length: \(text.bytes.count)\r\n\r\n".utf8) : []
    lock.withLock { _ in write(header + text.bytes) }
  }

  package func answer(_ id: RequestID, _ result: JSON) { send(Self.answer(to: id, result)) }

  package func refuse(_ id: RequestID?, _ error: ResponseError) {
    send(Self.refusal(of: id, error))
  }

  package static func answer(to id: RequestID, _ result: JSON) -> JSON {
    ["jsonrpc": "2.0", "id": id.json, "result": result]
  }

  package static func refusal(of id: RequestID?, _ error: ResponseError) -> JSON {
    ["jsonrpc": "2.0", "id": id?.json ?? .null, "error": error.json]
  }

  package func notify(_ method: String, _ parameters: JSON) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  /// Sends a request, whose answer nothing waits for.
  package func request(_ method: String, _ parameters: JSON) {
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

import Foundation

/// A server for tests that keeps all bytes that its clients send.
public final class ByteServer: Sendable {
  /// The port on this machine.
  public let port: UInt16
  private let listener = Listener()
  private let received = ReceivedBytes()

  public init() {
    let (listener, received) = (listener, received)
    port = listener.port
    Thread {
      while let client = listener.accepted() {
        Thread {
          while case let bytes = client.receive(), !bytes.isEmpty { received.add(bytes) }
        }.start()
      }
    }.start()
  }

  deinit { listener.end() }

  /// Waits until the text that was received holds another one, for ten seconds at the most, and
  /// returns it.
  public func text(until wanted: String) -> String {
    for _ in 0..<1000 {
      let text = String(decoding: received.all, as: UTF8.self)
      if text.contains(wanted) { return text }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return String(decoding: received.all, as: UTF8.self)
  }
}

/// Bytes that several threads add to.
private final class ReceivedBytes: @unchecked Sendable {
  // Sendable: guarded by the lock.
  private let lock = NSLock()
  private var bytes: [UInt8] = []

  var all: [UInt8] { lock.withLock { bytes } }
  func add(_ more: [UInt8]) { lock.withLock { bytes += more } }
}

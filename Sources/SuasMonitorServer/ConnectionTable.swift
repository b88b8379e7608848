import Locking
import NIOCore

/// The connections to the server: all that have shown the token, and the newest ones that have not.
/// So connections without the token cannot keep out those with it.
final class ConnectionTable: Sendable {
  private struct State {
    /// The connections that have not shown the token, the oldest first.
    var strangers: [any Channel] = []
    var admitted: Set<ObjectIdentifier> = []
  }

  /// The maximum of connections that have shown the token.
  static let mostAdmitted = 192
  /// The maximum of connections that have not: for one more, the oldest is closed.
  static let mostStrangers = 64

  private let state = Mutex(State())

  /// Adds a connection until it is closed.
  func add(_ channel: any Channel) {
    let surplus = state.withLock { state -> (any Channel)? in
      state.strangers.append(channel)
      return state.strangers.count > Self.mostStrangers ? state.strangers.removeFirst() : nil
    }
    surplus?.close(promise: nil)
    channel.closeFuture.whenComplete { [self] _ in
      state.withLock { state in
        state.strangers.removeAll { $0 === channel }
        state.admitted.remove(ObjectIdentifier(channel))
      }
    }
  }

  /// Notes that a connection has shown the token.
  ///
  /// - Returns: false if there are too many of these, or it has been closed for a newer one.
  func admit(_ channel: any Channel) -> Bool {
    state.withLock { state in
      if state.admitted.contains(ObjectIdentifier(channel)) { return true }
      guard state.admitted.count < Self.mostAdmitted,
        let index = state.strangers.firstIndex(where: { $0 === channel })
      else { return false }
      state.strangers.remove(at: index)
      state.admitted.insert(ObjectIdentifier(channel))
      return true
    }
  }
}

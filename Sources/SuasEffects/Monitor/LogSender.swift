import Foundation
import Locking
import MonitorClient
import Suas

/// Sends what happens on a store to a monitor, as the lines of a session log.
///
/// While the monitor takes no more, actions are dropped; their number and the whole store follow
/// once there is room again.
final class LogSender: Sendable {
  private let connection: MonitorConnection
  private let encoder: MonitorEncoder
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  private struct State {
    /// The sub-states that were sent last, as JSON, by their keys.
    var sent: [String: [UInt8]] = [:]
    /// The id of the last action.
    var last = 0
    /// The number of bytes that are not sent yet.
    var waiting = 0
    /// The number of actions that were dropped.
    var lost = 0
  }

  /// The number of bytes that may wait.
  private static let backlog = 8 << 20

  init(_ connection: MonitorConnection, _ encoder: MonitorEncoder) {
    self.connection = connection
    self.encoder = encoder
  }

  /// Sends the first line.
  func begin(with store: Store.State) {
    state.withLock { begin(with: store, &$0) }
  }

  func end() { connection.end() }

  /// Lets an action pass, and sends it with the sub-states that it has changed.
  func send(_ action: any Action, _ getState: GetStateFunction, _ next: NextFunction) {
    guard !connection.isClosed else { return next(action) }
    let line = state.withLock { state -> Int? in
      guard state.waiting < Self.backlog else {
        state.lost += 1
        return nil
      }
      if state.lost > 0 { beginAnew(with: getState(), &state) }
      state.last += 1
      add(
        #"{"t":\#(time),"action":\#(Self.json(name(of: action))),"with":\#(json(of: action)),"#
          + #""from":"app","id":\#(state.last)}"#, &state)
      return state.last
    }
    next(action)
    guard let line else { return }
    let changed = encoder.subStates(of: getState())
    state.withLock { state in
      var changes: [String] = []
      for (key, value) in changed {
        let bytes = JSONText.bytes(of: value)
        if state.sent.updateValue(bytes, forKey: key) == bytes { continue }
        changes.append("\(Self.json(key)):\(String(decoding: bytes, as: UTF8.self))")
      }
      guard !changes.isEmpty else { return }
      let all = changes.joined(separator: ",")
      add(#"{"t":\#(time),"changes":{\#(all)},"of":\#(line)}"#, &state)
    }
  }

  private func begin(with store: Store.State, _ state: inout State) {
    state.sent = [:]
    for (key, value) in encoder.subStates(of: store) {
      state.sent[key] = JSONText.bytes(of: value)
    }
    let subStates = state.sent.sorted { $0.key < $1.key }.map {
      "\(Self.json($0.key)):\(String(decoding: $0.value, as: UTF8.self))"
    }
    add(
      #"{"suas-log":1,"spec":"","clock":\#(Self.json(Date().ISO8601Format())),"changes":true,"#
        + #""state":{\#(subStates.joined(separator: ","))}}"#, &state)
  }

  private func beginAnew(with store: Store.State, _ state: inout State) {
    add(#"{"t":\#(time),"lost":\#(state.lost)}"#, &state)
    state.lost = 0
    begin(with: store, &state)
  }

  private func add(_ line: String, _ state: inout State) {
    let bytes = Array("\(line)\n".utf8)
    state.waiting += bytes.count
    connection.send(bytes) { [weak self] in self?.state.withLock { $0.waiting -= bytes.count } }
  }

  /// The time since the first line, in nanoseconds.
  private var time: Int64 {
    let passed = (ContinuousClock.now - start).components
    return passed.seconds * 1_000_000_000 + passed.attoseconds / 1_000_000_000
  }

  private func json(of action: any Action) -> String {
    String(decoding: JSONText.bytes(of: encoder.data(of: action)), as: UTF8.self)
  }

  private static func json(_ text: String) -> String {
    String(decoding: JSONText.bytes(of: text), as: UTF8.self)
  }
}

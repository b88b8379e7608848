import CEL
import Suas
import SuasEngine
import SuasProgram
import SuasRuntime
import Values

/// Writes the lines of a session log, with hashes for sensitive values.
package struct LineWriter: Sendable {
  /// Returns the hash that stands for a sensitive value.
  package typealias SensitiveHash = @Sendable (Value) -> String

  private let hash: SensitiveHash?

  package init(hash: @escaping SensitiveHash) { self.hash = hash }

  /// Writes sensitive values as they are, for lines that do not leave the process.
  package init() { hash = nil }

  /// - Parameter key: The key of the hashes.
  init(key: SipHash.Key) {
    hash = { SipHash.hash(Array(JSONText.of($0).utf8)[...], key).sixteenDigits }
  }

  /// The length of a line that most do not exceed.
  private static let usualLength = 160

  /// Writes one line with its members, and the line break; a line that is too long to be read counts
  /// as lost.
  ///
  /// - Parameter time: The time of the line.
  private func line(at time: Int64 = 0, _ write: (inout JSONText) -> Void) -> [UInt8] {
    var json = JSONText(capacity: Self.usualLength, limit: LogHeader.longestLine)
    json.hashSensitive = hash
    json.writeObject(write)
    guard json.bytes.count <= LogHeader.longestLine else { return lost(1, at: time) }
    json.writeLineBreak()
    return json.bytes
  }

  func header(_ header: LogHeader, store: Record, clock: Timestamp) -> [UInt8] {
    line { json in
      json.write(LogKey.version, LogHeader.version)
      json.write(LogKey.spec, header.spec)
      json.write(LogKey.name, header.name)
      json.write(LogKey.clock, .timestamp(clock))
      json.write(LogKey.changes, header.hasChanges)
      json.write(LogKey.state, .record(store))
      if !header.effects.isEmpty {
        json.write(LogKey.effects, header.effects) { $0.write($1) }
      }
      if header.last > 0 { json.write(LogKey.last, header.last) }
    }
  }

  func action(
    _ action: SpecAction, from source: String, by cause: Int?, id: Int, at time: Int64
  ) -> [UInt8] {
    line(at: time) { json in
      json.write(LogKey.time, .int(time))
      json.write(LogKey.action, action.name)
      if !action.payload.fields.isEmpty { json.write(LogKey.with, .record(action.payload)) }
      json.write(LogKey.from, source)
      if let cause { json.write(LogKey.by, cause) }
      json.write(LogKey.id, id)
    }
  }

  func event(_ event: EffectEvent, of run: EffectRun, at time: Int64) -> [UInt8] {
    line(at: time) { json in
      json.write(LogKey.time, .int(time))
      json.write(event.logKey, run.effect)
      if let origin = run.origin {
        json.write(LogKey.of, origin.action)
        if origin.nth > 0 { json.write(LogKey.nth, origin.nth) }
      }
      switch event {
      case .answer(.failure(let message)):
        json.writeKey(LogKey.message)
        json.write(message, isSensitive: run.isSensitive)
      case .answer(let answer):
        json.writeKey(LogKey.with)
        json.write(answer, isSensitive: run.isSensitive)
      case .due, .timeout, .start, .cancel: break
      }
    }
  }

  func read(_ read: RuntimeRead, isSensitive: Bool, of id: Int?) -> [UInt8] {
    line { json in
      json.write(LogKey.read, read.logName)
      if let id { json.write(LogKey.of, id) }
      json.writeKey(LogKey.result)
      let value: Value =
        switch read {
        case .now(let time): .timestamp(time)
        case .identifier(let text): .string(text)
        }
      if isSensitive { json.write(sensitive: value) } else { json.write(value) }
    }
  }

  func changes(_ changes: [StateChange], of id: Int, at time: Int64) -> [UInt8] {
    line(at: time) { json in
      json.write(LogKey.time, .int(time))
      json.writeKey(LogKey.changes)
      json.write(changes)
      json.write(LogKey.of, id)
    }
  }

  /// Writes an error: a refusal, or one that refuses no action.
  func error(
    _ key: String, _ error: ActionError, of id: Int?, at time: Int64
  ) -> [UInt8] {
    line(at: time) { json in
      json.write(LogKey.time, .int(time))
      json.write(key, error.code)
      json.writeKey(LogKey.message)
      json.write(error.message, isSensitive: error.isSensitive)
      if let id { json.write(LogKey.of, id) }
    }
  }

  func reset(_ subStates: [(key: String, value: Value)], at time: Int64) -> [UInt8] {
    line(at: time) { json in
      json.write(LogKey.time, .int(time))
      json.writeObject(LogKey.reset) { json in
        for (key, value) in subStates { json.write(key, value) }
      }
    }
  }

  func listener(_ key: String, _ name: String, at time: Int64) -> [UInt8] {
    line(at: time) { json in
      json.write(LogKey.time, .int(time))
      json.write(key, name)
    }
  }

  func digest(_ digest: String, of id: Int, at time: Int64) -> [UInt8] {
    line(at: time) { json in
      json.write(LogKey.time, .int(time))
      json.write(LogKey.digest, digest)
      json.write(LogKey.of, id)
    }
  }

  func lost(_ count: Int, at time: Int64) -> [UInt8] {
    line(at: time) { json in
      json.write(LogKey.time, .int(time))
      json.write(LogKey.lost, count)
    }
  }

  func end(after id: Int, at time: Int64) -> [UInt8] {
    line(at: time) { json in
      json.write(LogKey.time, .int(time))
      json.write(LogKey.end, id)
    }
  }

  /// The digest of a store, with the hashes of sensitive values in it.
  package func digest(of store: Record) -> String {
    var json = JSONText()
    json.hashSensitive = hash
    json.write(.record(store))
    return SipHash.hash(json.bytes[...], .zero).sixteenDigits
  }
}

extension EffectEvent {
  var logKey: String {
    switch self {
    case .answer(.failure): LogKey.fail
    case .answer, .due: LogKey.answer
    case .timeout: LogKey.timeout
    case .start: LogKey.start
    case .cancel: LogKey.cancel
    }
  }
}

extension PendingEffect.Phase {
  var logName: String {
    switch self {
    case .debounced: "debounced"
    case .pending: "pending"
    case .retrying: "retrying"
    }
  }

  /// The phase of a name; nil if there is none.
  package init?(logName: String) {
    guard let phase = [Self.debounced, .pending, .retrying].first(where: { $0.logName == logName })
    else { return nil }
    self = phase
  }
}

extension RuntimeRead {
  var logName: String {
    switch self {
    case .now: LogKey.now
    case .identifier: LogKey.identifier
    }
  }
}

extension JSONText {
  fileprivate mutating func write(_ text: String, isSensitive: Bool) {
    if isSensitive { write(sensitive: .string(text)) } else { write(string: text) }
  }

  fileprivate mutating func write(_ answer: EffectAnswer, isSensitive: Bool) {
    if isSensitive, hashSensitive != nil {
      write(sensitive: .string(answer.json))
    } else {
      write(answer)
    }
  }

  fileprivate mutating func write(_ effect: EffectUnderWay) {
    writeObject { json in
      json.write(LogKey.effect, effect.name)
      json.write(LogKey.of, effect.origin.action)
      if effect.origin.nth > 0 { json.write(LogKey.nth, effect.origin.nth) }
      json.write(LogKey.with, .record(effect.payload))
      json.write(LogKey.phase, effect.phase.logName)
      if effect.triesLeft > 0 { json.write(LogKey.tries, effect.triesLeft) }
      if effect.isSuperseded { json.write(LogKey.superseded, true) }
    }
  }

  /// Writes changes as one object, or as several if a path would stand twice in one.
  fileprivate mutating func write(_ changes: [StateChange]) {
    if changes.count == 1, let change = changes.first {
      return writeObject { json in
        json.writeKey(change.path.description)
        json.write(change)
      }
    }
    var groups: [[(path: String, change: StateChange)]] = [[]]
    var paths: Set<CodePoints> = []
    for change in changes {
      let path = change.path.description
      if !paths.insert(CodePoints(path)).inserted {
        groups.append([])
        paths = [CodePoints(path)]
      }
      groups[groups.count - 1].append((path, change))
    }
    func write(_ group: [(path: String, change: StateChange)], to json: inout JSONText) {
      json.writeObject { json in
        for (path, change) in group {
          json.writeKey(path)
          json.write(change)
        }
      }
    }
    if groups.count == 1 { return write(groups[0], to: &self) }
    writeArray(groups) { write($1, to: &$0) }
  }

  private mutating func write(_ change: StateChange) {
    switch change.kind {
    case .set(let value):
      if change.isSensitive { write(sensitive: value) } else { write(value) }
    case .absence: writeObject { $0.write(LogKey.absent, true) }
    case .insert(let values, let index):
      writeObject { json in
        json.write(LogKey.insert, values) { $0.write($1) }
        json.write(LogKey.at, index)
      }
    case .remove(let count, let index):
      writeObject { json in
        json.write(LogKey.remove, count)
        json.write(LogKey.at, index)
      }
    case .move(let from, let to):
      writeObject { json in
        json.write(LogKey.move, from)
        json.write(LogKey.to, to)
      }
    case .swap(let left, let right):
      writeObject { json in
        json.write(LogKey.swap, [left, right]) { $0.write(.int(Int64($1))) }
      }
    }
  }
}

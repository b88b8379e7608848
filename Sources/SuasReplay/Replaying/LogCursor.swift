import CEL
import Locking
import SuasLog
import SuasSpec

/// The place in a log up to which a replay has come, where the lines of the replay are compared
/// with those of the log.
final class LogCursor: LineSink {
  private let state: Mutex<State>

  fileprivate struct State {
    var reader: LogReader
    /// True if the reader has yet to go to the present line: a line of a running app is not asked for
    /// before it is needed.
    var isBeforeLine = false
    /// True if the reader has a line.
    var isAtLine = false
    /// The line that comes next, once somebody has asked for it.
    var parsed: LogLine?
    var failure: LogFailure?
    var difference: LineDifference?
    /// The time of the line, or of the last one that had a time.
    var time: Int64 = 0
    var areSame: AreSame?
    /// The digests of the replay that the log has not had yet.
    var digests: [(id: Int, make: @Sendable () -> [UInt8])] = []
    /// True once the first line has been compared.
    var hasChanges = true
    /// True if the log is of the same version of the spec.
    var isSameVersion = true
  }

  /// True if the log is being written.
  private let isOfRunningApp: Bool

  init(
    _ source: @escaping LogReader.ByteSource, of spec: CompiledSpec, isOfRunningApp: Bool = false
  ) {
    state = Mutex(State(reader: LogReader(source, LogHiding(spec))))
    self.isOfRunningApp = isOfRunningApp
  }

  /// The line that comes next; nil at the end of the log.
  var line: LogLine? { state.withLock { $0.line } }
  /// The number of the line, from one.
  var number: Int { state.withLock { $0.reader.number + ($0.isBeforeLine ? 1 : 0) } }
  var failure: LogFailure? { state.withLock(\.failure) }
  var difference: LineDifference? { state.withLock(\.difference) }
  /// The text of the line.
  var text: String {
    state.withLock { state in
      state.load()
      return state.reader.text
    }
  }
  /// The length of the line, in bytes.
  var size: Int {
    state.withLock { state in
      state.load()
      return state.reader.size
    }
  }
  var hasChanges: Bool { state.withLock(\.hasChanges) }
  var isSameVersion: Bool { state.withLock(\.isSameVersion) }
  /// The time of the line in nanoseconds since the first; for a line that a running app has not
  /// written yet, the time of the line before it.
  var time: Int64 {
    state.withLock { state in
      if !isOfRunningApp || state.reader.hasNextLine { state.load() }
      return state.time
    }
  }

  /// Goes to the next line.
  func advance() { state.withLock { $0.advance() } }

  /// Reads a value in the line.
  func value(in range: Range<Int>) throws(LogFailure) -> Value {
    try state.withLock { state throws(LogFailure) in try state.reader.value(in: range) }
  }

  /// Notes the facts in the log's first line about the other lines.
  func expect(changes hasChanges: Bool, sameVersion: Bool) {
    state.withLock { state in
      state.hasChanges = hasChanges
      state.isSameVersion = sameVersion
    }
  }

  /// Notes that the replay cannot go on, or has another result than the line.
  func differ(_ kind: LineDifference.Kind) {
    state.withLock { state in
      guard state.difference == nil else { return }
      state.load()
      state.difference = LineDifference(
        line: state.reader.number, logged: state.isAtLine ? state.reader.text : nil, kind: kind)
    }
  }

  /// Takes a line of the replay, which has to be the log's next one.
  func take(_ line: [UInt8]) { state.withLock { $0.compare(line) } }

  /// Sets the comparison of changes that are written in another way.
  func compareChanges(_ areSame: @escaping AreSame) { state.withLock { $0.areSame = areSame } }

  /// Returns true if the changes in a line lead from one store to another.
  typealias AreSame =
    @Sendable (_ changes: Value, _ before: Record, _ after: Record) -> Bool

  /// Takes a line with changes, which may be written in another way than in the log: only the
  /// resulting state counts.
  func take(changes line: [UInt8], _ stores: () -> (before: Record, after: Record)) {
    state.withLock { $0.compare(changes: line, stores) }
  }

  /// Keeps a digest until the log has it, which may be later.
  func takeLater(of id: Int, _ make: @escaping @Sendable () -> [UInt8]) {
    state.withLock { state in
      state.digests.append((id, make))
      if state.digests.count > Self.mostDigests { state.digests.removeFirst() }
    }
  }

  /// The maximum number of digests that the log may have later.
  private static let mostDigests = 16

  /// Compares a digest of the log; returns false if the replay has not made it.
  func compareDigest(of id: Int) -> Bool {
    state.withLock { state in
      guard let index = state.digests.firstIndex(where: { $0.id == id }) else { return false }
      let digest = state.digests.remove(at: index).make()
      state.compare(digest)
      return true
    }
  }

  func end() {}
}

extension LogCursor.State {
  /// The line that comes next; nil at the end of the log, and if it is not sound.
  var line: LogLine? {
    mutating get {
      if let parsed { return parsed }
      load()
      guard isAtLine, failure == nil else { return nil }
      do throws(LogFailure) {
        let line = try reader.line()
        // Each first line has a clock of its own.
        if case .header = line.content { time = 0 }
        if let now = line.time, !line.isLate { try go(to: now) }
        parsed = line
      } catch {
        isAtLine = false
        // The last line of an app that crashed may have been cut off.
        if !reader.isCut { failure = error }
      }
      return parsed
    }
  }

  mutating func advance() {
    // Lines that nobody has looked at are passed over.
    load()
    parsed = nil
    isAtLine = false
    isBeforeLine = true
  }

  /// Goes to the present line.
  mutating func load() {
    guard isBeforeLine else { return }
    isBeforeLine = false
    guard failure == nil else { return }
    do throws(LogFailure) {
      isAtLine = try reader.advance()
      if isAtLine, let now = reader.time {
        let isLate = now < time && (try? reader.line())?.isLate == true
        if !isLate { try go(to: now) }
      }
    } catch {
      isAtLine = false
      failure = error
    }
  }

  private mutating func go(to now: Int64) throws(LogFailure) {
    guard now >= time else {
      throw LogFailure(
        line: reader.number, message: "its time is before that of the line before")
    }
    time = now
  }

  mutating func compare(
    changes replayed: [UInt8], _ stores: () -> (before: Record, after: Record)
  ) {
    load()
    if isAtLine, !reader.isSame(as: replayed), case .changes(let range)? = line?.content,
      let id = line?.of, let other = try? LogLine(text: replayed), other.of == id,
      let changes = try? reader.value(in: range), let areSame
    {
      let (before, after) = stores()
      if areSame(changes, before, after) {
        advance()
        return
      }
    }
    compare(replayed)
  }

  mutating func compare(_ replayed: [UInt8]) {
    load()
    guard difference == nil, failure == nil, isAtLine else { return }
    // Most lines are the same, and need not be read.
    if reader.isSame(as: replayed) {
      advance()
      return
    }
    guard let line else { return }
    // The line may be one of those that were lost.
    if case .lost = line.content { return }
    // A digest may stand later than where it was asked for.
    if case .digest = line.content, let id = line.of,
      let index = digests.firstIndex(where: { $0.id == id })
    {
      compare(digests.remove(at: index).make())
      return compare(replayed)
    }
    switch (try? LogLine(text: replayed))?.content {
    case .changes? where !hasChanges: return
    case .now? where !isSameVersion, .identifier? where !isSameVersion,
      .hiddenNow? where !isSameVersion, .hiddenIdentifier? where !isSameVersion:
      return
    // Only some builds of an app judge promises at rest.
    case .failed(ConditionKind.restCode)?:
      if case .failed(ConditionKind.restCode) = line.content { break }
      return
    default: break
    }
    if reader.text.hasSameMembers(as: replayed, isSameVersion) {
      advance()
      return
    }
    difference = LineDifference(
      line: reader.number, logged: reader.text,
      kind: .line(String(decoding: replayed.dropLast(), as: UTF8.self)))
  }
}

extension String {
  /// True if two lines have the same members, apart from their time. A hash in the log equals the
  /// hash of a value that was made from stand-ins.
  ///
  /// Members that no line has are ignored. In a payload for another version of the spec, only the
  /// fields that both versions have are compared.
  fileprivate func hasSameMembers(as other: [UInt8], _ isSameVersion: Bool) -> Bool {
    var left = JSONReader(ofLog: Array(utf8))
    var right = JSONReader(ofLog: other)
    guard case .map(var one)? = try? left.readWhole(), case .map(var two)? = try? right.readWhole()
    else { return false }
    let payloads = Payloads(logged: one[.string(LogKey.with)], replayed: two[.string(LogKey.with)])
    for key in [LogKey.time, LogKey.with] {
      one[.string(key)] = nil
      two[.string(key)] = nil
    }
    for (key, _) in one where two[key] == nil {
      if case .string(let name) = key, !LogKey.all.contains(name) { one[key] = nil }
    }
    return Value.map(one).isSame(asReplayed: .map(two)) && payloads.areSame(isSameVersion)
  }
}

extension LogLine {
  /// True if the line may stand after those of later events.
  fileprivate var isLate: Bool { if case .digest = content { true } else { false } }
}

/// The first place where a replay differs from a log.
package struct LineDifference: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// Another line stands where the log has this one.
    case line(String)
    /// The replay does nothing that the log has a line for.
    case nothing
    /// The line asks for something that the spec cannot do.
    case impossible(String)
    /// Another digest of the store.
    case digest(String)
  }

  /// The line of the log, from one.
  package let line: Int
  /// The line; nil at the end of the log.
  package let logged: String?
  package let kind: Kind

  /// True if the line itself is at fault, and no rules of the spec.
  var isImpossible: Bool { if case .impossible = kind { true } else { false } }
}

extension Value {
  /// True if a value of a log is the same as one of its replay.
  fileprivate func isSame(asReplayed other: Value) -> Bool {
    // An unknown value may be anything.
    if sensitiveHash == StandIns.unknownHash { return true }
    switch (self, other) {
    case (.map(let left), .map(let right)):
      if sensitiveHash != nil, other.sensitiveHash == StandIns.unknownHash { return true }
      if let left = wrappedMap, let right = other.wrappedMap {
        return left.hasSameMembers(asReplayed: right)
      }
      return left.hasSameMembers(asReplayed: right)
    case (.list(let left), .list(let right)):
      return left.count == right.count
        && zip(left, right).allSatisfy { $0.isSame(asReplayed: $1) }
    default: return self == other
    }
  }
}

extension Map {
  fileprivate func hasSameMembers(asReplayed other: Map) -> Bool {
    count == other.count
      && allSatisfy { key, value in other[key].map { value.isSame(asReplayed: $0) } ?? false }
  }
}

/// The payloads of an action in a log and in its replay.
private struct Payloads {
  let logged: Value?
  let replayed: Value?

  func areSame(_ isSameVersion: Bool) -> Bool {
    if !isSameVersion, case .map(let one) = logged ?? .map(Map()),
      case .map(let two) = replayed ?? .map(Map())
    {
      return one.allSatisfy { key, value in two[key].map { value.isSame(asReplayed: $0) } ?? true }
    }
    switch (logged, replayed) {
    case (let logged?, let replayed?): return logged.isSame(asReplayed: replayed)
    default: return logged == nil && replayed == nil
    }
  }
}

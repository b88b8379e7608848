import CEL
import SuasProgram
import SuasRuntime

/// A line of a log. Values that only a spec can read are ranges of the bytes that the reader keeps.
package struct LogLine: Sendable {
  package enum Content: Sendable {
    case header(Header)
    case action(Action)
    case event(Event)
    case now(Timestamp)
    case identifier(String)
    case changes(Range<Int>)
    case refused(code: String)
    case failed(code: String)
    case reset(Range<Int>)
    case listener(String, isAdded: Bool)
    case digest(String)
    case lost(Int64)
  }

  package struct Header: Sendable {
    package let spec: String
    package let name: String
    package let clock: Timestamp
    package let hasChanges: Bool
    package let state: Range<Int>
    package let effects: Range<Int>?
    package let last: Int
  }

  package struct Action: Sendable {
    package let name: String
    package let payload: Range<Int>?
    /// The part of the spec that dispatched it; nil for the app.
    package let source: DispatchSource?
    /// The id of the action that led to it.
    package let by: Int?
    package let id: Int

    package var isFromApp: Bool { source == nil }
  }

  package struct Event: Sendable {
    package enum Kind: Sendable {
      /// An answer, or none for the end of a delay.
      case answer(Range<Int>?)
      case fail(Range<Int>)
      case timeout, start, cancel
    }

    package let effect: String
    package let kind: Kind
    package let origin: EffectOrigin
  }

  /// True for what does not follow from other lines.
  package var isInput: Bool {
    switch content {
    case .action(let action): action.isFromApp
    case .event, .reset, .listener: true
    default: false
    }
  }

  /// The time in nanoseconds since the first line; nil for a line that has none.
  package let time: Int64?
  /// The id of the action that the line belongs to.
  package let of: Int?
  package let content: Content
}

extension LogLine {
  /// The members of a line, before it is known which kind it is of.
  private struct Members {
    /// The first key that says what the line is.
    var kind: String?
    var texts: [String: String] = [:]
    var numbers: [String: Int64] = [:]
    var ranges: [String: Range<Int>] = [:]
    var hasChanges = false

    func text(_ key: String) throws(JSONFailure) -> String {
      guard let text = texts[key] else { throw JSONFailure(message: "'\(key)' is missing") }
      return text
    }

    func range(_ key: String) throws(JSONFailure) -> Range<Int> {
      guard let range = ranges[key] else { throw JSONFailure(message: "'\(key)' is missing") }
      return range
    }

    func id(_ key: String) throws(JSONFailure) -> Int {
      guard let number = numbers[key], number > 0, number < 1 << 53 else {
        throw JSONFailure(message: "'\(key)' is no id")
      }
      return Int(number)
    }
  }

  /// Reads a line from its text.
  package init(text: [UInt8]) throws(JSONFailure) {
    var reader = JSONReader(text)
    try self.init(&reader)
    try reader.expectEnd()
  }

  init(_ reader: inout JSONReader) throws(JSONFailure) {
    var members = Members()
    try reader.readObject { (reader, key) throws(JSONFailure) in
      try Self.read(key, &reader, &members)
    }
    time = members.numbers[LogKey.time]
    of = members.numbers[LogKey.of] == nil ? nil : try members.id(LogKey.of)
    content = try Self.content(members)
    if case .header = content { return }
    if case .now = content { return }
    if case .identifier = content { return }
    guard let time, time >= 0 else { throw JSONFailure(message: "'t' is missing") }
  }

  /// The keys that say what a line is.
  private static let kinds: Set<String> = [
    LogKey.version, LogKey.action, LogKey.answer, LogKey.fail, LogKey.timeout, LogKey.start,
    LogKey.cancel, LogKey.read, LogKey.changes, LogKey.refused, LogKey.failed, LogKey.reset,
    LogKey.listen, LogKey.unlisten, LogKey.digest, LogKey.lost,
  ]

  private static func read(
    _ key: String, _ reader: inout JSONReader, _ members: inout Members
  ) throws(JSONFailure) {
    if members.kind == nil, kinds.contains(key) { members.kind = key }
    switch key {
    case LogKey.version, LogKey.time, LogKey.of, LogKey.nth, LogKey.by, LogKey.id, LogKey.last,
      LogKey.lost:
      guard case .int(let number) = try reader.readValue() else {
        throw JSONFailure(message: "'\(key)' is no whole number")
      }
      members.numbers[key] = number
    case LogKey.spec, LogKey.name, LogKey.clock, LogKey.from, LogKey.action, LogKey.answer,
      LogKey.fail, LogKey.timeout, LogKey.start, LogKey.cancel, LogKey.read, LogKey.result,
      LogKey.refused, LogKey.failed, LogKey.listen, LogKey.unlisten, LogKey.digest:
      members.texts[key] = try reader.readString()
    case LogKey.changes where members.kind == LogKey.version:
      guard case .bool(let flag) = try reader.readValue() else {
        throw JSONFailure(message: "'\(key)' is neither true nor false")
      }
      members.hasChanges = flag
    default: members.ranges[key] = try reader.skipValue()
    }
  }

  private static func content(_ members: Members) throws(JSONFailure) -> Content {
    switch members.kind {
    case LogKey.version?: return .header(try header(members))
    case LogKey.action?:
      return .action(
        Action(
          name: try members.text(LogKey.action), payload: members.ranges[LogKey.with],
          source: try source(members.text(LogKey.from)),
          by: members.numbers[LogKey.by] == nil ? nil : try members.id(LogKey.by),
          id: try members.id(LogKey.id)))
    case LogKey.answer?: return try event(.answer(members.ranges[LogKey.with]), members)
    case LogKey.fail?: return try event(.fail(members.range(LogKey.message)), members)
    case LogKey.timeout?: return try event(.timeout, members)
    case LogKey.start?: return try event(.start, members)
    case LogKey.cancel?: return try event(.cancel, members)
    case LogKey.read?: return try read(members)
    case LogKey.changes?: return .changes(try members.range(LogKey.changes))
    case LogKey.refused?: return .refused(code: try members.text(LogKey.refused))
    case LogKey.failed?: return .failed(code: try members.text(LogKey.failed))
    case LogKey.reset?: return .reset(try members.range(LogKey.reset))
    case LogKey.listen?: return .listener(try members.text(LogKey.listen), isAdded: true)
    case LogKey.unlisten?: return .listener(try members.text(LogKey.unlisten), isAdded: false)
    case LogKey.digest?: return .digest(try members.text(LogKey.digest))
    case LogKey.lost?: return .lost(members.numbers[LogKey.lost] ?? 0)
    default: throw JSONFailure(message: "nothing says of which kind it is")
    }
  }

  private static func header(_ members: Members) throws(JSONFailure) -> Header {
    guard members.numbers[LogKey.version] == Int64(LogHeader.version) else {
      throw JSONFailure(
        message: "it is of another version of the format than \(LogHeader.version)")
    }
    guard let clock = Timestamp(try members.text(LogKey.clock)) else {
      throw JSONFailure(message: "'clock' is no time")
    }
    return Header(
      spec: try members.text(LogKey.spec), name: try members.text(LogKey.name), clock: clock,
      hasChanges: members.hasChanges, state: try members.range(LogKey.state),
      effects: members.ranges[LogKey.effects],
      last: members.numbers[LogKey.last] == nil ? 0 : try members.id(LogKey.last))
  }

  private static func source(_ name: String) throws(JSONFailure) -> DispatchSource? {
    if name == LogSource.app { return nil }
    guard let source = DispatchSource(rawValue: name) else {
      throw JSONFailure(message: "'\(name)' is no source of actions")
    }
    return source
  }

  private static func event(
    _ kind: Event.Kind, _ members: Members
  ) throws(JSONFailure) -> Content {
    let nth = members.numbers[LogKey.nth] ?? 0
    guard nth >= 0, nth < 1 << 53 else { throw JSONFailure(message: "'nth' is no number of a run") }
    return .event(
      Event(
        effect: try members.text(members.kind ?? ""), kind: kind,
        origin: EffectOrigin(action: try members.id(LogKey.of), nth: Int(nth))))
  }

  private static func read(_ members: Members) throws(JSONFailure) -> Content {
    let result = try members.text(LogKey.result)
    switch try members.text(LogKey.read) {
    case LogKey.now:
      guard let time = Timestamp(result) else { throw JSONFailure(message: "'is' is no time") }
      return .now(time)
    case LogKey.identifier: return .identifier(result)
    case let other: throw JSONFailure(message: "nothing reads '\(other)'")
    }
  }
}

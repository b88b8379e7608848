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
    /// A time or an id that is not in the log, with the place of its hash.
    case hiddenNow(Range<Int>)
    case hiddenIdentifier(Range<Int>)
    case changes(Range<Int>)
    case refused(code: String)
    case failed(code: String)
    case reset(Range<Int>)
    case listener(String, isAdded: Bool)
    case digest(String)
    case lost(Int64)
    /// The end of the session, after an action with this id; 0 if there was none.
    case end(Int64)
  }

  package struct Header: Sendable {
    package let spec: String
    package let name: String?
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

  /// True for a time or an id that the spec read.
  package var isRead: Bool {
    switch content {
    case .now, .identifier, .hiddenNow, .hiddenIdentifier: true
    default: false
    }
  }

  /// True for a line that does not follow from other lines.
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
  /// Reads a line from its text.
  package init(text: [UInt8]) throws(JSONFailure) {
    var reader = JSONReader(ofLog: text)
    try self.init(&reader)
    try reader.expectEnd()
  }

  init(_ reader: inout JSONReader) throws(JSONFailure) {
    var members = Members()
    try reader.readObject { (reader, key) throws(JSONFailure) in try members.read(key, &reader) }
    time = members.time
    of = try members.of.map { number throws(JSONFailure) in try Self.id(number, LogKey.of) }
    content = try Self.content(members)
    if case .header = content { return }
    if isRead { return }
    guard let time, time >= 0 else { throw JSONFailure("'t' is missing") }
  }

  /// The members of a line, before it is known which kind it is of.
  private struct Members {
    enum Kind {
      case header, action, answer, fail, timeout, start, cancel, read, changes, refused, failed
      case reset, listen, unlisten, digest, lost, end
    }

    var kind: Kind?
    /// The value of the key that names the kind of the line, if it is a text.
    var subject = ""
    /// The value of that key, if it is an object.
    var object: Range<Int>?
    var number: Int64 = 0
    var time: Int64?
    var of: Int64?
    var nth: Int64 = 0
    var by: Int64?
    var id: Int64 = 0
    var last: Int64?
    var with: Range<Int>?
    var message: Range<Int>?
    var state: Range<Int>?
    var effects: Range<Int>?
    var spec: String?
    var name: String?
    var clock: String?
    var from: String?
    var result: Range<Int>?
    /// The result, if it is a text.
    var resultText: String?
    var hasChanges = false

    mutating func read(_ key: String, _ reader: inout JSONReader) throws(JSONFailure) {
      switch key {
      case LogKey.time: time = try reader.readInt()
      case LogKey.of: of = try reader.readInt()
      case LogKey.with: with = try reader.skipValue()
      case LogKey.id: id = try reader.readInt()
      case LogKey.from: from = try reader.readString()
      case LogKey.by: by = try reader.readInt()
      case LogKey.nth: nth = try reader.readInt()
      case LogKey.message: message = try reader.skipValue()
      case LogKey.result: (resultText, result) = try reader.readText()
      case LogKey.changes where kind == .header: hasChanges = try reader.readBool()
      case LogKey.spec: spec = try reader.readString()
      case LogKey.name: name = try reader.readString()
      case LogKey.clock: clock = try reader.readString()
      case LogKey.state: state = try reader.skipValue()
      case LogKey.effects: effects = try reader.skipValue()
      case LogKey.last: last = try reader.readInt()
      default: try readKind(key, &reader)
      }
    }

    private mutating func readKind(
      _ key: String, _ reader: inout JSONReader
    ) throws(JSONFailure) {
      guard kind == nil, let found = Self.kind(key) else {
        _ = try reader.skipValue()
        return
      }
      kind = found
      switch found {
      case .header, .lost, .end: number = try reader.readInt()
      case .changes, .reset: object = try reader.skipValue()
      default: subject = try reader.readString()
      }
    }

    private static func kind(_ key: String) -> Kind? {
      switch key {
      case LogKey.action: .action
      case LogKey.changes: .changes
      case LogKey.version: .header
      case LogKey.answer: .answer
      case LogKey.fail: .fail
      case LogKey.timeout: .timeout
      case LogKey.start: .start
      case LogKey.cancel: .cancel
      case LogKey.read: .read
      case LogKey.refused: .refused
      case LogKey.failed: .failed
      case LogKey.reset: .reset
      case LogKey.listen: .listen
      case LogKey.unlisten: .unlisten
      case LogKey.digest: .digest
      case LogKey.lost: .lost
      case LogKey.end: .end
      default: nil
      }
    }
  }

  private static func id(_ number: Int64, _ key: String) throws(JSONFailure) -> Int {
    guard number > 0, number < 1 << 53 else { throw JSONFailure("'\(key)' is no id") }
    return Int(number)
  }

  private static func required<Member>(
    _ member: Member?, _ key: String
  ) throws(JSONFailure) -> Member {
    guard let member else { throw JSONFailure("'\(key)' is missing") }
    return member
  }

  private static func content(_ members: Members) throws(JSONFailure) -> Content {
    switch members.kind {
    case .header: return .header(try header(members))
    case .action:
      return .action(
        Action(
          name: members.subject, payload: members.with,
          source: try source(required(members.from, LogKey.from)),
          by: try members.by.map { number throws(JSONFailure) in try id(number, LogKey.by) },
          id: try id(members.id, LogKey.id)))
    case .answer: return try event(.answer(members.with), members)
    case .fail: return try event(.fail(required(members.message, LogKey.message)), members)
    case .timeout: return try event(.timeout, members)
    case .start: return try event(.start, members)
    case .cancel: return try event(.cancel, members)
    case .read: return try read(members)
    case .changes: return .changes(try required(members.object, LogKey.changes))
    case .refused: return .refused(code: members.subject)
    case .failed: return .failed(code: members.subject)
    case .reset: return .reset(try required(members.object, LogKey.reset))
    case .listen: return .listener(members.subject, isAdded: true)
    case .unlisten: return .listener(members.subject, isAdded: false)
    case .digest: return .digest(members.subject)
    case .lost: return .lost(members.number)
    case .end: return .end(members.number)
    case nil: throw JSONFailure("nothing says of which kind it is")
    }
  }

  private static func header(_ members: Members) throws(JSONFailure) -> Header {
    guard members.number == Int64(LogHeader.version) else {
      throw JSONFailure(
        "it is of another version of the format than \(LogHeader.version)")
    }
    guard let clock = Timestamp(try required(members.clock, LogKey.clock)) else {
      throw JSONFailure("'clock' is no time")
    }
    return Header(
      spec: try required(members.spec, LogKey.spec), name: members.name,
      clock: clock, hasChanges: members.hasChanges,
      state: try required(members.state, LogKey.state), effects: members.effects,
      last: try members.last.map { number throws(JSONFailure) in try id(number, LogKey.last) } ?? 0)
  }

  private static func source(_ name: String) throws(JSONFailure) -> DispatchSource? {
    if name == LogSource.app { return nil }
    guard let source = DispatchSource(rawValue: name) else {
      throw JSONFailure("'\(name)' is no source of actions")
    }
    return source
  }

  private static func event(
    _ kind: Event.Kind, _ members: Members
  ) throws(JSONFailure) -> Content {
    guard members.nth >= 0, members.nth < 1 << 53 else {
      throw JSONFailure("'nth' is no number of a run")
    }
    let action = try id(required(members.of, LogKey.of), LogKey.of)
    return .event(
      Event(
        effect: members.subject, kind: kind,
        origin: EffectOrigin(action: action, nth: Int(members.nth))))
  }

  private static func read(_ members: Members) throws(JSONFailure) -> Content {
    let range = try required(members.result, LogKey.result)
    switch (members.subject, members.resultText) {
    case (LogKey.now, let text?):
      guard let time = Timestamp(text) else { throw JSONFailure("'is' is no time") }
      return .now(time)
    case (LogKey.now, nil): return .hiddenNow(range)
    case (LogKey.identifier, let text?): return .identifier(text)
    case (LogKey.identifier, nil): return .hiddenIdentifier(range)
    default: throw JSONFailure("nothing reads '\(members.subject)'")
    }
  }
}

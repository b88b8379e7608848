import CEL
import Locking
import Suas
import SuasLog
import SuasScenario
import SuasSpec
import YAML

/// A session that the page plays, and whose timeline grows with each step.
final class PlayedSession: Sendable {
  let timeline: Timeline
  private let entries: EntryWriter
  private let session: Mutex<Session>

  /// The reason why a step cannot be done.
  struct Refusal: Error {
    let message: String
    var help: String?
    /// The place in the line where the mistake is, in bytes.
    var offset: Int?
  }

  /// Begins at the beginning of a spec.
  convenience init(_ timeline: Timeline, on spec: MonitoredSpec) {
    let entries = EntryWriter(timeline)
    let lines = PlayedLines(entries)
    let session = Session(of: spec.spec, at: spec.paths, recordingTo: lines)
    self.init(timeline, entries, session, lines)
    entries.begin(.record(session.state))
  }

  /// Goes on from a moment, whose entries the timeline has.
  convenience init(_ timeline: Timeline, on spec: MonitoredSpec, from moment: StageSnapshot) {
    let entries = EntryWriter(timeline)
    let lines = PlayedLines(entries)
    let session = Session(of: spec.spec, at: spec.paths, from: moment, log: lines)
    self.init(timeline, entries, session, lines)
    let time = timeline.read { $0.entries.last?.time ?? 0 }
    entries.resume(.record(session.state), at: time)
  }

  private init(
    _ timeline: Timeline, _ entries: EntryWriter, _ session: Session, _ lines: PlayedLines
  ) {
    self.timeline = timeline
    self.entries = entries
    lines.runtime.withLock { $0 = session.runtime }
    timeline.change { $0.present = session.snapshot }
    self.session = Mutex(session)
  }

  /// The time until the next timer goes off; nil if there is none.
  var timeToNextTimer: CEL.Duration? { session.withLock(\.timeToNextTimer) }

  /// Performs the line of a step, as it is typed in a session.
  ///
  /// - Returns: the number of the last entry.
  func perform(_ line: String) throws(Refusal) -> Int {
    try session.withLock { session throws(Refusal) in
      guard !entries.isFull else { throw Refusal(message: "the timeline is full") }
      let moment = session.snapshot
      let first = timeline.count
      entries.expectInput()
      if let passing = Self.duration(in: line) {
        let time = timeline.read { $0.entries.last?.time ?? 0 }
        entries.noteTime(passing, until: time)
      }
      let reply = session.perform(line)
      let refusal: Refusal? =
        switch reply {
        case .problem(let message, let help): Refusal(message: message, help: help)
        case .mistakes(let mistakes): Refusal(mistakes)
        default: nil
        }
      if let refusal {
        timeline.change { $0.entries.removeSubrange(first...) }
        throw refusal
      }
      guard let act = session.lastAct else { return first - 1 }
      let present = session.snapshot
      let store = Value.record(session.state)
      timeline.change { contents in
        contents.inputs.append(Input(before: moment, act: .step(act), entry: first))
        if let last = contents.entries.indices.last { contents.entries[last].store = store }
        contents.present = present
      }
      return timeline.count - 1
    }
  }

  /// The duration of a line that lets time pass; nil for any other, and for one with a mistake.
  private static func duration(in line: String) -> CEL.Duration? {
    let words = line.split(separator: " ")
    guard words.count == 2, words[0] == "advance" else { return nil }
    return CEL.Duration(String(words[1])).flatMap { $0.nanoseconds > 0 ? $0 : nil }
  }
}

/// Passes the lines of a session to its timeline.
private final class PlayedLines: LineSink {
  private let entries: EntryWriter
  /// The runtime of the session, once it is there.
  let runtime = Mutex<SpecRuntime?>(nil)

  init(_ entries: EntryWriter) { self.entries = entries }

  /// Takes a line, but for those with which the session begins: their store is in the timeline.
  func take(_ line: [UInt8]) {
    guard let store else { return }
    entries.take(line) { store }
  }

  func takeBase(_ make: @escaping @Sendable () -> [UInt8]) {
    if let store { entries.beginAgain(store) }
  }

  /// The present store; nil before the session has begun.
  private var store: Value? {
    guard let runtime = runtime.withLock(\.self), let store = runtime.attachedStore else {
      return nil
    }
    return .record(runtime.store(store.state))
  }

  func take(changes line: [UInt8], _ stores: () -> (before: Record, after: Record)) {
    take(line)
  }

  func end() {}
}

extension PlayedSession.Refusal {
  fileprivate init(_ mistakes: Diagnostics) {
    let first = mistakes.items.first
    message = first?.message ?? "it cannot be done"
    help = first?.help.first
    if case .range(let range)? = first?.place { offset = range.lowerBound }
  }
}

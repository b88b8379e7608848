import CEL
import Dispatch
import Locking
import SuasLog
import SuasReplay
import SuasScenario
import SuasSpec

/// Shows a log on a timeline: a log in a file, or the log of an app, which is still being written.
///
/// With its spec, the log is done again, so that rules and effects are known. Without it, or after
/// the first difference, the log's own lines give the store.
final class LogWatcher: Sendable {
  private let timeline: Timeline
  private let specs: [MonitoredSpec]
  /// Called once it is known which spec the log is of.
  private let hasBegun: @Sendable () -> Void
  private let entries: EntryWriter
  private let queue = DispatchQueue(label: "SuasMonitor.log")
  private let pass = Mutex<ReplayPass?>(nil)
  /// The time of the session's first line.
  private let start = Mutex(Timestamp.epoch)

  init(
    _ timeline: Timeline, _ specs: [MonitoredSpec], hasBegun: @escaping @Sendable () -> Void
  ) {
    self.timeline = timeline
    self.specs = specs
    self.hasBegun = hasBegun
    entries = EntryWriter(timeline)
  }

  /// Reads a log to its end, on a thread of its own.
  ///
  /// - Parameters:
  ///   - source: Waits for the next bytes, if the log is still being written.
  ///   - end: Called once no more is read.
  func watch(_ source: @escaping LogReader.ByteSource, end: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      do throws(LogFailure) {
        try read(source)
      } catch {
        timeline.change { $0.problem = "line \(error.line): \(error.message)" }
      }
      end()
      timeline.change { $0.isOpen = false }
    }
  }

  /// The moment after the last entry while the log is being done again; nil if it is not known.
  var present: StageSnapshot? {
    // The pass must not be asked for more: it may be waiting for the next line.
    guard let pass = pass.withLock(\.self) else { return nil }
    let time = timeline.read { $0.entries.last?.time ?? 0 }
    let now = start.withLock(\.self).advanced(clampedBy: CEL.Duration(nanoseconds: time))
    return pass.snapshot(at: now)
  }

  private func read(_ source: @escaping LogReader.ByteSource) throws(LogFailure) {
    let (first, bytes) = try firstLine(source)
    let rest = Mutex<[UInt8]?>(bytes)
    let whole: LogReader.ByteSource = {
      if let bytes = rest.withLock({ $0.take() }) { return bytes }
      return try source()
    }
    let spec =
      specs.first { first.isOf($0.spec.checked) }
      ?? specs.first { first.isOfVersion(of: $0.spec.checked) }
    timeline.change { contents in
      contents.spec = spec
      contents.isOfOtherVersion = spec.map { !first.isOf($0.spec.checked) } ?? false
      if let name = first.name { contents.title = name }
    }
    hasBegun()
    if let spec {
      try replay(whole, on: spec.spec)
    } else {
      try readPlainly(whole)
    }
  }

  /// Reads the first line, and returns it with all bytes that were read.
  private func firstLine(
    _ source: LogReader.ByteSource
  ) throws(LogFailure) -> (LogLine.Header, [UInt8]) {
    var bytes: [UInt8] = []
    var end: Int?
    do {
      while end == nil, bytes.count <= LogHeader.longestLine {
        let more = try source()
        if more.isEmpty { break }
        end = more.firstIndex(of: UInt8(ascii: "\n")).map { $0 + bytes.count }
        bytes += more
      }
    } catch {
      throw LogFailure(line: 1, message: "it cannot be read: \(error)")
    }
    guard let line = try? LogLine(text: Array(bytes[..<(end ?? bytes.count)])),
      case .header(let header) = line.content
    else { throw LogFailure(line: 1, message: "the first line is not that of a log") }
    return (header, bytes)
  }

  private func replay(
    _ source: @escaping LogReader.ByteSource, on spec: CompiledSpec
  ) throws(LogFailure) {
    let observer = ReplayPass.Observer(
      begins: { [weak self] store, clock in self?.begin(.record(store), at: clock) },
      willDo: { [weak self] input, moment, line in
        self?.entries.begin(Input.Act(input), from: moment, line: line)
      },
      take: { [weak self] line in
        self?.entries.take(line) { self?.pass.withLock(\.self).map { .record($0.state) } ?? .null }
      })
    let pass = ReplayPass(watching: source, on: spec, observer)
    self.pass.withLock { $0 = pass }
    defer { pass.end() }
    do {
      // The end of the pass cancels the effects.
      defer { keepPresent(of: pass) }
      try pass.begin(isForced: true)
      try pass.run(until: { [weak self] _, _ in self?.entries.isFull ?? true })
    }
    if entries.isFull { return noteFull() }
    guard let difference = pass.difference else { return }
    timeline.change { contents in
      guard let last = contents.entries.indices.last else { return }
      contents.entries[last].differs = true
      let shown = ReplayDifference(difference)
      contents.difference = (last, shown.message, shown.logged, shown.replayed)
    }
    var changes = PlainChanges(to: entries.storeBeforeDifference(difference).plain)
    try pass.readRest { line, size, value in readPlainly(line, size, value, &changes) }
  }

  private func keepPresent(of pass: ReplayPass) {
    let last = pass.difference == nil ? present : nil
    timeline.change { $0.present = last }
    self.pass.withLock { $0 = nil }
  }

  private func readPlainly(_ source: @escaping LogReader.ByteSource) throws(LogFailure) {
    var reader = LogReader(source)
    var changes = PlainChanges(to: .null)
    while try reader.advance() {
      let line: LogLine
      do throws(LogFailure) {
        line = try reader.line()
      } catch {
        if reader.isCut { return }
        throw error
      }
      let value = { try? reader.value(in: $0) }
      guard readPlainly(line, reader.size, value, &changes, reader.number) else {
        return
      }
    }
  }

  /// Adds a line whose store only the log knows; returns false if the timeline is full.
  private func readPlainly(
    _ line: LogLine, _ size: Int, _ value: (Range<Int>) -> Value?, _ changes: inout PlainChanges,
    _ number: Int? = nil
  ) -> Bool {
    guard !entries.isFull else {
      noteFull()
      return false
    }
    switch line.content {
    case .header(let header):
      changes = PlainChanges(to: value(header.state) ?? .null)
      begin(changes.store.hidingHashes, at: header.clock)
      return true
    case .changes(let range):
      if let value = value(range) { changes.apply(value.hidingHashes) }
    case .reset(let range):
      if let value = value(range) { changes.apply(value.hidingHashes) }
    default: break
    }
    if line.isInput { entries.begin(.unrepeatable, from: nil, line: number) }
    let store = changes.store
    entries.take(line, size: size, store: { store }, value: value)
    return true
  }

  private func begin(_ store: Value, at clock: Timestamp) {
    let first = start.withLock { start in
      if timeline.count == 0 { start = clock }
      return start
    }
    entries.begin(store, after: max(0, clock.duration(since: first).nanoseconds))
  }

  private func noteFull() {
    timeline.change { contents in
      contents.problem = "only the first \(Timeline.limit) entries are shown"
    }
  }
}

extension Input.Act {
  fileprivate init(_ input: ReplayedInput) {
    switch input {
    case .move(let move): self = .step(move.act)
    case .act(let act, _): self = .step(act)
    case .time: self = .time
    case .unrepeatable, .unfit: self = .unrepeatable
    }
  }
}

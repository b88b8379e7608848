import CEL
import Locking
import SuasLog
import SuasReplay
import SuasScenario
import SuasSpec

/// Adds the lines of a log to a timeline, as its entries.
final class EntryWriter: Sendable {
  private let timeline: Timeline
  private let state = Mutex(State())

  private struct State {
    /// The entries of actions, by the ids in the log.
    var actions: [Int: Int] = [:]
    /// The entry of the last event of an effect.
    var event: Int?
    /// The store after the last line.
    var store = Value.null
    /// The store before the last line with changes.
    var earlierStore = Value.null
    /// The input that lines belong to.
    var input: Int?
    /// The time of the first line, after the beginning of the timeline.
    var start: Int64 = 0
    /// The time at which the last session ended.
    var end: Int64 = 0
    /// The length of all lines so far, in bytes.
    var size = 0
    /// The line of the log; nil if the lines are of a session that is played.
    var line: Int?
  }

  init(_ timeline: Timeline) { self.timeline = timeline }

  /// True once the timeline takes no more entries.
  var isFull: Bool {
    timeline.count >= Timeline.limit || state.withLock(\.size) >= Timeline.sizeLimit
  }

  /// Returns the store before a difference, for the lines of the log from there on.
  func storeBeforeDifference(_ difference: LineDifference) -> Value {
    state.withLock { state in
      if case .line(let line) = difference.kind,
        case .changes? = (try? LogLine(text: Array(line.utf8)))?.content
      {
        state.store = state.earlierStore
      }
      return state.store
    }
  }

  /// Begins a session with its store.
  func begin(_ store: Value, after time: Int64 = 0) {
    state.withLock { state in
      state = State(size: state.size)
      state.store = store
      state.start = time
      _ = add(Entry(kind: .begin, store: store), time, &state)
    }
  }

  /// Begins the session of an app that was started again, after the one that has ended.
  func beginAgain(_ store: Value) {
    state.withLock { state in
      state.actions = [:]
      state.store = store
      state.start = state.end
      add(Entry(kind: .begin, store: store), state.start, &state)
    }
  }

  /// Goes on after the entries that the timeline has.
  func resume(_ store: Value, at time: Int64) {
    state.withLock { state in
      state.store = store
      state.start = time
    }
  }

  /// Notes an input, to which the next entries belong.
  func begin(_ act: Input.Act, from moment: StageSnapshot?, line: Int? = nil) {
    let number = timeline.change { contents in
      contents.inputs.append(
        Input(before: moment, act: act, entry: contents.entries.count))
      return contents.inputs.count - 1
    }
    state.withLock { state in
      state.input = number
      state.line = line
      state.event = nil
    }
  }

  /// Prepares for an input that the timeline gets once it is done.
  func expectInput() {
    let number = timeline.read { $0.inputs.count }
    state.withLock { state in
      state.input = number
      state.event = nil
    }
  }

  /// Adds an entry for time that passes.
  func noteTime(_ duration: CEL.Duration, until time: Int64) {
    state.withLock { state in
      let entry = Entry(kind: .advance, text: "\(duration)", store: state.store)
      _ = add(entry, time, &state)
    }
  }

  /// Adds the contents of a line.
  ///
  /// - Parameters:
  ///   - text: The line, with its line break.
  ///   - store: Returns the store after the line.
  func take(_ text: [UInt8], _ store: () -> Value) {
    guard let line = try? LogLine(text: text) else { return }
    take(line, size: text.count, store: store) { range in
      var reader = JSONReader(text, in: range)
      return try? reader.readWhole()
    }
  }

  /// Adds the contents of a line.
  ///
  /// - Parameters:
  ///   - size: The length of the line, in bytes.
  ///   - value: Reads a value in the line.
  func take(_ line: LogLine, size: Int, store: () -> Value, value: (Range<Int>) -> Value?) {
    state.withLock { state -> Void in
      state.size += size
      let time = line.time.map { state.start.addingReportingOverflow($0) }.map { $1 ? .max : $0 }
      switch line.content {
      case .action(let action):
        let effects = timeline.spec?.spec.checked.effects ?? []
        let isEffect = effects.contains { $0.name == action.name }
        var entry = Entry(
          kind: isEffect ? .effect : .action, name: action.name, store: state.store)
        entry.text = Self.text(action.payload.flatMap(value))
        entry.source = action.source?.rawValue ?? "app"
        entry.cause =
          action.source == .effect ? state.event : action.by.flatMap { state.actions[$0] }
        state.actions[action.id] = add(entry, time, &state)
      case .event(let event):
        var entry = Entry(kind: event.entryKind, name: event.effect, store: state.store)
        switch event.kind {
        case .answer(let range?): entry.text = Self.text(value(range))
        case .fail(let range): entry.text = Self.text(value(range))
        default: break
        }
        entry.cause = state.actions[event.origin.action]
        state.event = add(entry, time, &state)
      case .changes(let range):
        let changes = value(range).map(Self.changes) ?? []
        state.earlierStore = state.store
        state.store = store()
        change(line.of, time, &state) { entry, store in
          entry.changes += changes
          entry.store = store
        }
      case .refused(let code):
        change(line.of, time, &state) { entry, _ in
          entry.refusal = code
          entry.errors.append(code)
        }
      case .failed(let code):
        change(line.of, time, &state) { entry, _ in
          entry.failure = entry.failure ?? code
          entry.errors.append(code)
        }
      case .reset(let range):
        state.store = store()
        var entry = Entry(kind: .reset, store: state.store)
        if case .map(let map)? = value(range) {
          entry.changes = map.map { ($0.key.interpolated, $0.value) }
        }
        add(entry, time, &state)
      case .listener(let name, let isAdded):
        let kind = isAdded ? Entry.Kind.listen : .unlisten
        add(Entry(kind: kind, name: name, store: state.store), time, &state)
      case .lost(let count):
        add(Entry(kind: .lost, text: "\(count) lines", store: state.store), time, &state)
      case .end:
        add(Entry(kind: .end, store: state.store), time, &state)
        state.end = time ?? 0
      case .header, .digest, .now, .identifier, .hiddenNow, .hiddenIdentifier: break
      }
    }
  }

  @discardableResult
  private func add(_ entry: Entry, _ time: Int64?, _ state: inout State) -> Int {
    var entry = entry
    entry.time = time ?? 0
    entry.input = state.input
    entry.line = state.line
    return add(entry, &state)
  }

  @discardableResult
  private func add(_ entry: Entry, _ state: inout State) -> Int {
    timeline.change { contents in
      var entry = entry
      if entry.isConsequence, let cause = entry.cause, contents.entries.indices.contains(cause) {
        entry.depth = contents.entries[cause].depth + 1
      }
      contents.entries.append(entry)
      return contents.entries.count - 1
    }
  }

  /// Changes the entry of the action to which a line belongs or, if the line names none, of the
  /// last event.
  private func change(
    _ action: Int?, _ time: Int64?, _ state: inout State,
    _ body: (inout Entry, _ store: Value) -> Void
  ) {
    let number = action.map { entry(of: $0, time, &state) } ?? state.event
    let store = state.store
    timeline.change { contents in
      guard let number = number ?? contents.entries.indices.last else { return }
      body(&contents.entries[number], store)
    }
  }

  /// Returns the entry of an action. If the action's own line was lost, it gets an entry that says
  /// so, because no other entry may be credited with its changes.
  private func entry(of action: Int, _ time: Int64?, _ state: inout State) -> Int {
    if let known = state.actions[action] { return known }
    let number = add(
      Entry(kind: .lost, text: "action \(action)", store: state.store), time, &state)
    state.actions[action] = number
    return number
  }

  /// The maximum length of a payload, in bytes.
  static let longest = 20_000

  private static func text(_ value: Value?) -> String {
    value.map { $0.hidingHashes.yaml(upTo: longest) } ?? ""
  }

  private static func changes(_ value: Value) -> [(path: String, change: Value)] {
    switch value {
    case .map(let map): map.map { ($0.key.interpolated, $0.value) }
    case .list(let list): list.flatMap(changes)
    default: []
    }
  }
}

extension LogLine.Event {
  fileprivate var entryKind: Entry.Kind {
    switch kind {
    case .answer: .answer
    case .fail: .fail
    case .timeout: .timeout
    case .start: .start
    case .cancel: .cancel
    }
  }
}

extension Value {
  /// The value of a log, with `***` in the place of the hashes of sensitive values.
  var hidingHashes: Value {
    if sensitiveHash != nil { return .string("***") }
    switch self {
    case .list(let list): return .list(List(list.map(\.hidingHashes)))
    case .map(let map):
      var shown = Map()
      for (key, value) in map { shown[key] = value.hidingHashes }
      return .map(shown)
    default: return self
    }
  }
}

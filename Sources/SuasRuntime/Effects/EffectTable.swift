import CEL
import Suas
import SuasEngine
import SuasProgram

/// The effects under way, from their dispatch to their end.
struct EffectTable {
  /// One effect under way.
  struct Entry: Sendable {
    enum Phase: Sendable {
      /// Waits for the end of its debounce time; nothing is evaluated yet.
      case debounced
      case pending
      /// Waits for the next try.
      case retrying
    }

    /// A number that increases with every start.
    fileprivate(set) var id = 0
    let effect: PlannedEffect
    let action: SpecAction
    /// The key that the effect's declaration gives this run, if it has one.
    let key: Value?
    /// The origin of the run, if an observer needs to know which action started it.
    fileprivate(set) var origin: EffectOrigin?
    fileprivate(set) var access: StoreAccess
    var phase: Phase
    var run: EvaluatedRun?
    /// True if a newer effect has replaced it, so that its outcome is dropped.
    var isSuperseded = false
    var triesLeft = 0
    var retryDelay = CEL.Duration(nanoseconds: 0)
    /// The time of its next step, if it waits for one.
    fileprivate(set) var alarm: Timer?
    /// The task that performs its request, if any.
    var task: Task<Void, Never>?
    /// The number of the current try, from 0.
    var attempt = 0
    /// The answers that have arrived and wait to be fetched: one, or several of a stream.
    var arrived: [EffectAnswer] = []

    /// The runs that `latest` and `debounce` compare with this one.
    fileprivate var line: Line { Line(name: effect.name, key: key) }

    /// True if the run is to end when a newer one supersedes it: nothing answers it only once.
    var endsWhenSuperseded: Bool {
      switch (phase, run) {
      case (.retrying, _), (_, .delay), (_, .every): true
      default: effect.isStream
      }
    }
  }

  /// The runs of an effect with an equal key.
  fileprivate struct Line: Hashable {
    private let name: String
    /// The kind and the bytes of the key: texts are compared by their code points.
    private let key: [UInt8]

    init(name: String, key: Value?) {
      self.name = name
      switch key {
      case .string(let text)?: self.key = [1] + Array(text.utf8)
      case let key?: self.key = [2] + Array(key.interpolated.utf8)
      case nil: self.key = []
      }
    }
  }

  /// A time for which an effect waits.
  struct Timer: Sendable, Comparable {
    let deadline: Timestamp
    /// The order of equal deadlines: the alarm that was set first comes first.
    package let order: Int
    package let id: Int

    static func < (left: Timer, right: Timer) -> Bool {
      (left.deadline, left.order) < (right.deadline, right.order)
    }
  }

  /// The store's functions that the middleware received.
  struct StoreAccess: Sendable {
    let getState: GetStateFunction
    let dispatch: DispatchFunction
  }

  /// The maximum number of effects under way at once.
  static let limit = 10_000

  private var entries: [Int: Entry] = [:]
  /// The ids of the started effects by name, the oldest first.
  private var started: [String: [Int]] = [:]
  /// The ids of the started effects by name and key, the oldest first.
  private var lines: [Line: [Int]] = [:]
  /// The ids of the debounced effects by name, the oldest first.
  private var debounced: [String: [Int]] = [:]
  /// The id of the debounced effect by name and key; a newer effect replaces it.
  private var debouncedInLine: [Line: Int] = [:]
  /// The alarms in descending order, so that the next one is last.
  private var alarms: [Timer] = []
  private var lastNumber = 0

  private mutating func number() -> Int {
    lastNumber += 1
    return lastNumber
  }

  var isFull: Bool { entries.count >= Self.limit }

  subscript(id: Int) -> Entry? { entries[id] }

  /// The pending effects, the oldest first.
  var pending: [Entry] {
    entries.values.filter { $0.phase == .pending }.sorted { $0.id < $1.id }
  }

  /// The effects that are debounced or wait for a retry, in the order of the times they wait for.
  var waiting: [(entry: Entry, snapshot: Timestamp)] {
    alarms.reversed().compactMap { alarm in
      guard let entry = entries[alarm.id], entry.phase != .pending else { return nil }
      return (entry, alarm.deadline)
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The numbers of effects under way by their names, without superseded ones.
  var counts: [String: Int] {
    entries.values.reduce(into: [:]) { counts, entry in
      if !entry.isSuperseded { counts[entry.effect.name, default: 0] += 1 }
    }
  }

  /// All effects under way, the oldest first.
  var all: [Entry] { entries.values.sorted { $0.id < $1.id } }

  /// Moves all effects to another store.
  mutating func move(to access: StoreAccess) {
    for id in entries.keys { entries[id]?.access = access }
  }

  /// Removes all effects and returns them.
  mutating func removeAll() -> [Entry] {
    let all = Array(entries.values)
    let number = lastNumber
    self = EffectTable()
    lastNumber = number
    return all
  }

  /// Adds an effect as the newest, or as the debounced one of its name in place of an older one.
  ///
  /// - Returns: The effect's id.
  mutating func add(_ entry: Entry) -> Int {
    var entry = entry
    entry.id = number()
    entry.alarm = nil
    entries[entry.id] = entry
    if entry.phase == .debounced {
      if let older = debouncedInLine.updateValue(entry.id, forKey: entry.line) { remove(older) }
      debounced[entry.effect.name, default: []].append(entry.id)
    } else {
      started[entry.effect.name, default: []].append(entry.id)
      lines[entry.line, default: []].append(entry.id)
    }
    return entry.id
  }

  @discardableResult
  mutating func remove(_ id: Int) -> Entry? {
    guard let entry = entries.removeValue(forKey: id) else { return nil }
    let (name, line) = (entry.effect.name, entry.line)
    if debouncedInLine[line] == id { debouncedInLine[line] = nil }
    debounced[name]?.remove(id: id)
    started[name]?.remove(id: id)
    lines[line]?.remove(id: id)
    if lines[line]?.isEmpty == true { lines[line] = nil }
    if let alarm = entry.alarm { drop(alarm) }
    return entry
  }

  /// Changes an entry in place; returns false if there is none.
  @discardableResult
  mutating func change(_ id: Int, _ change: (inout Entry) -> Void) -> Bool {
    guard var entry = entries[id] else { return false }
    change(&entry)
    entries[id] = entry
    return true
  }

  /// Sets the alarm of an entry, or clears it.
  mutating func wait(_ id: Int, until deadline: Timestamp?) {
    guard let entry = entries[id] else { return }
    if let alarm = entry.alarm { drop(alarm) }
    let alarm = deadline.map { Timer(deadline: $0, order: number(), id: id) }
    entries[id]?.alarm = alarm
    if let alarm { alarms.insert(alarm, at: alarms.index(ofAlarm: alarm)) }
  }

  private mutating func drop(_ alarm: Timer) {
    let index = alarms.index(ofAlarm: alarm)
    if alarms.indices.contains(index), alarms[index] == alarm { alarms.remove(at: index) }
  }

  /// The first effect of a name that is in a phase.
  func first(_ name: String, _ phase: Entry.Phase, skipping count: Int = 0) -> Entry? {
    let ids = phase == .debounced ? debounced[name] : started[name]
    return ids?.lazy.compactMap { entries[$0] }.filter { $0.phase == phase }.dropFirst(count).first
  }

  /// Numbers the effects from 1, as if each had an action of its own; returns their number.
  mutating func renumber() -> Int {
    for (index, id) in entries.keys.sorted().enumerated() {
      entries[id]?.origin = EffectOrigin(action: index + 1, nth: 0)
    }
    return entries.count
  }

  /// The effect of a name with an origin.
  func entry(of name: String, _ origin: EffectOrigin) -> Entry? {
    let ids = (started[name] ?? []) + (debounced[name] ?? [])
    return ids.lazy.compactMap { entries[$0] }.first { $0.origin == origin }
  }

  /// The number of pending effects of the same name that are older than an entry.
  func place(of entry: Entry) -> Int {
    (started[entry.effect.name] ?? []).prefix { $0 < entry.id }.count {
      entries[$0]?.phase == .pending
    }
  }

  /// The entry whose alarm is next.
  var next: Entry? { alarms.last.flatMap { entries[$0.id] } }

  /// Supersedes all other effects with the name and key of an entry; removes and returns those that
  /// end then.
  mutating func supersede(by entry: Entry, _ id: Int) -> [Entry] {
    var ended: [Entry] = []
    // The effects before a superseded one are superseded already.
    for older in (lines[entry.line] ?? []).reversed() where older != id {
      guard let entry = entries[older], !entry.isSuperseded else { break }
      if entry.endsWhenSuperseded {
        ended.append(entry)
        remove(older)
      } else {
        entries[older]?.isSuperseded = true
      }
    }
    return ended
  }

  /// Removes and returns all effects with a name, or only those with a key.
  mutating func removeAll(of name: String, key: Value?) -> [Entry] {
    var ids: [Int]
    if let key {
      let line = Line(name: name, key: key)
      ids = (lines[line] ?? []) + (debouncedInLine[line].map { [$0] } ?? [])
    } else {
      ids = (started[name] ?? []) + (debounced[name] ?? [])
    }
    ids.sort()
    return ids.compactMap { remove($0) }
  }
}

extension [Int] {
  /// Removes an id from ascending ids, if it is there.
  fileprivate mutating func remove(id: Int) {
    let index = partitioningIndex { $0 >= id }
    if index < endIndex, self[index] == id { remove(at: index) }
  }
}

extension [EffectTable.Timer] {
  /// The index of an alarm in the descending order, or the index at which to insert it.
  fileprivate func index(ofAlarm alarm: EffectTable.Timer) -> Int {
    partitioningIndex { $0 <= alarm }
  }
}

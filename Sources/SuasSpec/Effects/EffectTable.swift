import CEL
import Suas

/// The effects that are under way, from their dispatch to their end.
struct EffectTable {
  /// One effect under way.
  struct Entry: Sendable {
    enum Phase: Sendable {
      /// Waits for quiet; nothing is evaluated yet.
      case debounced
      case pending
      /// Waits until it is tried again.
      case retrying
    }

    /// Its place among all: who starts later has a greater one.
    fileprivate(set) var id = 0
    let effect: PlannedEffect
    let action: SpecAction
    fileprivate(set) var surroundings: Surroundings
    var phase: Phase
    var run: StartedRun?
    /// Whether a newer one has taken its outcome away.
    var isSuperseded = false
    var triesLeft = 0
    var retryDelay = CEL.Duration(nanoseconds: 0)
    /// When something happens to it by itself.
    fileprivate(set) var alarm: Alarm?
    /// What performs it, where something does.
    var task: Task<Void, Never>?
    /// Which try this is.
    var attempt = 0
    /// An answer that waits until it is asked for.
    var arrived: EffectAnswer?
  }

  /// A moment for which an effect waits.
  struct Alarm: Sendable, Comparable {
    let deadline: Timestamp
    /// Tells equal deadlines apart: who waited first.
    let order: Int
    let id: Int

    static func < (left: Alarm, right: Alarm) -> Bool {
      (left.deadline, left.order) < (right.deadline, right.order)
    }
  }

  /// The store's functions that middleware is given.
  struct Surroundings: Sendable {
    let getState: GetStateFunction
    let dispatch: DispatchFunction
  }

  /// How many effects may be under way at once.
  static let limit = 10_000

  private var entries: [Int: Entry] = [:]
  /// By name the ids of those that have started, the oldest first.
  private var started: [String: [Int]] = [:]
  /// By name the one that is debounced: a newer one takes its place.
  private var debounced: [String: Int] = [:]
  /// What is waited for, the next thing last.
  private var alarms: [Alarm] = []
  private var lastNumber = 0

  private mutating func number() -> Int {
    lastNumber += 1
    return lastNumber
  }

  var isFull: Bool { entries.count >= Self.limit }

  subscript(id: Int) -> Entry? { entries[id] }

  /// Those that are pending, the oldest first.
  var pending: [Entry] {
    entries.values.filter { $0.phase == .pending }.sorted { $0.id < $1.id }
  }

  /// Those that are not pending yet, or not again, with the moments they wait for, in their order.
  var waiting: [(entry: Entry, moment: Timestamp)] {
    alarms.reversed().compactMap { alarm in
      guard let entry = entries[alarm.id], entry.phase != .pending else { return nil }
      return (entry, alarm.deadline)
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// All that are under way, the oldest first.
  var all: [Entry] { entries.values.sorted { $0.id < $1.id } }

  /// Moves all of them to another store.
  mutating func move(to surroundings: Surroundings) {
    for id in entries.keys { entries[id]?.surroundings = surroundings }
  }

  /// Takes all of them out; answers what was there.
  mutating func removeAll() -> [Entry] {
    let all = Array(entries.values)
    let number = lastNumber
    self = EffectTable()
    lastNumber = number
    return all
  }

  /// Adds an effect as the youngest, or as the one of its name that is debounced.
  ///
  /// - Returns: its id.
  mutating func add(_ entry: Entry) -> Int {
    var entry = entry
    entry.id = number()
    entry.alarm = nil
    entries[entry.id] = entry
    if entry.phase == .debounced {
      if let older = debounced.updateValue(entry.id, forKey: entry.effect.name) { remove(older) }
    } else {
      started[entry.effect.name, default: []].append(entry.id)
    }
    return entry.id
  }

  @discardableResult
  mutating func remove(_ id: Int) -> Entry? {
    guard let entry = entries.removeValue(forKey: id) else { return nil }
    let name = entry.effect.name
    if debounced[name] == id { debounced[name] = nil }
    if let ids = started[name] {
      let index = ids.partitioningIndex { $0 >= id }
      if index < ids.endIndex, ids[index] == id { started[name]?.remove(at: index) }
    }
    if let alarm = entry.alarm { drop(alarm) }
    return entry
  }

  /// Changes an entry in its place; answers whether it is there.
  @discardableResult
  mutating func change(_ id: Int, _ change: (inout Entry) -> Void) -> Bool {
    guard var entry = entries[id] else { return false }
    change(&entry)
    entries[id] = entry
    return true
  }

  /// Lets an entry wait for a moment.
  mutating func wait(_ id: Int, until deadline: Timestamp?) {
    guard let entry = entries[id] else { return }
    if let alarm = entry.alarm { drop(alarm) }
    let alarm = deadline.map { Alarm(deadline: $0, order: number(), id: id) }
    entries[id]?.alarm = alarm
    if let alarm { alarms.insert(alarm, at: alarms.index(ofAlarm: alarm)) }
  }

  private mutating func drop(_ alarm: Alarm) {
    let index = alarms.index(ofAlarm: alarm)
    if alarms.indices.contains(index), alarms[index] == alarm { alarms.remove(at: index) }
  }

  /// The first of some name that is in a phase.
  func first(_ name: String, _ phase: Entry.Phase, skipping count: Int = 0) -> Entry? {
    let ids = phase == .debounced ? debounced[name].map { [$0] } : started[name]
    return ids?.lazy.compactMap { entries[$0] }.filter { $0.phase == phase }.dropFirst(count).first
  }

  /// How many pending ones of its name are older than an entry.
  func place(of entry: Entry) -> Int {
    (started[entry.effect.name] ?? []).prefix { $0 < entry.id }.count {
      entries[$0]?.phase == .pending
    }
  }

  /// The entry to which something happens next by itself.
  var next: Entry? { alarms.last.flatMap { entries[$0.id] } }

  /// Takes the outcome away of all older ones of a name; answers those that end with it.
  mutating func supersede(_ name: String, besides id: Int) -> [Entry] {
    var ended: [Entry] = []
    // Those before a superseded one have been superseded with it.
    for older in (started[name] ?? []).reversed() where older != id {
      guard let entry = entries[older], !entry.isSuperseded else { break }
      if entry.phase == .retrying {
        ended.append(entry)
        remove(older)
      } else {
        entries[older]?.isSuperseded = true
      }
    }
    return ended
  }
}

extension [EffectTable.Alarm] {
  /// Where an alarm stands, or would stand; the alarms descend.
  fileprivate func index(ofAlarm alarm: EffectTable.Alarm) -> Int {
    partitioningIndex { $0 <= alarm }
  }
}

import Suas

/// The effects of a program that are under way, with the alarms that they wait for.
package struct EffectTable: Sendable {
  package enum Phase: Sendable { case debounced, pending, retrying }

  /// The program's part of a run: the code that is evaluated for it.
  package struct Work: Sendable {
    package let begin: @Sendable () throws(Failure) -> (run: EffectRun, retryDelay: Period)
    /// Reads an answer, and returns a function that evaluates the steps that follow it.
    package let read: @Sendable (EffectAnswer) throws(EffectFailure) -> Steps
    package let onFailure: @Sendable (EffectFailure) throws(ActionError) -> [ProgramStep]
    package let onEnd: @Sendable () throws(ActionError) -> [ProgramStep]
  }

  /// The steps that follow an answer, which are not evaluated yet.
  package struct Steps: Sendable {
    package let evaluate: @Sendable () throws(ActionError) -> [ProgramStep]
  }

  /// An effect under way.
  package struct Entry: Sendable {
    package var id = 0
    package let traits: EffectTraits
    package let payload: JSONValue
    package let key: JSONValue?
    package let work: Work
    package let dispatch: DispatchFunction
    package var phase: Phase
    package var run: EffectRun?
    package var isSuperseded = false
    package var triesLeft = 0
    package var retryDelay = Period(nanoseconds: 0)
    package var deadline: Timestamp?
    /// The order of equal deadlines.
    package var order = 0
    package var attempt = 0
    package var task: Task<Void, Never>?

    package func isInLine(with other: Entry) -> Bool {
      traits.name == other.traits.name && key == other.key
    }

    package var goesOn: Bool {
      if case .every = run { true } else { traits.isStream }
    }

    package var endsWhenSuperseded: Bool {
      switch (phase, run) {
      case (.retrying, _), (_, .delay), (_, .every): true
      default: traits.isStream
      }
    }
  }

  private struct Alarm: Comparable {
    let deadline: Timestamp
    let order: Int
    let id: Int

    static func < (left: Alarm, right: Alarm) -> Bool {
      (left.deadline, left.order) < (right.deadline, right.order)
    }
  }

  /// The maximum number of effects under way at once.
  package static var limit: Int { 10_000 }

  /// The oldest first, so that their ids rise.
  package var entries: [Entry] = []
  /// The alarms in descending order, so that the next one is last; those of entries that are gone,
  /// or wait for something else by now, mean nothing.
  private var alarms: [Alarm] = []
  private var lastNumber = 0

  package mutating func number() -> Int {
    lastNumber += 1
    return lastNumber
  }

  package func index(_ id: Int) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].id == id ? low : nil
  }

  package mutating func add(_ entry: Entry) -> Int {
    var entry = entry
    entry.id = number()
    if entry.phase == .debounced {
      entries.removeAll { $0.phase == .debounced && $0.isInLine(with: entry) }
    }
    entries.append(entry)
    return entry.id
  }

  package mutating func remove(_ id: Int) -> Entry? { index(id).map { entries.remove(at: $0) } }

  package mutating func wait(_ id: Int, until deadline: Timestamp?) {
    guard let index = index(id) else { return }
    entries[index].deadline = deadline
    entries[index].order = number()
    guard let deadline else { return }
    let alarm = Alarm(deadline: deadline, order: entries[index].order, id: id)
    var (low, high) = (0, alarms.count)
    while low < high {
      let middle = low + (high - low) / 2
      if alarms[middle] > alarm { low = middle + 1 } else { high = middle }
    }
    alarms.insert(alarm, at: low)
    if alarms.count > 2 * entries.count + 16 { alarms = alarms.filter { entry(of: $0) != nil } }
  }

  private func entry(of alarm: Alarm) -> Entry? {
    guard let index = index(alarm.id), entries[index].order == alarm.order,
      entries[index].deadline == alarm.deadline
    else { return nil }
    return entries[index]
  }

  /// The entry whose alarm is next.
  package mutating func next() -> Entry? {
    while let alarm = alarms.last {
      if let entry = entry(of: alarm) { return entry }
      alarms.removeLast()
    }
    return nil
  }

  package mutating func supersede(by newer: Int) -> [Entry] {
    guard let entry = index(newer).map({ entries[$0] }) else { return [] }
    var ended: [Entry] = []
    for index in entries.indices.reversed()
    where entries[index].id != newer && entries[index].phase != .debounced
      && entries[index].isInLine(with: entry) && !entries[index].isSuperseded
    {
      if entries[index].endsWhenSuperseded {
        ended.append(entries.remove(at: index))
      } else {
        entries[index].isSuperseded = true
      }
    }
    return ended
  }
}

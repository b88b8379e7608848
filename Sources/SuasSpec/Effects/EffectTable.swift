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

    let id: Int
    let effect: CheckedEffect
    let action: SpecAction
    let surroundings: Surroundings
    var phase: Phase
    var run: StartedRun?
    /// Whether a newer one has taken its outcome away.
    var isSuperseded = false
    var triesLeft = 0
    var retryDelay = CEL.Duration(nanoseconds: 0)
    /// When something happens to it by itself.
    var deadline: Timestamp?
    /// Tells equal deadlines apart: who waited first.
    var order = 0
    /// What performs it, where something does.
    var task: Task<Void, Never>?
    /// Which try this is.
    var attempt = 0
    /// An answer that waits until it is asked for.
    var arrived: EffectAnswer?
  }

  /// The store's functions that middleware is given.
  struct Surroundings: Sendable {
    let getState: GetStateFunction
    let dispatch: DispatchFunction
  }

  /// How many effects may be under way at once.
  static let limit = 10_000

  /// Those that have started, in the order of their starts; before them in time, but not in order,
  /// those that are debounced.
  private(set) var entries: [Entry] = []
  private var lastNumber = 0

  mutating func number() -> Int {
    lastNumber += 1
    return lastNumber
  }

  var isFull: Bool { entries.count >= Self.limit }

  subscript(id: Int) -> Entry? { entries.first { $0.id == id } }

  /// Adds an effect as the youngest.
  mutating func add(_ entry: Entry) { entries.append(entry) }

  @discardableResult
  mutating func remove(_ id: Int) -> Entry? {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
    return entries.remove(at: index)
  }

  /// Changes an entry in its place; answers whether it is there.
  @discardableResult
  mutating func change(_ id: Int, _ change: (inout Entry) -> Void) -> Bool {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
    change(&entries[index])
    return true
  }

  /// Lets an entry wait for a moment.
  mutating func wait(_ id: Int, until deadline: Timestamp?) {
    let order = number()
    change(id) { entry in
      entry.deadline = deadline
      entry.order = order
    }
  }

  /// The first of some name that is in a phase.
  func first(_ name: String, _ phase: Entry.Phase, skipping count: Int = 0) -> Entry? {
    entries.lazy.filter { $0.effect.name == name && $0.phase == phase }.dropFirst(count).first
  }

  /// How many pending ones of its name are older than an entry.
  func place(of entry: Entry) -> Int {
    entries.prefix { $0.id != entry.id }.count {
      $0.effect.name == entry.effect.name && $0.phase == .pending
    }
  }

  /// The entry to which something happens next by itself.
  var next: Entry? {
    entries.filter { $0.deadline != nil }.min { first, second in
      guard let left = first.deadline, let right = second.deadline, left != right else {
        return first.order < second.order
      }
      return left < right
    }
  }

  /// Takes the outcome away of all older ones of a name; answers those that end with it.
  mutating func supersede(_ name: String, besides id: Int) -> [Entry] {
    var ended: [Entry] = []
    entries.removeAll { entry in
      guard entry.id != id, entry.effect.name == name, entry.phase == .retrying else {
        return false
      }
      ended.append(entry)
      return true
    }
    for index in entries.indices
    where entries[index].id != id && entries[index].effect.name == name
      && entries[index].phase == .pending
    {
      entries[index].isSuperseded = true
    }
    return ended
  }
}

import Locking
internal import Values

/// A listener that can be added to a store and removed again.
class Listener: @unchecked Sendable {
  // Sendable: callbacks of subclasses run in turns, `lifeline` is guarded by the registry's lock,
  // and the rest is atomic.

  /// The number of the current registration; zero while the listener is not added.
  fileprivate let registration = Atomic<Int>(0)

  /// The object that the listener must not outlive.
  var lifeline: Lifeline?

  var isAdded: Bool { registration.load(ordering: .relaxed) != 0 }

  /// True if the listener is called on the main actor only.
  let isMain: Bool

  init(isMain: Bool) { self.isMain = isMain }
}

/// A listener that is called with one argument.
final class CallbackListener<Argument>: Listener, @unchecked Sendable {
  let callback: (Argument) -> Void

  init(isMain: Bool = false, _ callback: @escaping (Argument) -> Void) {
    self.callback = callback
    super.init(isMain: isMain)
  }
}

/// A weak reference to an object that ends a listener's life.
///
/// The object is only ever checked for existence, which is safe on any thread.
final class Lifeline: @unchecked Sendable {
  weak let object: AnyObject?

  init(_ object: AnyObject) {
    self.object = object
  }
}

/// The listeners of one kind, in the order in which they were added.
///
/// A round iterates over the entries that existed when it began, whatever is added or removed
/// meanwhile.
struct ListenerList<L: Listener> {
  private(set) var entries: ContiguousArray<Entry> = []
  private var lastRegistration = 0

  /// One registration of a listener; adding the listener again makes another entry.
  struct Entry {
    let listener: L
    /// The same one, for who calls it while the entry is held.
    let uncounted: UnretainedReference<L>
    var target: ListenerTarget
    var lifeline: Lifeline?
    fileprivate let registration: Int

    /// False once the listener was removed, even if it was added again since.
    var isAdded: Bool {
      listener.registration.load(ordering: .relaxed) == registration
    }

    /// True if the listener may still be called.
    var isAlive: Bool { isAdded && !isOrphaned }

    /// True once the object that the listener must not outlive is gone.
    var isOrphaned: Bool {
      if let lifeline { return lifeline.object == nil }
      return false
    }
  }

  /// Adds `listener` at the end, unless it is in the list already.
  mutating func add(_ listener: L, target: ListenerTarget) {
    guard !listener.isAdded else { return }
    lastRegistration += 1
    listener.registration.store(lastRegistration, ordering: .relaxed)
    entries.append(
      Entry(
        listener: listener, uncounted: UnretainedReference(listener), target: target,
        lifeline: listener.lifeline,
        registration: lastRegistration))
  }

  /// Removes `listener` if it is in the list; returns the removed entry.
  mutating func remove(_ listener: L) -> Entry? {
    listener.registration.store(0, ordering: .relaxed)
    return entries.firstIndex { $0.listener === listener }.map { entries.remove(at: $0) }
  }

  /// Removes the orphaned listeners; returns the removed entries.
  mutating func removeOrphans() -> [Entry] {
    entries.filter(\.isOrphaned).compactMap { remove($0.listener) }
  }

  mutating func link(_ listener: L, to lifeline: Lifeline) {
    listener.lifeline = lifeline
    for index in entries.indices where entries[index].listener === listener {
      entries[index].lifeline = lifeline
    }
  }

  mutating func retarget(_ target: (L) -> ListenerTarget) {
    for index in entries.indices { entries[index].target = target(entries[index].listener) }
  }
}

/// The part of the state that a listener observes, in terms of the state's layout.
enum ListenerTarget {
  case everything
  case slot(Int)
  /// Everything, or a slot, for a listener on the main actor.
  case mainEverything
  case mainSlot(Int)
  /// A key that the state does not hold yet.
  case nothing
}

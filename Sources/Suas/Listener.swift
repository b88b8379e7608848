import Synchronization

/// Something that was added to a store and can be removed again.
class Listener: @unchecked Sendable {
  // Sendable: callbacks of subclasses run in turns, `lifeline` is guarded by the registry's lock, the
  // rest is atomic.

  /// The number of the present registration; zero while the listener is not added.
  fileprivate let registration = Atomic<Int>(0)

  /// What the listener is not to outlive.
  var lifeline: Lifeline?

  var isAdded: Bool { registration.load(ordering: .relaxed) != 0 }
}

/// A listener that is called with one argument.
final class CallbackListener<Argument>: Listener, @unchecked Sendable {
  let callback: (Argument) -> Void

  init(_ callback: @escaping (Argument) -> Void) {
    self.callback = callback
  }
}

/// An object that somebody else keeps.
///
/// It is only ever asked whether the object is still there, which is safe on any thread.
final class Lifeline: @unchecked Sendable {
  weak let object: AnyObject?

  init(_ object: AnyObject) {
    self.object = object
  }
}

/// The listeners of one kind, in the order in which they were added.
///
/// A round goes over the entries that there were when it began, whoever is added or removed meanwhile.
struct ListenerList<L: Listener> {
  private(set) var entries: ContiguousArray<Entry> = []
  private var lastRegistration = 0

  /// A listener as it was added once; adding it again makes another entry.
  struct Entry {
    let listener: L
    var target: ListenerTarget
    var lifeline: Lifeline?
    fileprivate let registration: Int

    /// False once the listener was removed, even if it was added again since.
    var isAdded: Bool {
      listener.registration.load(ordering: .relaxed) == registration
    }

    /// True once the object is gone that the listener was not to outlive.
    var isOrphaned: Bool {
      if let lifeline { return lifeline.object == nil }
      return false
    }
  }

  /// Adds `listener` last, unless it is there already.
  mutating func add(_ listener: L, target: ListenerTarget) {
    guard !listener.isAdded else { return }
    lastRegistration += 1
    listener.registration.store(lastRegistration, ordering: .relaxed)
    entries.append(
      Entry(
        listener: listener, target: target, lifeline: listener.lifeline,
        registration: lastRegistration))
  }

  /// Removes `listener` if it is there; answers what was removed.
  mutating func remove(_ listener: L) -> Entry? {
    listener.registration.store(0, ordering: .relaxed)
    return entries.firstIndex { $0.listener === listener }.map { entries.remove(at: $0) }
  }

  /// Removes listeners that were not to outlive an object that is gone; answers what was removed.
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

/// What of the state a listener is told, as far as the state's layout goes.
enum ListenerTarget {
  case everything
  case slot(Int)
  /// A key that the state does not hold, so far.
  case nothing
}

import Synchronization

/// Something that was added to a store and can be removed again.
class Listener: @unchecked Sendable {
  // Sendable: the callback of a subclass runs only on the thread whose turn it is, the rest is
  // atomic.

  /// The number of the present registration; zero while the listener is not added.
  fileprivate let registration = Atomic<Int>(0)
}

/// A listener that is called with one argument.
final class CallbackListener<Argument>: Listener, @unchecked Sendable {
  let callback: (Argument) -> Void

  init(_ callback: @escaping (Argument) -> Void) {
    self.callback = callback
  }
}

/// The listeners of one kind, in the order in which they were added.
///
/// A round goes over a copy, which costs nothing until a listener is added or removed meanwhile.
struct ListenerList<L: Listener> {
  private(set) var entries: ContiguousArray<Entry> = []
  private var lastRegistration = 0

  /// A listener as it was added once; adding it again makes another entry.
  struct Entry {
    let listener: L
    fileprivate let registration: Int

    /// False once the listener was removed, even if it was added again since.
    var isAdded: Bool {
      listener.registration.load(ordering: .relaxed) == registration
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Adds `listener` last, unless it is there already.
  mutating func add(_ listener: L) {
    guard listener.registration.load(ordering: .relaxed) == 0 else { return }
    lastRegistration += 1
    listener.registration.store(lastRegistration, ordering: .relaxed)
    entries.append(Entry(listener: listener, registration: lastRegistration))
  }

  mutating func remove(_ listener: L) {
    listener.registration.store(0, ordering: .relaxed)
    entries.removeAll { $0.listener === listener }
  }
}

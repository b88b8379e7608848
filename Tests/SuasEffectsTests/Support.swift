import Dispatch
import Locking
import Suas
import Testing

struct Note: Action, Encodable {
  var text: String
}

struct Notes: Encodable {
  var texts: [String] = []
}

struct NotesReducer: Reducer {
  var initialState = Notes()

  func reduce(state: Notes, action: any Action) -> Notes? {
    (action as? Note).map { Notes(texts: state.texts + [$0.text]) }
  }
}

/// Collects items from other threads, and waits for them.
final class Collector<Item: Sendable>: Sendable {
  private let items = Mutex<[Item]>([])
  private let hasCome = DispatchSemaphore(value: 0)

  func add(_ item: Item) {
    items.withLock { $0.append(item) }
    hasCome.signal()
  }

  /// Waits until `count` more items have arrived; returns all items so far.
  func wait(for count: Int = 1) -> [Item] {
    for _ in 0..<count {
      guard hasCome.wait(timeout: .now() + 20) == .success else {
        Issue.record("nothing came for 20 seconds")
        break
      }
    }
    return items.withLock { $0 }
  }
}

import CEL
import SuasLog
import SuasProgram
import SuasScenario

/// Applies the changes in a log to a store that is known as JSON only.
struct PlainChanges {
  /// The store, with the changes so far; changes that do not fit are passed over.
  private(set) var store: Value

  init(to store: Value) { self.store = store }

  /// Applies the value of `changes` in a line.
  mutating func apply(_ changes: Value) {
    switch changes {
    case .map(let map):
      for (path, change) in map {
        guard case .string(let text) = path, let path = Path(parsing: text) else { continue }
        store = changed(store, path.components[...], change)
      }
    case .list(let list): for changes in list { apply(changes) }
    default: break
    }
  }

  private func changed(
    _ value: Value, _ path: ArraySlice<Path.Component>, _ change: Value
  ) -> Value {
    guard let component = path.first else { return replaced(value, change) }
    let rest = path.dropFirst()
    switch (value, component) {
    case (.list(var list), .number(let index)):
      guard let index = Int(exactly: index), 0..<list.count ~= index else { return value }
      list[index] = changed(list[index], rest, change)
      return .list(list)
    case (.map(var map), _):
      // The keys of JSON are texts.
      let key = Value.string(component.key.interpolated)
      if rest.isEmpty, change == [.string(LogKey.absent): true] {
        map[key] = nil
      } else {
        map[key] = changed(map[key] ?? .null, rest, change)
      }
      return .map(map)
    default: return rest.isEmpty ? change : value
    }
  }

  /// Replaces a value, or some elements of a list.
  private func replaced(_ value: Value, _ change: Value) -> Value {
    guard case .list(var list) = value, case .map(let map) = change, ListChange.isOne(map) else {
      return change
    }
    return ListChange(map)?.apply(to: &list) == true ? .list(list) : value
  }
}

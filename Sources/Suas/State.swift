/// The state of a store: sub-states by their keys, in the order of the reducers.
///
/// A state is a value: a copy that a listener keeps does not change.
public struct State: ExpressibleByDictionaryLiteral {
  package private(set) var layout: StateLayout
  package var values: ContiguousArray<Any>

  init(layout: StateLayout, values: ContiguousArray<Any>) {
    self.layout = layout
    self.values = values
  }

  /// Makes a state from `dictionary`, with sorted keys.
  public init(dictionary: KeyedState) {
    let entries = dictionary.sorted { $0.key < $1.key }
    self.init(
      layout: StateLayout(keys: entries.map(\.key)),
      values: ContiguousArray(entries.map(\.value)))
  }

  /// Makes a state whose keys keep the order of the literal; a key given twice is a precondition
  /// failure.
  public init(dictionaryLiteral elements: (StateKey, Any)...) {
    self.init(
      layout: StateLayout(keys: elements.map(\.0)), values: ContiguousArray(elements.map(\.1)))
  }

  /// The keys, in the order of the reducers.
  public var keys: [StateKey] { layout.keys }

  /// The sub-state under `key`; setting `nil` removes the key, and a new key is added last.
  public subscript(key: StateKey) -> Any? {
    get { layout.slot(of: key).map { values[$0] } }
    set {
      switch (layout.slot(of: key), newValue) {
      case (let slot?, let value?):
        values[slot] = value
      case (nil, let value?):
        layout = StateLayout(keys: layout.keys + [key])
        values.append(value)
      case (let slot?, nil):
        values.remove(at: slot)
        layout = StateLayout(keys: layout.keys.filter { $0 != key })
      case (nil, nil):
        break
      }
    }
  }
}

// Sub-states are of any type, so the compiler cannot check them. A state never shares storage that
// is changed while others can see it; an object in a sub-state has to be thread-safe itself.
extension State: @unchecked Sendable {}

extension State: CustomStringConvertible {
  /// The sub-states as a dictionary literal, in order.
  public var description: String {
    let entries = zip(keys, values).map { "\"\($0)\": \($1)" }
    return entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
  }
}

extension Store {
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
        values: ContiguousArray(entries.map { $0.value as Any }))
    }

    /// Makes a state whose keys keep the order of the literal; a key given twice is a precondition
    /// failure.
    public init(dictionaryLiteral elements: (String, any Sendable)...) {
      self.init(
        layout: StateLayout(keys: elements.map(\.0)),
        values: ContiguousArray(elements.map { $0.1 as Any }))
    }

    /// The keys, in the order of the reducers.
    public var keys: [String] { layout.keys }

    /// The sub-state under `key`.
    public subscript(key: String) -> Any? { layout.slot(of: key).map { values[$0] } }

    /// Sets the sub-state under `key`; a new key is added last.
    package mutating func set(_ value: Any, under key: String) {
      if let slot = layout.slot(of: key) {
        values[slot] = value
      } else {
        layout = StateLayout(keys: layout.keys + [key])
        values.append(value)
      }
    }

    /// Removes `key` and its sub-state, if there is one.
    public mutating func removeValue(forKey key: String) {
      guard let slot = layout.slot(of: key) else { return }
      values.remove(at: slot)
      layout = StateLayout(keys: layout.keys.filter { $0 != key })
    }
  }
}

// Every way into a state requires sub-states that are `Sendable`; they are held as `Any`, because
// no cast leads to `any Sendable`. A state never shares storage that is changed while others can see
// it.
extension Store.State: @unchecked Sendable {}

extension Store.State: CustomStringConvertible {
  /// The sub-states as a dictionary literal, in order; texts are in quotes.
  public var description: String {
    let entries = zip(keys, values).map { "\(String(reflecting: $0)): \(Self.literal($1))" }
    return entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
  }

  private static func literal(_ value: Any) -> String {
    value is any StringProtocol || value is Character ? String(reflecting: value) : "\(value)"
  }
}

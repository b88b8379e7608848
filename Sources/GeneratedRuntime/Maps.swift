/// Maps that expressions write out, and conversions of their entries.
extension OrderedMap {
  /// Creates a map from entries; a repeated key, or a value that cannot be a key, is an error.
  package init(distinct entries: [(Key, Value)]) throws(Failure) {
    self.init()
    for (key, value) in entries { try add(key, value) }
  }

  /// Creates a map from those entries that have a value.
  package init(present entries: [(Key, Value?)]) throws(Failure) {
    self.init()
    for case (let key, let value?) in entries { try add(key, value) }
  }

  /// Adds an entry with a new key.
  private mutating func add(_ key: Key, _ value: Value) throws(Failure) {
    if let type = key.keyMisfit { throw .invalidArgument("\(type) can be no key of a map") }
    try insertNew(value, for: key)
  }

  /// The map with its keys and values converted.
  package func convertingEntries<NewKey, NewValue, Failing: Error>(
    _ convert: (Key, Value) throws(Failing) -> (NewKey, NewValue)
  ) throws(Failing) -> OrderedMap<NewKey, NewValue> {
    var converted = OrderedMap<NewKey, NewValue>()
    for (key, value) in entries {
      let (newKey, newValue) = try convert(key, value)
      converted[newKey] = newValue
    }
    return converted
  }
}

extension Sequence {
  /// The first value that a function returns for an element; nil if it returns none for any.
  ///
  /// It calls the function once for each element. `lazy.compactMap(…).first` calls it twice for the
  /// element that it finds, so that a function which walks a tree takes exponential time.
  package func firstValue<Value>(_ value: (Element) -> Value?) -> Value? {
    for element in self {
      if let value = value(element) { return value }
    }
    return nil
  }
}

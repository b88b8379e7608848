/// Functions of lists, whose indices are those of the spec language.
extension Array {
  /// The number of elements.
  package var size: Int64 { Int64(count) }

  package var backwards: [Element] { reversed() }

  /// The elements with their indices.
  package var numbered: [(Int64, Element)] { enumerated().map { (Int64($0), $1) } }

  /// The index of an element.
  package func index(_ index: Int64) throws(Failure) -> Int {
    guard index >= 0, index < count else { throw .indexOutOfRange(index, count: count) }
    return Int(index)
  }

  /// The element at an index.
  package func element(_ index: Int64) throws(Failure) -> Element { self[try self.index(index)] }

  /// The element at an index, if there is one.
  package func elementIfAny(_ index: Int64) -> Element? {
    indices.contains(Int(clamping: index)) ? self[Int(clamping: index)] : nil
  }

  /// The elements from one index up to, but not including, another.
  package func slice(_ start: Int64, _ end: Int64) throws(Failure) -> [Element] {
    guard start >= 0, start <= end, end <= count else {
      throw Failure(
        "index-out-of-range", "a list of \(count) elements has no part from \(start) to \(end)")
    }
    return Array(self[Int(start)..<Int(end)])
  }

  // MARK: Changes

  package mutating func insert(_ element: Element, atIndex index: Int64) throws(Failure) {
    insert(element, at: try place(index))
  }

  package mutating func insert(
    contentsOf elements: [Element], atIndex index: Int64
  ) throws(Failure) {
    insert(contentsOf: elements, at: try place(index))
  }

  private func place(_ index: Int64) throws(Failure) -> Int {
    guard index >= 0, index <= count else { throw .indexOutOfRange(index, count: count) }
    return Int(index)
  }

  /// Removes the element at an index.
  @discardableResult
  package mutating func drop(at index: Int64) throws(Failure) -> Element {
    remove(at: try self.index(index))
  }

  /// Takes an element out, and inserts it at an index in the list without it.
  package mutating func move(from: Int64, to: Int64) throws(Failure) {
    let (from, to) = (try index(from), try index(to))
    // Only the elements between the two places move, not all that follow them.
    withUnsafeMutableBufferPointer { elements in
      guard let start = elements.baseAddress, from != to else { return }
      let element = (start + from).move()
      if from < to {
        (start + from).moveInitialize(from: start + from + 1, count: to - from)
      } else {
        (start + to + 1).moveInitialize(from: start + to, count: from - to)
      }
      (start + to).initialize(to: element)
    }
  }

  package mutating func swap(_ first: Int64, _ second: Int64) throws(Failure) {
    let (first, second) = (try index(first), try index(second))
    swapAt(first, second)
  }
}

extension Sequence {
  /// The elements for which a condition holds, which may fail.
  package func select(_ holds: (Element) throws(Failure) -> Bool) throws(Failure) -> [Element] {
    var selected: [Element] = []
    for element in self where try holds(element) { selected.append(element) }
    return selected
  }

  /// True if a condition holds for all elements: an element for which it does not absorbs the errors
  /// of others.
  package func all(_ holds: (Element) throws(Failure) -> Bool) throws(Failure) -> Bool {
    try !any { element throws(Failure) in try !holds(element) }
  }

  /// True if a condition holds for some element, which absorbs the errors of others.
  package func any(_ holds: (Element) throws(Failure) -> Bool) throws(Failure) -> Bool {
    var first: Failure?
    for element in self {
      do throws(Failure) {
        if try holds(element) { return true }
      } catch {
        first = first ?? error
      }
    }
    if let first { throw first }
    return false
  }

  /// True if a condition holds for exactly one element.
  package func one<Failing: Error>(
    _ holds: (Element) throws(Failing) -> Bool
  ) throws(Failing) -> Bool {
    var count = 0
    for element in self where try holds(element) { count += 1 }
    return count == 1
  }

  /// The elements in the order of a key, which may fail; those with equal keys keep theirs.
  package func inOrder<Key: Ordered>(
    descending: Bool = false, _ key: (Element) throws(Failure) -> Key
  ) throws(Failure) -> [Element] {
    var ranked: [(key: Key, element: Element)] = []
    for element in self { ranked.append((try key(element), element)) }
    ranked.sort { (descending ? $1.key.sortOrder($0.key) : $0.key.sortOrder($1.key)) < 0 }
    return ranked.map(\.element)
  }

  /// The elements in the order of a key; those with equal keys keep theirs.
  package func inOrder<Key: Ordered>(
    descending: Bool = false, _ key: (Element) -> Key
  ) -> [Element] {
    let ranked = map { (key: key($0), element: $0) }
    return ranked.sorted { (descending ? $1.key.sortOrder($0.key) : $0.key.sortOrder($1.key)) < 0 }
      .map(\.element)
  }
}

/// Cases of an enum have the order of their texts.
extension Sequence {
  package func inOrder<Key: RawRepresentable<String>>(
    descending: Bool = false, _ key: (Element) throws(Failure) -> Key
  ) throws(Failure) -> [Element] {
    try inOrder(descending: descending) { (item) throws(Failure) in try key(item).rawValue }
  }

  package func inOrder<Key: RawRepresentable<String>>(
    descending: Bool = false, _ key: (Element) -> Key
  ) -> [Element] {
    inOrder(descending: descending) { key($0).rawValue }
  }
}

extension Array where Element: RawRepresentable<String> {
  package func inOrder(descending: Bool = false) -> [Element] {
    inOrder(descending: descending) { $0.rawValue }
  }

  package var isInOrder: Bool { map(\.rawValue).isInOrder }

  package func least() throws(Failure) -> Element {
    Element(rawValue: try map(\.rawValue).least()) ?? self[0]
  }

  package func greatest() throws(Failure) -> Element {
    Element(rawValue: try map(\.rawValue).greatest()) ?? self[0]
  }
}

extension Array where Element: Ordered {
  /// The elements in order; equal ones keep theirs.
  package func inOrder(descending: Bool = false) -> [Element] {
    sorted { (descending ? $1.sortOrder($0) : $0.sortOrder($1)) < 0 }
  }

  /// True if no element is less than the one before it.
  package var isInOrder: Bool { zip(self, dropFirst()).allSatisfy { $0.order($1) <= 0 } }

  package func least() throws(Failure) -> Element {
    guard var best = first else {
      throw .invalidArgument("the list is empty, so it has no 'min'")
    }
    for element in self where element.order(best) < 0 { best = element }
    return best
  }

  package func greatest() throws(Failure) -> Element {
    guard var best = first else {
      throw .invalidArgument("the list is empty, so it has no 'max'")
    }
    for element in self where element.order(best) > 0 { best = element }
    return best
  }
}

extension Array where Element: ExactlyEquatable {
  /// True if an element is equal to a value.
  package func holds(_ value: Element) -> Bool { contains { $0.equals(value) } }

  /// The index of the first element that is equal to a value, or -1.
  package func firstPosition(_ value: Element) -> Int64 {
    Int64(firstIndex { $0.equals(value) } ?? -1)
  }

  package func lastPosition(_ value: Element) -> Int64 {
    Int64(lastIndex { $0.equals(value) } ?? -1)
  }

  /// True if all elements of another list are in this one.
  package func holdsAll(_ other: [Element]) -> Bool { other.allSatisfy { holds($0) } }

  /// True if some element of another list is in this one.
  package func holdsAny(_ other: [Element]) -> Bool { other.contains { holds($0) } }

  package func isSameSet(_ other: [Element]) -> Bool { holdsAll(other) && other.holdsAll(self) }

  /// The elements without duplicates.
  package func distinct() -> [Element] {
    var result: [Element] = []
    for element in self where !result.holds(element) { result.append(element) }
    return result
  }
}

extension Array {
  /// The elements of the inner lists.
  package func flattened<Inner>() -> [Inner] where Element == [Inner] { flatMap(\.self) }
}

extension [Int64] {
  package func sum() throws(Failure) -> Int64 {
    var sum: Int64 = 0
    for number in self { sum = try sum.adding(number) }
    return sum
  }
}

extension [Double] {
  package func sum() throws(Failure) -> Double { reduce(0, +) }
}

extension Sequence {
  /// The results of a function for those elements for which a condition holds.
  package func map<Result>(
    where holds: (Element) throws(Failure) -> Bool,
    _ transform: (Element) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    var result: [Result] = []
    for element in self where try holds(element) { result.append(try transform(element)) }
    return result
  }

  /// A map with the results of a function for each value, under the same keys.
  package func mapValues<Key: MapKey, Value, Result, Failing: Error>(
    _ transform: (Key, Value) throws(Failing) -> Result
  ) throws(Failing) -> OrderedMap<Key, Result> where Element == (Key, Value) {
    var result = OrderedMap<Key, Result>()
    for (key, value) in self { result[key] = try transform(key, value) }
    return result
  }

  /// A map with the entries of the maps that a function makes from the elements; no key may occur
  /// twice.
  package func joinedMaps<Key: MapKey, Value>(
    _ transform: (Element) throws(Failure) -> OrderedMap<Key, Value>
  ) throws(Failure) -> OrderedMap<Key, Value> {
    var result = OrderedMap<Key, Value>()
    for element in self {
      for (key, value) in try transform(element).entries { try result.insertNew(value, for: key) }
    }
    return result
  }
}

extension Array {
  /// Combines a value with each element by a function, from the left.
  package func fold<Result, Failing: Error>(
    _ start: Result, _ next: (Result, Element) throws(Failing) -> Result
  ) throws(Failing) -> Result {
    var result = start
    for element in self { result = try next(result, element) }
    return result
  }
}

extension Array where Element: MapKey {
  /// These elements and all that can be reached from them by a function, each once, breadth first.
  package func closure<Failing: Error>(
    _ next: (Element) throws(Failing) -> [Element]
  ) throws(Failing) -> [Element] {
    var found: OrderedMap<Element, Bool> = [:]
    for element in self { found[element] = true }
    var index = 0
    while index < found.count {
      for element in try next(found.keys[index]) { found[element] = true }
      index += 1
    }
    return found.keys
  }
}

extension Array where Element: ExactlyEquatable {
  /// These elements and all that can be reached from them by a function, each once, breadth first.
  package func closure<Failing: Error>(
    _ next: (Element) throws(Failing) -> [Element]
  ) throws(Failing) -> [Element] {
    var found = distinct()
    var index = 0
    while index < found.count {
      for element in try next(found[index]) where !found.holds(element) { found.append(element) }
      index += 1
    }
    return found
  }
}

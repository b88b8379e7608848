import CEL
import SuasSpec
import YAML

/// Differences between values and patterns.
extension Pattern {
  /// Adds the paths at which `value` is not as expected, in the order of the pattern.
  func compare(_ value: Value?, at path: Path, _ differences: inout Differences) {
    let display = differences.display
    switch (kind, value) {
    case (.value(let expected), let value?):
      guard !matches(value) else { return }
      // Two records, or two lists, are compared by their contents.
      if let inner = Pattern(exactly: expected, range: range), inner.isAlike(value) {
        inner.compare(value, at: path, &differences)
      } else {
        differences.add(difference(path, value, display))
      }
    case (.record(let fields), .record(let record)):
      for (slot, name, pattern) in fields {
        let path = path.field(name)
        if display.hidesSensitiveValues, record.shape.fields[slot].isSensitive {
          pattern.compare(hidden: record[slot], at: path, &differences)
        } else {
          pattern.compare(record[slot], at: path, &differences)
        }
      }
    case (.variant(let slot, let name, let contents), .record(let record))
    where record.presentCase == slot:
      contents.compare(record[slot], at: path.field(name), &differences)
    case (.list(let patterns), .list(let list)):
      compare(patterns, Array(list), path, &differences)
    case (.map(let entries), .map(let map)):
      let keys = entries.map { map.key(writtenAs: $0.key) }
      for (key, entry) in zip(keys, entries) {
        entry.pattern.compare(map[key], at: path.key(key), &differences)
      }
      let expected = Map(keys: keys)
      for (key, value) in map where expected[key] == nil {
        differences.add(unexpected(value, at: path.key(key), display))
      }
    case (.matcher(.unordered(let patterns)), .list(let list)):
      let values = Array(list)
      guard let assignment = Assignment(patterns, values) else {
        return differences.add(unjudged(path))
      }
      report(patterns, assignment.missing, path, &differences)
      for index in assignment.extra {
        differences.add(unexpected(values[index], at: path.index(index), display))
      }
    case (.matcher(.contains(let patterns)), .list(let list)):
      var search = Search(Array(list))
      guard let missing = search.missing(patterns) else {
        return differences.add(unjudged(path))
      }
      report(patterns, missing, path, &differences)
    case (.matcher(.containsEntries(let entries)), .map(let map)):
      for (key, pattern) in entries {
        let key = map.key(writtenAs: key)
        pattern.compare(map[key], at: path.key(key), &differences)
      }
    // In a live run, the names of the fields say which are sensitive.
    case (.map, .record(let record)) where !display.hidesSensitiveValues:
      compare(Value.record(record).untyped, at: path, &differences)
    default:
      if !matches(value) { differences.add(difference(path, value, display)) }
    }
  }

  /// Compares with a value that is not to be shown.
  func compare(hidden value: Value?, at path: Path, _ differences: inout Differences) {
    guard !matches(value) else { return }
    differences.add(
      Difference(
        expected: Shape.Field.hidden, actual: "another value, which is sensitive", place: path,
        range: range))
  }

  /// Compares lists of the same length index by index, others by aligning the elements they share.
  private func compare(
    _ patterns: [Pattern], _ values: [Value], _ path: Path, _ differences: inout Differences
  ) {
    if patterns.count == values.count {
      for (index, pattern) in patterns.enumerated() {
        pattern.compare(values[index], at: path.index(index), &differences)
      }
      return
    }
    let display = differences.display
    let alignment = Alignment(patterns, values)
    for index in alignment.missing {
      differences.add(patterns[index].difference(path.index(index), nil, display))
    }
    for index in alignment.extra {
      differences.add(unexpected(values[index], at: path.index(index), display))
    }
  }

  /// Adds the elements missing from a list, at the list's own path.
  private func report(
    _ patterns: [Pattern], _ missing: [Int], _ path: Path, _ differences: inout Differences
  ) {
    let display = differences.display
    for index in missing { differences.add(patterns[index].difference(path, nil, display)) }
  }

  private func unjudged(_ path: Path) -> Difference {
    Difference(
      expected: description, actual: "more elements than can be compared in any order",
      place: path, range: range)
  }

  private func difference(
    _ path: Path, _ actual: Value?, _ display: ValueDisplay
  ) -> Difference {
    Difference(
      expected: description, actual: actual.map { display.shown($0).yaml },
      parts: (actual.map(parts) ?? []).map(display.shown), place: path, range: range)
  }

  /// Returns the parts of a condition, except `it`, which is the actual value.
  private func parts(of value: Value) -> [ConditionReading.Part] {
    guard case .matcher(.that(let condition)) = kind else { return [] }
    return condition.parts(of: [value]).filter { $0.text != "it" }
  }

  private func unexpected(
    _ value: Value, at path: Path, _ display: ValueDisplay
  ) -> Difference {
    Difference(expected: nil, actual: display.shown(value).yaml, place: path, range: range)
  }

  /// Creates a pattern with a pattern for each child of a composite value; nil for a leaf.
  private init?(exactly value: Value, range: SourceRange) {
    switch value {
    case .record(let record):
      kind = .record(
        record.fields.enumerated().map { slot, value in
          (slot, record.shape.fields[slot].name, Pattern(kind: .value(value), range: range))
        })
    case .list(let list):
      kind = .list(list.map { Pattern(kind: .value($0), range: range) })
    case .map(let map):
      kind = .map(map.map { (key: $0.key, pattern: Pattern(kind: .value($0.value), range: range)) })
    default:
      return nil
    }
    self.range = range
  }

  /// Returns true if the value is of the same composite kind as the pattern.
  private func isAlike(_ value: Value) -> Bool {
    switch (kind, value) {
    case (.record(let fields), .record(let record)):
      fields.count == record.fields.count && !record.shape.isVariant
    case (.list, .list), (.map, .map): true
    default: false
    }
  }
}

extension Map {
  /// Creates a map with the given keys and null values.
  init(keys: some Sequence<Value>) {
    self.init()
    for key in keys { self[key] = .null }
  }
}

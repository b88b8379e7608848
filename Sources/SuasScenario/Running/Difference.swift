import CEL
import YAML

/// A place where a value is not what was expected.
public struct Difference: Sendable, Equatable {
  /// As an author writes it: `TodoList.todos[0].isCompleted`.
  public let path: String
  /// As YAML in one line; nil where nothing was expected.
  public let expected: String?
  /// As YAML in one line; nil where there is nothing.
  public let actual: String?
  /// Where the expectation stands; nil where it has no place of its own.
  let range: SourceRange?

  public static func == (left: Difference, right: Difference) -> Bool {
    left.path == right.path && left.expected == right.expected && left.actual == right.actual
  }
}

extension Pattern {
  /// The places where `value` is not as expected, in the order in which they are written.
  func differences(from value: Value, at path: Path) -> [Difference] {
    var differences: [Difference] = []
    collect(value, path, &differences)
    return differences
  }

  private func matches(_ value: Value) -> Bool {
    if case .value(let expected) = kind { return expected == value }
    return differences(from: value, at: Path("")).isEmpty
  }

  private func collect(_ value: Value, _ path: Path, _ differences: inout [Difference]) {
    switch (kind, value) {
    case (.value(let expected), _):
      guard expected != value else { return }
      // Two records, or two lists, are told apart by what differs inside them.
      if let inner = Pattern(exactly: expected, range: range) {
        inner.collect(value, path, &differences)
      } else {
        differences.append(difference(path, actual: value))
      }
    case (.record(let fields), .record(let record)):
      for (slot, name, pattern) in fields {
        pattern.collect(record[slot], path.field(name), &differences)
      }
    case (.list(let patterns), .list(let list)):
      collect(patterns, Array(list), path, &differences)
    case (.map(let entries), .map(let map)):
      for (key, pattern) in entries {
        if let value = map[key] {
          pattern.collect(value, path.key(key), &differences)
        } else {
          differences.append(pattern.difference(path.key(key), actual: nil))
        }
      }
      var expected = Map()
      for (key, _) in entries { expected[key] = .null }
      for (key, value) in map where expected[key] == nil {
        differences.append(unexpected(value, at: path.key(key)))
      }
    default:
      differences.append(difference(path, actual: value))
    }
  }

  /// Lists of one length are compared place by place; of two, by the elements they share.
  private func collect(
    _ patterns: [Pattern], _ values: [Value], _ path: Path, _ differences: inout [Difference]
  ) {
    if patterns.count == values.count {
      for (index, pattern) in patterns.enumerated() {
        pattern.collect(values[index], path.index(index), &differences)
      }
      return
    }
    let (missing, extra) = Self.unmatched(patterns, values)
    for index in missing {
      differences.append(patterns[index].difference(path.index(index), actual: nil))
    }
    for index in extra {
      differences.append(unexpected(values[index], at: path.index(index)))
    }
  }

  /// Beyond this many pairs of elements, lists are not aligned but compared from both ends.
  private static let alignmentLimit = 250_000

  /// The places of the patterns that nothing matches, and of the values that were not expected.
  private static func unmatched(
    _ patterns: [Pattern], _ values: [Value]
  ) -> (missing: [Int], extra: [Int]) {
    let shorter = min(patterns.count, values.count)
    var start = 0
    while start < shorter, patterns[start].matches(values[start]) { start += 1 }
    var end = 0
    while end < shorter - start,
      patterns[patterns.count - 1 - end].matches(values[values.count - 1 - end])
    { end += 1 }
    let expected = Array(start..<patterns.count - end)
    let actual = Array(start..<values.count - end)
    guard expected.count * actual.count <= alignmentLimit else { return (expected, actual) }
    // The standard library aligns elements of one type: here, places on either side.
    let alignment = actual.map { $0 + patterns.count }.difference(from: expected) {
      $0 < patterns.count && $1 >= patterns.count
        && patterns[$0].matches(values[$1 - patterns.count])
    }
    var missing: [Int] = []
    var extra: [Int] = []
    for change in alignment {
      switch change {
      case .remove(_, let place, _): missing.append(place)
      case .insert(_, let place, _): extra.append(place - patterns.count)
      }
    }
    return (missing.sorted(), extra.sorted())
  }

  private func difference(_ path: Path, actual: Value?) -> Difference {
    Difference(
      path: path.description, expected: description, actual: actual?.yaml, range: range)
  }

  private func unexpected(_ value: Value, at path: Path) -> Difference {
    Difference(path: path.description, expected: nil, actual: value.yaml, range: range)
  }

  /// A pattern that looks into a composite value; nil for one that is a leaf.
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
}

extension Pattern: CustomStringConvertible {
  /// What is expected, as YAML in one line.
  var description: String {
    switch kind {
    case .value(let value): value.yaml
    case .record(let fields):
      "{" + fields.map { "\($0.name): \($0.pattern)" }.joined(separator: ", ") + "}"
    case .list(let patterns): "[" + patterns.map(\.description).joined(separator: ", ") + "]"
    case .map(let entries):
      "{" + entries.map { "\($0.key.yaml): \($0.pattern)" }.joined(separator: ", ") + "}"
    }
  }
}

import CEL
import SuasSpec
import YAML

/// Matching values against patterns.
extension Pattern {
  /// - Parameter value: nil if there is no value.
  func matches(_ value: Value?) -> Bool {
    switch (kind, value) {
    case (.matcher(let matcher), _):
      return matcher.matches(value)
    // Where the type is known only at run time, times are expected as texts.
    case (.value(.string(let text)), .timestamp(let time)): return Timestamp(text) == time
    case (.value(.string(let text)), .duration(let duration)): return CEL.Duration(text) == duration
    case (.value(let expected), let value?):
      return expected == value || value.untyped.map { expected == $0 } ?? false
    case (.record(let fields), .record(let record)):
      return fields.allSatisfy { $0.pattern.matches(record[$0.slot]) }
    case (.variant(let slot, _, let contents), .record(let record)):
      return record.presentCase == slot && contents.matches(record[slot])
    case (.list(let patterns), .list(let list)):
      return patterns.count == list.count && zip(patterns, list).allSatisfy { $0.matches($1) }
    case (.map(let entries), .map(let map)):
      // Entries that are expected to be absent do not count.
      let values = entries.map { map[map.key(writtenAs: $0.key)] }
      return values.count { $0 != nil } == map.count
        && zip(entries, values).allSatisfy { $0.pattern.matches($1) }
    case (.map, .record(let record)):
      return matches(record.untyped)
    default:
      return false
    }
  }
}

extension Value {
  /// A record as it is written where its type is not known; nil for any other value.
  var untyped: Value? {
    if case .record(let record) = self { record.untyped } else { nil }
  }
}

extension Record {
  /// The record as a map from the names of its fields, or as the case of a variant.
  fileprivate var untyped: Value {
    if shape.isVariant { return caseAsWritten }
    var map = Map()
    for (field, value) in zip(shape.fields, fields) { map[.string(field.name)] = value }
    return .map(map)
  }
}

extension Matcher {
  fileprivate func matches(_ value: Value?) -> Bool {
    guard let value else {
      if case .absent = self { return true }
      return false
    }
    switch (self, value) {
    case (.any, _):
      return true
    case (.that(let condition), _), (.matches(let condition, _), .string):
      return (try? condition.holds(of: [value])) ?? false
    case (.approx(let expected, let tolerance), .double(let number)):
      return abs(number - expected) <= tolerance
    case (.approx(let expected, let tolerance), .int(let number)):
      return abs(Double(number) - expected) <= tolerance
    case (.contains(let patterns), .list(let list)):
      var search = Search(Array(list))
      return search.missing(patterns)?.isEmpty ?? false
    case (.containsEntries(let entries), .map(let map)):
      return entries.allSatisfy { $0.pattern.matches(map[map.key(writtenAs: $0.key)]) }
    case (.unordered(let patterns), .list(let list)):
      guard patterns.count == list.count else { return false }
      return Assignment(patterns, Array(list))?.isPerfect ?? false
    case (.size(let size), .list(let list)):
      return list.count == size
    case (.size(let size), .map(let map)):
      return map.count == size
    case (.size(let size), .string(let text)):
      return text.unicodeScalars.count == size
    default:
      return false
    }
  }
}

extension Map {
  /// Returns the key that is meant by one that was written where the type of keys is not known, and
  /// read as a text.
  func key(writtenAs key: Value) -> Value {
    guard self[key] == nil, case .string(let text) = key else { return key }
    let other: Value
    switch Scalar.resolve(plain: text) {
    case .int(let number): other = .int(number)
    case .bool(let flag): other = .bool(flag)
    default: return key
    }
    return self[other] == nil ? key : other
  }
}

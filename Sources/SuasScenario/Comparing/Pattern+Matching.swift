import CEL
import SuasSpec

/// Matching values against patterns.
extension Pattern {
  /// - Parameter value: nil if there is no value.
  func matches(_ value: Value?) -> Bool {
    switch (kind, value) {
    case (.matcher(let matcher), _):
      return matcher.matches(value)
    case (.value(let expected), let value?):
      return expected == value
    case (.record(let fields), .record(let record)):
      return fields.allSatisfy { $0.pattern.matches(record[$0.slot]) }
    case (.variant(let slot, _, let contents), .record(let record)):
      return record.presentCase == slot && contents.matches(record[slot])
    case (.list(let patterns), .list(let list)):
      return patterns.count == list.count && zip(patterns, list).allSatisfy { $0.matches($1) }
    case (.map(let entries), .map(let map)):
      // Entries that are expected to be absent do not count.
      let present = entries.count { map[$0.key] != nil }
      return present == map.count && entries.allSatisfy { $0.pattern.matches(map[$0.key]) }
    default:
      return false
    }
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
      return (try? condition.holds(of: value)) ?? false
    case (.approx(let expected, let tolerance), .double(let number)):
      return abs(number - expected) <= tolerance
    case (.approx(let expected, let tolerance), .int(let number)):
      return abs(Double(number) - expected) <= tolerance
    case (.contains(let patterns), .list(let list)):
      var search = Search(Array(list))
      return search.missing(patterns)?.isEmpty ?? false
    case (.containsEntries(let entries), .map(let map)):
      return entries.allSatisfy { $0.pattern.matches(map[$0.key]) }
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

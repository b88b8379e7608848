import CEL
import YAML

/// The expectation for a value.
struct Pattern: Sendable {
  indirect enum Kind: Sendable {
    case value(Value)
    /// A record; only the named fields are compared, in the order in which they are written.
    case record([(slot: Int, name: String, pattern: Pattern)])
    /// One case of a variant.
    case variant(slot: Int, name: String, contents: Pattern)
    case list([Pattern])
    case map([(key: Value, pattern: Pattern)])
    case matcher(Matcher)
  }

  let kind: Kind
  let range: SourceRange
}

/// A matcher in the place of an expected value: `{ $any: true }` and the like.
enum Matcher: Sendable {
  case any
  /// No value at all: a key that does not exist.
  case absent
  case that(Condition)
  case matches(Condition, regex: String)
  case approx(Double, within: Double)
  /// A list that contains a match for each of these.
  case contains([Pattern])
  /// A map that has these entries, and maybe others.
  case containsEntries([(key: Value, pattern: Pattern)])
  /// A list of matches for these and no others, in any order.
  case unordered([Pattern])
  case size(Int)
}

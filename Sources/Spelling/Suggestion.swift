/// The name among `names` that was most likely meant, if one is similar enough.
///
/// Similar is an edit distance (insertion, deletion, substitution, transposition) of a third of the
/// length, at least 1; a name that differs only in case is nearer than any other. Among equally
/// near names, the first one counts. Names with more than 64 characters and names after the first
/// 10,000 are skipped.
public func suggestion(for name: String, among names: some Sequence<String>) -> String? {
  let wanted = Spelling(name)
  guard 1...Spelling.longest ~= wanted.letters.count else { return nil }
  var best: String?
  var limit = max(1, wanted.letters.count / 3)
  for candidate in names.lazy.prefix(10_000) {
    // Letters are not distinguished by case here, so that a name in another case is similar.
    guard candidate.utf8.count <= 4 * Spelling.longest, wanted.mayBe(candidate, within: limit),
      candidate != name
    else { continue }
    if candidate.lowercased() == wanted.folded { return candidate }
    let letters = Array(candidate.unicodeScalars)
    let distance = editDistance(wanted.letters, letters, limit: limit)
    // A name that shares nothing with the wanted one is no suggestion, however short both are.
    if distance <= limit, distance < max(wanted.letters.count, letters.count) {
      best = candidate
      limit = distance - 1
    }
  }
  return best
}

/// A name prepared for comparison with others.
private struct Spelling {
  let letters: [Unicode.Scalar]
  let folded: String
  private let kinds: UInt64
  private let isASCII: Bool

  static let longest = 64

  init(_ name: String) {
    letters = Array(name.unicodeScalars)
    folded = name.lowercased()
    (kinds, isASCII) = Self.kinds(of: name)
  }

  /// True if another name may be within an edit distance: the lengths and the sets of characters
  /// rule out most names without an exact comparison.
  func mayBe(_ other: String, within limit: Int) -> Bool {
    guard isASCII else { return true }
    let (others, isPlain) = Self.kinds(of: other)
    guard isPlain else { return true }
    // An edit removes at most one kind of character, and adds at most one.
    return abs(other.utf8.count - letters.count) <= max(limit, 0)
      && (kinds & ~others).nonzeroBitCount <= max(limit, 0)
      && (others & ~kinds).nonzeroBitCount <= max(limit, 0)
  }

  /// The set of kinds of a name's bytes, ignoring the case of letters; and true if all are ASCII.
  private static func kinds(of name: String) -> (UInt64, isASCII: Bool) {
    var kinds: UInt64 = 0
    var all: UInt8 = 0
    for byte in name.utf8 {
      all |= byte
      kinds |= 1 << UInt64((byte >= 0x41 ? byte & 0x1F | 0x20 : byte) & 0x3F)
    }
    return (kinds, all < 0x80)
  }
}

/// The edit distance of two names including transpositions, or a value above the limit.
private func editDistance(
  _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int
) -> Int {
  guard abs(left.count - right.count) <= limit, right.count <= Spelling.longest else {
    return limit + 1
  }
  var beforeLast = Array(repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  var row = beforeLast
  for i in left.indices {
    row[0] = i + 1
    var least = row[0]
    for j in right.indices {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row[j + 1] = cost
      least = min(least, cost)
    }
    // A transposition continues from the row before the last one, which may still be less by one.
    guard least <= limit + 1 else { return limit + 1 }
    (beforeLast, last, row) = (last, row, beforeLast)
  }
  return last[right.count]
}

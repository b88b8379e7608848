/// The name among some that one was most likely meant, if one is near enough.
///
/// Near is an edit distance (insertion, deletion, substitution, transposition) of a third of the
/// length, at least 1; a name that differs only in case is nearer than any other. Of names equally
/// near the first counts. Names beyond 64 characters, and more than 10,000 of them, are passed over.
public func suggestion(for name: String, among names: some Sequence<String>) -> String? {
  let wanted = Spelling(name)
  guard 1...Spelling.longest ~= wanted.letters.count else { return nil }
  var best: String?
  var limit = max(1, wanted.letters.count / 3)
  for candidate in names.lazy.prefix(10_000) {
    // Letters of one case are not told apart here, so that a name in another case is near.
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

/// A name as others are compared with it.
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

  /// Whether another name may be as near as that: most are told to be farther by their lengths and by
  /// the kinds of letters in them, without being gone through letter by letter.
  func mayBe(_ other: String, within limit: Int) -> Bool {
    guard isASCII else { return true }
    let (others, isPlain) = Self.kinds(of: other)
    guard isPlain else { return true }
    // An edit takes out one kind at the most, and brings in one.
    return abs(other.utf8.count - letters.count) <= max(limit, 0)
      && (kinds & ~others).nonzeroBitCount <= max(limit, 0)
      && (others & ~kinds).nonzeroBitCount <= max(limit, 0)
  }

  /// The kinds of a name's bytes, those of letters whatever their case; and whether all are ASCII.
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

/// The distance of two names with transpositions of neighbours, or anything above the limit.
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
    // A transposition goes on from the row before, which may still be less by one.
    guard least <= limit + 1 else { return limit + 1 }
    (beforeLast, last, row) = (last, row, beforeLast)
  }
  return last[right.count]
}

extension Diagnostic {
  /// The help `did you mean 'x'?`, or none if no name is near.
  public static func help(
    suggestingFor name: String, among names: some Sequence<String>
  ) -> [String] {
    suggestion(for: name, among: names).map { ["did you mean '\($0)'?"] } ?? []
  }
}

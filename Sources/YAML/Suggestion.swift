/// The name among some that one was most likely meant, if one is near enough.
///
/// Near is an edit distance (insertion, deletion, substitution, transposition) of a third of the
/// length, at least 1; a name that differs only in case is nearer than any other. Of names equally
/// near the first counts. Names beyond 64 characters, and more than 10,000 of them, are passed over.
public func suggestion(for name: String, among names: some Sequence<String>) -> String? {
  let wanted = Array(name.unicodeScalars)
  guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
  let folded = name.lowercased()
  var best: String?
  var limit = max(1, wanted.count / 3)
  for candidate in names.lazy.prefix(10_000) where candidate != name {
    guard candidate.utf8.count <= 256 else { continue }
    if candidate.lowercased() == folded { return candidate }
    let letters = Array(candidate.unicodeScalars)
    let distance = editDistance(wanted, letters, limit: limit)
    // A name that shares nothing with the wanted one is no suggestion, however short both are.
    if distance <= limit, distance < max(wanted.count, letters.count) {
      best = candidate
      limit = distance - 1
    }
  }
  return best
}

/// The distance of two names with transpositions of neighbours, or anything above the limit.
private func editDistance(
  _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int
) -> Int {
  guard abs(left.count - right.count) <= limit, right.count <= 64 else { return limit + 1 }
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for i in left.indices {
    var row = [i + 1]
    row.reserveCapacity(right.count + 1)
    for j in right.indices {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
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

/// The candidates that can complete a part of a line.
package struct Completion: Sendable, Equatable {
  /// The offset of that part in UTF-8 bytes; the part ends at the cursor.
  package let start: Int
  package let candidates: [String]

  package init(start: Int, candidates: [String]) {
    self.start = start
    self.candidates = candidates
  }

  /// The common prefix of all candidates.
  var sharedPrefix: String {
    guard var prefix = candidates.first else { return "" }
    for candidate in candidates.dropFirst() { prefix = prefix.commonPrefix(with: candidate) }
    return prefix
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

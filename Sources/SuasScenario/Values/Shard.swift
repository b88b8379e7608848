/// One of several parts into which the scenarios of a run, or the states of a search, are divided,
/// such as the second of four.
///
/// A scenario's part depends only on its name and its file's name: it stays the same when others
/// are added, renamed or left out, and when the files are reached by another path.
public struct Shard: Sendable {
  public let index: Int
  public let count: Int

  /// The largest number of parts.
  package static let largestCount = 10_000

  /// Reads `2/4`; nil for any other form, for an index that is not from 1 to the count, and for more
  /// than 10,000 parts.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
      let index = Int(parts[0]), let count = Int(parts[1]), 1...Self.largestCount ~= count,
      1...count ~= index
    else { return nil }
    (self.index, self.count) = (index, count)
  }
}

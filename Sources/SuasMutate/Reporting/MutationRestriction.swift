/// The restriction of mutation runs to lines that changed since a revision in git.
struct MutationRestriction {
  /// The name of the revision.
  let revision: String
  /// The number of changes that were left out, as they are of other lines.
  let leftOut: Int

  /// Returns nil if all lines were mutated.
  init?(of results: [MutationResult]) {
    guard let revision = results.lazy.compactMap(\.since).first else { return nil }
    self.revision = revision
    leftOut = results.reduce(0) { $0 + $1.leftOut }
  }

  /// The restriction as a sentence without a full stop.
  var words: String {
    let changes = leftOut == 1 ? "1 change of another line" : "\(leftOut) changes of other lines"
    return "only of lines changed since '\(revision)'; left out: \(changes)"
  }
}

/// The restriction of a mutation run to lines that changed since a revision in git.
struct MutationRestriction {
  /// The name of the revision.
  let revision: String
  /// The number of changes that were left out, as they are of other lines.
  let leftOut: Int

  /// Returns nil if all lines were mutated.
  init?(of result: MutationResult) {
    guard let revision = result.since else { return nil }
    self.revision = revision
    leftOut = result.leftOut
  }

  /// The restriction as a sentence without a full stop.
  var words: String {
    let changes = leftOut == 1 ? "1 change of another line" : "\(leftOut) changes of other lines"
    return "only of lines changed since '\(revision)'; left out: \(changes)"
  }
}

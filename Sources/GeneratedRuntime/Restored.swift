import Suas

/// The result of restoring, as the steps of a new store read it.
package struct Restored: Sendable, Equatable, ExactlyEquatable, JSONWritable {
  package static let recordType = RecordType("what was restored", ["version", "lost"])

  /// The version that was read; 0 if there was none.
  package let version: Int64
  /// The state keys that are initial, although something was saved.
  package let lost: [String]

  package init(_ restoration: Restoration?) {
    version = Int64(restoration?.version ?? 0)
    lost = restoration?.lostKeys ?? []
  }

  package var json: JSONValue { .record(Self.recordType, [version.json, lost.json]) }
}

import CEL
import Locking
import SuasScenario
import SuasSpec

/// A timeline of an app, of a log, or of a spec that is played: one entry after the other.
final class Timeline: Sendable {
  enum Kind: String, Sendable { case app, log, play, branch }

  /// The entry of another timeline after which a branch begins.
  struct Parent: Sendable {
    let timeline: Int
    let entry: Int
  }

  let id: Int
  let kind: Kind
  let parent: Parent?
  /// Called when the timeline has changed.
  private let hasChanged: @Sendable () -> Void
  private let contents: Mutex<Contents>

  /// The parts that change.
  struct Contents: Sendable {
    var title: String
    /// The spec; nil if none is known for the log.
    var spec: MonitoredSpec?
    /// True if the log was made with another version of the spec.
    var isOfOtherVersion = false
    var entries: [Entry] = []
    var inputs: [Input] = []
    /// True while entries may follow.
    var isOpen = true
    /// The reason why the timeline ended early.
    var problem: String?
    /// The difference between the log and the spec, and the entry where it is.
    var difference: (entry: Int, message: String, logged: String?, replayed: String)?
    /// The moment after the last entry; nil if it is not known.
    var present: StageSnapshot?
  }

  /// The maximum of entries of one timeline.
  static let limit = 250_000
  /// The maximum length in bytes of the lines from which the entries are made.
  static let sizeLimit = 128 << 20

  init(
    _ id: Int, _ kind: Kind, title: String, spec: MonitoredSpec?, parent: Parent? = nil,
    hasChanged: @escaping @Sendable () -> Void
  ) {
    self.id = id
    self.kind = kind
    self.parent = parent
    self.hasChanged = hasChanged
    contents = Mutex(Contents(title: title, spec: spec))
  }

  /// Reads the contents; nothing else may be read during the call.
  func read<Result, Failure: Error>(
    _ body: (borrowing Contents) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try contents.withLock { contents throws(Failure) in try body(contents) }
  }

  /// Changes the contents.
  func change<Result>(_ body: (inout Contents) -> sending Result) -> sending Result {
    defer { hasChanged() }
    return contents.withLock { body(&$0) }
  }

  var count: Int { contents.withLock(\.entries.count) }
  var spec: MonitoredSpec? { contents.withLock(\.spec) }

  /// Returns an entry; nil if there is none of this number.
  func entry(_ number: Int) -> Entry? {
    contents.withLock { $0.entries.indices.contains(number) ? $0.entries[number] : nil }
  }

  /// The page shows no value of a sensitive field, wherever it comes from.
  var display: ValueDisplay { ValueDisplay(hidesSensitiveValues: true) }
}

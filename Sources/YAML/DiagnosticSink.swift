/// Collects the diagnostics of a stage, which continues after an error.
public final class DiagnosticSink {
  public private(set) var items: [Diagnostic] = []
  /// The number of further diagnostics that were not kept.
  private var omitted = 0

  /// The maximum number that is kept: nobody reads more at once, and each one may search all the
  /// names of a file for a similar one.
  public static let limit = 200

  /// The record of a check's reading, in the form of that check; nil if nobody asks for one.
  package let journal: AnyObject?

  public init() { journal = nil }

  /// Creates a sink for a check that keeps a record of its reading.
  package init(journal: AnyObject?) { self.journal = journal }

  /// Keeps a diagnostic, which is not even created if there are too many.
  public func report(_ diagnostic: @autoclosure () -> Diagnostic) {
    if isFull { omitted += 1 } else { items.append(diagnostic()) }
  }

  public func report(_ diagnostics: Diagnostics) {
    for diagnostic in diagnostics.items { report(diagnostic) }
    omitted += diagnostics.omitted
  }

  /// True if no more diagnostics are kept.
  public var isFull: Bool { items.count >= Self.limit }

  /// The number of diagnostics, including those that are not kept.
  public var count: Int { items.count + omitted }

  public var hasErrors: Bool { items.contains { $0.severity == .error } }

  /// The diagnostics that were kept, in the order of the files.
  public var diagnostics: Diagnostics { Diagnostics(items, omitted: omitted).sorted() }

  /// Ends a stage: throws if any error was found.
  ///
  /// - Throws: All diagnostics, including warnings, if there is an error among them.
  public func throwErrors() throws(Diagnostics) {
    if hasErrors { throw diagnostics }
  }
}

/// Where a stage puts what it finds wrong while it goes on reading.
public final class Findings {
  public private(set) var items: [Diagnostic] = []
  /// How many more there are than are kept.
  private var omitted = 0

  /// So many are kept: nobody reads more at once, and each may look through all the names of a file
  /// for one that is near.
  public static let limit = 200

  public init() {}

  /// Keeps a diagnostic, which is not even made where there are too many.
  public func report(_ diagnostic: @autoclosure () -> Diagnostic) {
    if isFull { omitted += 1 } else { items.append(diagnostic()) }
  }

  public func report(_ diagnostics: Diagnostics) {
    for diagnostic in diagnostics.items { report(diagnostic) }
    omitted += diagnostics.omitted
  }

  /// Whether nothing more is kept.
  public var isFull: Bool { items.count >= Self.limit }

  /// How many there are, those that are not kept among them.
  public var count: Int { items.count + omitted }

  public var hasErrors: Bool { items.contains { $0.severity == .error } }

  /// Everything that was kept, in the order of the files.
  public var diagnostics: Diagnostics { Diagnostics(items, omitted: omitted).sorted() }

  /// Ends a stage: goes on only if no error was found.
  ///
  /// - Throws: everything found, warnings too, if an error is among it.
  public func throwErrors() throws(Diagnostics) {
    if hasErrors { throw diagnostics }
  }
}

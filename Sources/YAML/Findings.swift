/// Where a stage puts what it finds wrong while it goes on reading.
public final class Findings {
  public private(set) var items: [Diagnostic] = []

  public init() {}

  public func report(_ diagnostic: Diagnostic) { items.append(diagnostic) }

  public func report(_ diagnostics: Diagnostics) { items += diagnostics.items }

  public var hasErrors: Bool { items.contains { $0.severity == .error } }

  /// Everything found, in the order of the files.
  public var diagnostics: Diagnostics { Diagnostics(items).sorted() }

  /// Ends a stage: goes on only if no error was found.
  ///
  /// - Throws: everything found, warnings too, if an error is among it.
  public func throwErrors() throws(Diagnostics) {
    if hasErrors { throw diagnostics }
  }
}

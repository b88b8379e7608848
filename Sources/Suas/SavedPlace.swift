/// A place for one saved text: a file, a preference, a row of a database.
///
/// A ``StateSaver`` calls it on one thread at a time.
public protocol SavedPlace: Sendable {
  /// Returns the text; nil if nothing was saved.
  func read() throws -> [UInt8]?

  /// Replaces the text, whole or not at all.
  func write(_ text: [UInt8]) throws

  /// Keeps a text that could not be restored, so that somebody can look at it.
  ///
  /// - Parameter text: The text; nil to keep what is there, which could not be read.
  func keep(_ text: [UInt8]?) throws
}

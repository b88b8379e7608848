/// A text to be read, with the name it is shown by.
public final class Source: Sendable {
  /// The name shown in diagnostics: a path as the user wrote it.
  public let name: String
  /// The text in UTF-8, without a byte-order mark.
  public let utf8: [UInt8]

  public init(name: String, text: String) {
    self.name = name
    self.utf8 = Array(text.utf8)
  }
}

/// A stretch of a source, in UTF-8 bytes from its beginning.
public struct SourceRange: Sendable {
  public let source: Source
  public let lowerBound: Int
  public let upperBound: Int

  public init(source: Source, lowerBound: Int, upperBound: Int) {
    self.source = source
    self.lowerBound = lowerBound
    self.upperBound = upperBound
  }
}

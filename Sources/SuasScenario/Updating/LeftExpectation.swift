import YAML

/// An expectation, or a part of one, that does not hold and is left to its author.
public struct LeftExpectation: Sendable {
  public internal(set) var place: SourceRange
  public let reason: String

  /// The key by which duplicates are found.
  var identity: String { "\(place) \(reason)" }
}

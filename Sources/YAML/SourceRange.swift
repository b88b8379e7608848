/// A range of a source, in UTF-8 bytes from its start.
public struct SourceRange: Sendable {
  public let source: Source
  // 32 bits are enough for every text that is read, and keep the nodes of a tree small.
  @usableFromInline let lower: UInt32
  @usableFromInline let upper: UInt32

  @inlinable
  public var lowerBound: Int { Int(lower) }
  @inlinable
  public var upperBound: Int { Int(upper) }

  @inlinable
  public init(source: Source, lowerBound: Int, upperBound: Int) {
    self.source = source
    self.lower = UInt32(clamping: lowerBound)
    self.upper = UInt32(clamping: max(lowerBound, upperBound))
  }

  @inlinable
  package init(_ source: Source, _ offsets: Range<Int>) {
    self.init(source: source, lowerBound: offsets.lowerBound, upperBound: offsets.upperBound)
  }

  /// The text before the range on its line.
  package var lead: String {
    SourceRange(source, source.line(around: lowerBound).lowerBound..<lowerBound).text
  }

  /// The range in bytes.
  package var offsets: Range<Int> { lowerBound..<upperBound }

  /// The location of the first character.
  public var location: Location { source.location(of: lowerBound) }

  /// The location directly after the last character.
  public var endLocation: Location { source.location(of: upperBound) }

  /// The text of the range in the source.
  public var text: String {
    let end = min(upperBound, source.utf8.count)
    return String(decoding: source.utf8[min(lowerBound, end)..<end], as: UTF8.self)
  }
}

extension SourceRange: Equatable {
  /// Compares ranges, which are equal only for identical offsets in the same source object.
  public static func == (left: SourceRange, right: SourceRange) -> Bool {
    left.source === right.source && left.lower == right.lower && left.upper == right.upper
  }
}

extension SourceRange: CustomStringConvertible {
  /// The location as diagnostics show it: `specs/todo.yaml:24:37`.
  public var description: String { "\(source.name):\(location)" }
}

/// A stretch of a source, in UTF-8 bytes from its beginning.
public struct SourceRange: Sendable {
  public let source: Source
  // 32 bits are enough for any text that is read, and keep the nodes of a tree small.
  private let lower: UInt32
  private let upper: UInt32

  public var lowerBound: Int { Int(lower) }
  public var upperBound: Int { Int(upper) }

  public init(source: Source, lowerBound: Int, upperBound: Int) {
    self.source = source
    self.lower = UInt32(clamping: lowerBound)
    self.upper = UInt32(clamping: max(lowerBound, upperBound))
  }

  init(_ source: Source, _ offsets: Range<Int>) {
    self.init(source: source, lowerBound: offsets.lowerBound, upperBound: offsets.upperBound)
  }

  /// The place of the first character.
  public var location: Location { source.location(of: lowerBound) }

  /// The place right after the last character.
  public var endLocation: Location { source.location(of: upperBound) }

  /// The stretch as it stands in the source.
  public var text: String {
    let end = min(upperBound, source.utf8.count)
    return String(decoding: source.utf8[min(lowerBound, end)..<end], as: UTF8.self)
  }
}

extension SourceRange: Equatable {
  /// Ranges are equal if they are the same stretch of the very same source.
  public static func == (left: SourceRange, right: SourceRange) -> Bool {
    left.source === right.source && left.lower == right.lower && left.upper == right.upper
  }
}

extension SourceRange: CustomStringConvertible {
  /// The place as diagnostics show it: `specs/todo.yaml:24:37`.
  public var description: String { "\(source.name):\(location)" }
}

/// A position in a text: a line and a column in Unicode scalars, both from zero.
public struct Location: Hashable, Sendable {
  public let line: Int
  public let column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension Location: CustomStringConvertible {
  /// The line and column from one, as editors show them: `24:37`.
  public var description: String { "\(line + 1):\(column + 1)" }
}

extension Location: Comparable {
  public static func < (left: Location, right: Location) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

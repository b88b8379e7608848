/// Something that is wrong with an expression.
public struct Issue: Sendable, Equatable {
  public enum Kind: Sendable {
    case syntax, undeclaredName, unknownField, noMatchingOverload, typeMismatch
  }

  public var kind: Kind
  public var message: String
  /// The part of the expression that is wrong, in UTF-8 bytes of its text.
  public var range: Range<Int>
  public var help: String?

  public init(_ kind: Kind, _ message: String, _ range: Range<Int>, help: String? = nil) {
    self.kind = kind
    self.message = message
    self.range = range
    self.help = help
  }
}

/// All that is wrong with an expression, in the order of its text.
public struct Issues: Error, Sendable, Equatable {
  public var items: [Issue]

  public init(items: [Issue]) {
    self.items = items
  }
}

/// Something that is wrong with an expression.
public struct Issue: Sendable {
  public enum Kind: Sendable {
    case syntax, undeclaredName, unknownField, noMatchingOverload, typeMismatch
  }
  public var kind: Kind
  public var message: String
  /// The part of the expression that is wrong, in UTF-8 bytes of its text.
  public var range: Range<Int>
  public var help: String?
}

/// All that is wrong with an expression, in the order of its text.
public struct Issues: Error, Sendable { public var items: [Issue] }

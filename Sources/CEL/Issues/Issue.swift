/// A diagnostic for an expression.
public struct Issue: Sendable, Equatable {
  /// The kinds that a host distinguishes, for instance by codes of its own.
  public enum Kind: Sendable {
    case syntax, undeclaredName, unknownField, unknownCase, noMatchingOverload, typeMismatch
  }

  /// The kind of mistake.
  public var kind: Kind
  /// The message: lower case, names in single quotes, no full stop.
  public var message: String
  /// The part of the expression that is wrong, in UTF-8 bytes of its text.
  public var range: Range<Int>
  /// A suggestion for a correction, if there is one.
  public var help: String?
  /// The text that was probably meant in place of the wrong part.
  package var replacement: String?
  /// The name of the function of the host that the issue is about.
  package var definition: String?

  package init(
    _ kind: Kind, _ message: String, _ range: Range<Int>, help: String? = nil,
    definition: String
  ) {
    self.init(kind, message, range, help: help)
    self.definition = definition
  }

  /// Creates an issue for a part of the text.
  public init(_ kind: Kind, _ message: String, _ range: Range<Int>, help: String? = nil) {
    self.kind = kind
    self.message = message.abridged
    self.range = range
    self.help = help
  }
}

/// All issues of an expression, in the order of its text.
public struct Issues: Error, Sendable, Equatable {
  /// The issues; at least one.
  public var items: [Issue]

  /// - Parameter items: In the order of the text.
  public init(items: [Issue]) {
    self.items = items
  }
}

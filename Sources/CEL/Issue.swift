/// Something that is wrong with an expression.
public struct Issue: Sendable, Equatable {
  /// What a host tells apart, for instance by codes of its own.
  public enum Kind: Sendable {
    case syntax, undeclaredName, unknownField, noMatchingOverload, typeMismatch
  }

  /// The sort of mistake it is.
  public var kind: Kind
  /// The fact, lower case, names in single quotes, no full stop.
  public var message: String
  /// The part of the expression that is wrong, in UTF-8 bytes of its text.
  public var range: Range<Int>
  /// What would mend it, where that can be said.
  public var help: String?

  /// An issue of a part of the text.
  public init(_ kind: Kind, _ message: String, _ range: Range<Int>, help: String? = nil) {
    self.kind = kind
    self.message = message.abridged
    self.range = range
    self.help = help
  }
}

/// All that is wrong with an expression, in the order of its text.
public struct Issues: Error, Sendable, Equatable {
  /// One at least.
  public var items: [Issue]

  /// - Parameter items: In the order of the text.
  public init(items: [Issue]) {
    self.items = items
  }
}

extension String {
  /// The text for a message, where names and types from an expression may be of any length: what
  /// is too long for one is left out in its middle.
  var abridged: String {
    guard utf8.count > 400 else { return self }
    return String(unicodeScalars.prefix(120)) + "…" + String(unicodeScalars.suffix(80))
  }
}

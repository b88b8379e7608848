/// A tree of values without source ranges, to be written.
public enum Draft: Sendable {
  /// The key of an entry.
  public enum Key: Sendable, ExpressibleByStringLiteral {
    /// A text, written so that it is parsed as a string.
    case text(String)
    /// A number or a boolean, written as it is; any other text is quoted.
    case plain(String)

    public init(stringLiteral text: String) { self = .text(text) }

    /// The text that the key is parsed to.
    public var text: String {
      switch self {
      case .text(let text), .plain(let text): text
      }
    }
  }

  /// A number, a boolean or `null`, written as it is; any other text is quoted.
  case plain(String)
  /// A string, written so that it is parsed as a string.
  case text(String)
  case sequence([Draft])
  case mapping([(key: Key, value: Draft)])
}

extension Draft.Key {
  /// True if the key is parsed as a string; false if it is a number or a boolean.
  package var isText: Bool { if case .text = self { true } else { false } }
}

/// A tree of values without source ranges, to be written.
public enum Draft: Sendable {
  /// A number, a boolean or `null`, written as it is; any other text is quoted.
  case plain(String)
  /// A string, written so that it is parsed as a string.
  case text(String)
  case sequence([Draft])
  case mapping([(key: String, value: Draft)])
}

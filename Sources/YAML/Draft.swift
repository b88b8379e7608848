/// A tree to be written: values without places.
public enum Draft: Sendable {
  /// A number, a boolean or `null`, written as it stands; a text that is neither is quoted.
  case plain(String)
  /// A string, written so that it is read back as a string.
  case text(String)
  case sequence([Draft])
  case mapping([(key: String, value: Draft)])
}

import SuasProgram

extension YAMLPitfall {
  /// The explanation of the misreading for the author.
  var reason: String {
    switch self {
    case .tag: "YAML takes a word that begins with '!' for a tag"
    case .anchor: "YAML takes a word that begins with '&' for an anchor"
    case .alias: "YAML takes a word that begins with '*' for an alias"
    case .block: "YAML takes '>' and '|' for the beginning of a block of lines"
    case .comment: "YAML takes what follows '#' for a comment"
    case .quote: "YAML ends the value with the closing quote"
    case .brackets: "YAML takes '[' and '{' for a list or mapping of its own"
    case .reserved: "YAML lets no text begin with '@', '%' or '`'"
    case .key: "YAML takes what stands before ': ' for a key"
    case .flow: "inside { } and [ ] YAML ends a text at ',' and at brackets"
    }
  }

  static let ownQuotes = "the quotes are YAML's; a text of CEL keeps its own inside ${ }"
}

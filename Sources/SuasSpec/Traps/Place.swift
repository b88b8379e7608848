/// What the language lets stand under a key, as far as the key alone tells.
enum Place {
  /// CEL as it is, or inside one `${ }`; paths too.
  case expression
  /// YAML, in which `${ }` marks CEL.
  case value
  /// A name that an author gave: of a field, an invariant, a `let`.
  case named

  private static let expressions: Set<String> = [
    "by", "descending", "filter", "for-each", "from", "if", "index", "that", "to", "unless",
    "values", "when", "where",
  ]

  private static let valueKeys: Set<String> = [
    "body", "default", "description", "fail", "initial", "message", "name", "note", "scenario",
    "skip", "url", "value", "xfail",
  ]

  init(key: String) {
    let mappings: Set<String> = ["let", "fail"]
    if Self.valueKeys.contains(key) {
      self = .value
    } else if Self.expressions.contains(key)
      || verbs.contains(where: { $0.keyword == key && !mappings.contains(key) })
    {
      self = .expression
    } else {
      self = .named
    }
  }
}

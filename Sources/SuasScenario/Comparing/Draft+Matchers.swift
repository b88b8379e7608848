import YAML

extension Draft {
  /// A matcher for any value.
  static let anyValue = always(.any)
  /// A matcher for no value at all.
  static let absent = always(.absent)

  private static func always(_ matcher: MatcherKeyword) -> Draft {
    .mapping([(key: .text(matcher.rawValue), value: .plain("true"))])
  }
}

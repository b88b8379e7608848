/// What other languages call something that CEL has under another name.
enum FamiliarNames {
  static let functions = [
    "toUpperCase": "upperAscii", "uppercased": "upperAscii", "uppercase": "upperAscii",
    "toLowerCase": "lowerAscii", "lowercased": "lowerAscii", "lowercase": "lowerAscii",
    "length": "size", "len": "size", "count": "size", "includes": "contains",
    "hasPrefix": "startsWith", "hasSuffix": "endsWith", "strip": "trim", "trimmed": "trim",
    "sorted": "sort", "reversed": "reverse",
  ]

  /// The calls that take the place of properties.
  static let properties = ["length": "size()", "count": "size()", "size": "size()"]
}

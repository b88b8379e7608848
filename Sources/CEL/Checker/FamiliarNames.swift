/// Names that other languages have for functions of CEL.
enum FamiliarNames {
  /// CEL's functions, by the names that other languages have for them.
  static let functions = [
    "toUpperCase": "upperAscii", "uppercased": "upperAscii", "uppercase": "upperAscii",
    "toLowerCase": "lowerAscii", "lowercased": "lowerAscii", "lowercase": "lowerAscii",
    "length": "size", "len": "size", "count": "size", "includes": "contains",
    "hasPrefix": "startsWith", "hasSuffix": "endsWith", "strip": "trim", "trimmed": "trim",
    "sorted": "sort", "reversed": "reverse",
  ]

  /// The calls to write in place of properties, by the properties' names.
  static let properties = ["length": "size()", "count": "size()", "size": "size()"]
}

/// Names that other languages have for functions of CEL.
enum FamiliarNames {
  /// CEL's functions, by the names that other languages have for them.
  static let functions = [
    "toUpperCase": "upperAscii", "uppercased": "upperAscii", "uppercase": "upperAscii",
    "toLowerCase": "lowerAscii", "lowercased": "lowerAscii", "lowercase": "lowerAscii",
    "length": "size", "len": "size", "count": "size", "includes": "contains",
    "hasPrefix": "startsWith", "hasSuffix": "endsWith", "strip": "trim", "trimmed": "trim",
    "sorted": "sort", "reversed": "reverse", "any": "exists", "some": "exists", "every": "all",
    "abs": "math.abs", "ceil": "math.ceil", "floor": "math.floor", "round": "math.round",
    "toString": "string", "str": "string", "toInt": "int", "toDouble": "double", "float": "double",
    "unique": "distinct",
  ]

  /// The expressions to write in place of functions and properties of other languages that CEL does not have.
  static let expressions = [
    "isEmpty": "size(x) == 0", "isNotEmpty": "size(x) > 0", "isBlank": "size(x.trim()) == 0",
    "format": "a text with ${x} in it", "find": "xs.filter(x, condition).first()",
    "findIndex": "xs.map(x, key).indexOf(y)", "containsKey": "key in map", "has": "key in map",
    "keys": "map.map(key, key)", "values": "map.map(key, map[key])",
    "entries": "map.map(key, map[key])", "get": "map[?key]",
    "getOrDefault": "map[?key].orValue(x)", "getOrElse": "map[?key].orValue(x)",
    "unwrap": "x.value()", "unwrapOr": "x.orValue(y)", "take": "xs.slice(0, n)",
    "drop": "xs.slice(n, size(xs))", "push": "xs + [x]", "concat": "xs + ys",
    "reduce": "xs.fold(result, x, start, next)", "flatMap": "xs.map(x, ys).flatten()",
    "parseInt": "int(x)", "parseFloat": "double(x)",
  ]

  /// The expression to write in place of a function.
  ///
  /// - Parameter count: The number of arguments after the value that it is called on.
  static func expression(_ name: String, _ count: Int) -> String? {
    if name == "count", count > 0 { return "xs.filter(x, condition).size()" }
    return expressions[name]
  }
}

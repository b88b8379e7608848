import CEL
import SuasProgram

extension KotlinExpressions {
  /// The functions of the library that are operators of Kotlin, for operands that cannot overflow.
  private static let operators: [String: (sign: String, strength: Strength)] = [
    "add_double": ("+", .sum), "subtract_double": ("-", .sum), "multiply_double": ("*", .product),
    "divide_double": ("/", .product), "add_string": ("+", .sum),
  ]

  /// The functions of the library that are functions of the runtime with the same arguments.
  private static let functions: [String: String] = [
    "add_int64": "add", "subtract_int64": "subtract", "multiply_int64": "multiply",
    "divide_int64": "divide", "modulo_int64": "remainder", "negate_int64": "negate",
    "add_uint64": "add", "subtract_uint64": "subtract", "multiply_uint64": "multiply",
    "divide_uint64": "divide", "modulo_uint64": "remainder",
    "add_duration_duration": "add", "subtract_duration_duration": "subtract",
    "add_timestamp_duration": "add", "subtract_timestamp_duration": "subtract",
    "subtract_timestamp_timestamp": "subtract",
    "size_string": "codePoints", "member_size_string": "codePoints",
    "matches": "matches", "matches_string": "matches",
    "string_char_at_int": "characterAt", "string_index_of_string": "indexOf",
    "string_index_of_string_int": "indexOf", "string_last_index_of_string": "lastIndexOf",
    "string_last_index_of_string_int": "lastIndexOf", "list_join": "joined",
    "list_join_string": "joined", "string_lower_ascii": "lowerAscii",
    "string_upper_ascii": "upperAscii", "strings_quote": "quote",
    "string_replace_string_string": "replace", "string_replace_string_string_int": "replace",
    "string_split_string": "split", "string_split_string_int": "split",
    "string_substring_int": "substring", "string_substring_int_int": "substring",
    "string_trim": "trimmed", "string_reverse": "reversed", "string_format": "format",
    "double_to_int64": "toInt", "uint64_to_int64": "toInt", "string_to_int64": "toInt",
    "double_to_uint64": "toUnsigned", "int64_to_uint64": "toUnsigned",
    "string_to_uint64": "toUnsigned", "string_to_double": "toDouble", "string_to_bool": "toBool",
    "double_to_string": "numberText", "timestamp_to_string": "timestampText",
    "duration_to_string": "durationText", "bytes_to_string": "text", "string_to_bytes": "bytes",
    "string_to_timestamp": "timestamp", "int64_to_timestamp": "timestamp",
    "string_to_duration": "duration", "duration_to_int64": "nanoseconds",
    "math_abs_int": "absolute", "math_sign_double": "sign", "math_round_double": "rounded",
    "math_trunc_double": "truncated", "math_ceil_double": "Math.ceil",
    "math_floor_double": "Math.floor", "math_sqrt_double": "Math.sqrt",
    "math_bitShift_left_int_int": "shiftLeft", "math_bitShift_right_int_int": "shiftRight",
    "lists_range": "range", "list_flatten": "flattened",
    "list_flatten_int": "flattened", "list_distinct": "distinct",
    "list_first": "firstOf", "list_last": "lastOf", "list_int_sum_int": "sum",
    "list_double_sum_double": "sumOfDoubles",
    "list_duration_sum_duration": "sumOfDurations",
    "list_sets_contains_list": "containsAll", "list_sets_intersects_list": "intersects",
    "base64_encode_bytes": "encodeBase64", "base64_decode_string": "decodeBase64",
    "type": "typeOf", "add_bytes": "add", "string_to_ip": "IPAddress.parse",
    "is_ip": "IPAddress.isAddress", "ip_is_canonical": "IPAddress.isCanonical",
    "string_to_cidr": "Cidr.parse", "is_cidr": "Cidr.isNetwork",
    "list_uint_sum_uint": "sumOfUnsigned",
    "optional_of": "Optional.of", "optional_ofNonZeroValue": "Optional.ofNonZero",
    "optional_none": "Optional.none", "optional_unwrap": "unwrapped",
    "optional_unwrapOpt": "unwrapped",
  ]

  /// The functions of the library that are members of the first argument.
  private static let members: [String: String] = [
    "size_list": "size.toLong()", "member_size_list": "size.toLong()",
    "size_map": "size.toLong()", "member_size_map": "size.toLong()",
    "int64_to_string": "toString()", "bool_to_string": "toString()",
    "uint64_to_string": "toString()", "int64_to_double": "toDouble()",
    "uint64_to_double": "toDouble()", "timestamp_to_int64": "epochSecond",
    "list_reverse": "inReverse()", "optional_value": "value", "optional_hasValue": "hasValue",
    "math_abs_double": "let(Math::abs)", "math_isNaN_double": "isNaN()",
    "math_isInf_double": "isInfinite()", "math_isFinite_double": "isFinite()",
    "math_bitNot_int_int": "inv()", "ip_family": "family", "cidr_ip": "address",
    "ip_isUnspecified": "isUnspecified", "ip_isLoopback": "isLoopback",
    "ip_isLinkLocalMulticast": "isLinkLocalMulticast",
    "ip_isLinkLocalUnicast": "isLinkLocalUnicast", "ip_isGlobalUnicast": "isGlobalUnicast",
    "cidr_prefix_length": "prefixLength", "cidr_masked": "masked", "ip_to_string": "toString()",
    "cidr_to_string": "toString()",
  ]

  /// The functions of the library that are methods of the first argument with the others.
  private static let methods: [String: String] = [
    "contains_string": "contains", "starts_with_string": "startsWith",
    "ends_with_string": "endsWith", "add_list": "appendingAll", "list_slice": "part",
    "math_bit_and_int_int": "and", "math_bit_or_int_int": "or", "math_bit_xor_int_int": "xor",
    "cidr_contains_ip_ip": "contains", "cidr_contains_cidr": "contains",
  ]

  /// The functions of patterns; the pattern is the second argument.
  private static let patterns: [String: String] = [
    "regex_replace_string_string_string": "replace",
    "regex_replace_string_string_string_int": "replace",
    "regex_extract_string_string": "extract", "regex_extractAll_string_string": "extractAll",
  ]

  func call(
    _ overload: Overload, _ name: String, _ arguments: [Code]
  ) throws(NotGenerated) -> (String, Strength) {
    let id = overload.id
    if let form = Self.operators[id] {
      let left = try text(arguments[0], form.strength)
      let right = try text(
        arguments[1], Strength(rawValue: form.strength.rawValue + 1) ?? .postfix)
      return ("\(left) \(form.sign) \(right)", form.strength)
    }
    if let function = Self.functions[id] {
      return ("\(function)(\(try list(arguments)))", .postfix)
    }
    if let member = Self.members[id] {
      return ("\(try text(arguments[0], .postfix)).\(member)", .postfix)
    }
    if let method = Self.methods[id] {
      let rest = try list(Array(arguments.dropFirst()))
      return ("\(try text(arguments[0], .postfix)).\(method)(\(rest))", .postfix)
    }
    if let method = Self.patterns[id] {
      let rest = try list([arguments[0]] + arguments.dropFirst(2))
      return ("pattern(\(try text(arguments[1]))).\(method)(\(rest))", .postfix)
    }
    if let sign = Self.comparison(id) { return try comparison(sign, arguments) }
    return try otherCall(overload, name, arguments)
  }

  private func otherCall(
    _ overload: Overload, _ name: String, _ arguments: [Code]
  ) throws(NotGenerated) -> (String, Strength) {
    let id = overload.id
    switch id {
    case "logical_not": return ("!\(try text(arguments[0], .prefix))", .prefix)
    case "negate_double": return ("-\(try text(arguments[0], .postfix))", .prefix)
    case "add_duration_timestamp": return ("add(\(try list(arguments.reversed())))", .postfix)
    case "cidr_contains_ip_string", "cidr_contains_cidr_string":
      let type = id == "cidr_contains_ip_string" ? "IPAddress" : "Cidr"
      return (
        "\(try text(arguments[0], .postfix)).contains(\(type).parse(\(try text(arguments[1]))))",
        .postfix
      )
    case "math_sqrt_int", "math_sqrt_uint":
      return ("Math.sqrt(\(try text(arguments[0], .postfix)).toDouble())", .postfix)
    case "string_to_string", "int64_to_int64", "double_to_double", "bool_to_bool",
      "uint64_to_uint64", "bytes_to_bytes", "timestamp_to_timestamp", "duration_to_duration",
      "math_abs_uint", "to_dyn":
      return (try text(arguments[0], .postfix), .postfix)
    case "int64_to_duration":
      return ("Duration.ofNanos(\(try text(arguments[0])))", .postfix)
    case "math_sign_int":
      return ("java.lang.Long.signum(\(try text(arguments[0]))).toLong()", .postfix)
    case "in_list", "list_a_index_of_int", "list_a_last_index_of_int":
      return try membership(id, arguments)
    case "in_map":
      return (
        "\(try text(arguments[1], .postfix)).containsKey(\(try text(arguments[0])))", .postfix
      )
    case "nullable_orValue_value":
      // The compiler would warn of its own operator where a test has shown that there is a value.
      return ("\(try text(arguments[0], .postfix)).orElse { \(try text(arguments[1])) }", .postfix)
    case "optional_orValue_value":
      return ("\(try text(arguments[0], .postfix)).orValue { \(try text(arguments[1])) }", .postfix)
    case "optional_or_optional":
      return ("\(try text(arguments[0], .postfix)).or { \(try text(arguments[1])) }", .postfix)
    case "list_sets_equivalent_list":
      let (one, other) = (try text(arguments[0]), try text(arguments[1]))
      return ("containsAll(\(one), \(other)) && containsAll(\(other), \(one))", .and)
    default: break
    }
    if id.hasPrefix("timestamp_get") || id.hasPrefix("duration_get") {
      return (try part(name, arguments), .postfix)
    }
    if id.hasPrefix("math_@"), arguments.count == 2, arguments[0].type == arguments[1].type,
      arguments[0].type == .int
    {
      return ("\(id.hasPrefix("math_@max") ? "maxOf" : "minOf")(\(try list(arguments)))", .postfix)
    }
    if id.hasPrefix("math_@"), arguments.count <= 2 {
      return (try extreme(id, arguments), .postfix)
    }
    if id.hasPrefix("list_") {
      let list = try text(arguments[0])
      if id.hasSuffix("_sort") { return ("sorted(\(list))", .postfix) }
      if id.hasSuffix("_is_sorted_bool") { return ("isSorted(\(list))", .postfix) }
      if id.contains("_min_") { return ("least(\(list))", .postfix) }
      if id.contains("_max_") { return ("greatest(\(list))", .postfix) }
    }
    // What is rare is found by the values, as where their types are not known.
    let list = [KotlinNames.literal(name), try list(arguments)].joined(separator: ", ")
    let type = names.type(ValueType(overload.result))
    return ("known<\(type)>(callFunction(\(list)))", .postfix)
  }

  /// The greatest or least of numbers of any types.
  private func extreme(_ id: String, _ arguments: [Code]) throws(NotGenerated) -> String {
    let name = id.hasPrefix("math_@max") ? "greatest" : "least"
    var type = arguments[0].type
    var call = "\(name)Of(\(try list(arguments)))"
    if case .list(let element) = type {
      (type, call) = (element, "\(name)In(\(try text(arguments[0])))")
    } else if arguments.count == 1 {
      return try text(arguments[0], .postfix)
    }
    let isKnown = arguments.count == 1 || arguments[1].type == type
    return isKnown && type != .any ? "known<\(names.type(type))>(\(call))" : call
  }

  /// A part of a time: `getFullYear` is `TimePart.FULL_YEAR`.
  private func part(_ name: String, _ arguments: [Code]) throws(NotGenerated) -> String {
    "TimePart.\(KotlinNames.enumCase(String(name.dropFirst(3)))).of(\(try list(arguments)))"
  }

  private func membership(
    _ id: String, _ arguments: [Code]
  ) throws(NotGenerated) -> (String, Strength) {
    let isIn = id == "in_list"
    let (item, collection) = isIn ? (arguments[0], arguments[1]) : (arguments[1], arguments[0])
    guard isIn, names.program.isPlainlyEqual(item.type) else {
      let function = isIn ? "contains" : id == "list_a_index_of_int" ? "indexOf" : "lastIndexOf"
      return ("\(function)(\(try text(collection)), \(try text(item)))", .postfix)
    }
    return ("\(try text(item, .sum)) in \(try text(collection, .sum))", .comparison)
  }

  /// The sign of a comparison of two values of one type.
  private static func comparison(_ id: String) -> String? {
    let signs = [
      ("less_equals_", "<="), ("greater_equals_", ">="), ("less_", "<"), ("greater_", ">"),
    ]
    return signs.first { id.hasPrefix($0.0) }?.1
  }

  private func comparison(
    _ sign: String, _ arguments: [Code]
  ) throws(NotGenerated) -> (String, Strength) {
    guard arguments[0].type == arguments[1].type else {
      return ("compared(\(KotlinNames.literal(sign)), \(try list(arguments)))", .postfix)
    }
    guard arguments[0].type == .string else {
      return (
        "\(try text(arguments[0], .sum)) \(sign) \(try text(arguments[1], .sum))", .comparison
      )
    }
    return ("compareTexts(\(try list(arguments))) \(sign) 0", .comparison)
  }

  // MARK: Macros

  func comprehension(_ it: Code.Comprehension) throws(NotGenerated) -> (String, Strength) {
    if it.kind == .bind { return (try bound(it), .postfix) }
    if it.kind == .optMap || it.kind == .optFlatMap {
      let name = it.kind == .optMap ? "map" : "flatMap"
      let lambda = try lambda(it.variables.map(KotlinNames.local), it.body)
      return ("\(try text(it.range, .postfix)).\(name) \(lambda)", .postfix)
    }
    var range = try text(it.range, .postfix)
    let variables = it.variables.map(KotlinNames.local)
    switch it.range.type {
    case .map:
      if case .dynamic(.entries) = it.range.kind { break }
      range += variables.count == 2 ? ".entries" : ".keys"
    default: if variables.count == 2, it.kind != .fold { range += ".numbered()" }
    }
    if let filter = it.filter { range += ".filter \(try lambda(variables, filter))" }
    let body = try lambda(variables, it.body)
    switch it.kind {
    case .all: return ("\(range).\(it.body.canFail ? "decides(false)" : "all") \(body)", .postfix)
    case .exists: return ("\(range).\(it.body.canFail ? "decides(true)" : "any") \(body)", .postfix)
    case .existsOne: return ("\(range).count \(body) == 1", .equality)
    case .filter: return ("\(range).filter \(body)", .postfix)
    case .map, .transformList: return ("\(range).map \(body)", .postfix)
    case .sortBy: return ("\(range).sortedByKey \(body)", .postfix)
    case .closure: return ("closure(\(range)) \(body)", .postfix)
    case .fold:
      guard let first = it.start else { throw NotGenerated(at: place) }
      let text = try text(it.body)
      let list = variables.map { text.mentionsName($0) ? $0 : "_" }.joined(separator: ", ")
      let type = names.type(first.type)
      return ("\(range).fold<_, \(type)>(\(try self.text(first))) { \(list) -> \(text) }", .postfix)
    case .transformMap:
      // The lambda gives the value alone; the key is that of the element.
      return ("\(range).transforming \(body)", .postfix)
    case .transformMapEntry: return ("\(range).joining \(body)", .postfix)
    default: throw NotGenerated(at: place)
    }
  }

  private func bound(_ it: Code.Comprehension) throws(NotGenerated) -> String {
    let variables = it.variables.map(KotlinNames.local)
    guard it.range.canFail, let variable = it.variables.first else {
      return "\(try text(it.range, .postfix)).let \(try lambda(variables, it.body))"
    }
    var inner = self
    inner.lazyNames.insert(variable.name)
    return "Bound { \(try text(it.range)) }.let \(try inner.lambda(variables, it.body))"
  }

  /// A lambda that computes a value from an element.
  func lambda(_ variables: [String], _ body: Code) throws(NotGenerated) -> String {
    let value = try text(body, isAlone: true)
    // A variable that the body does not read is not named.
    let used = variables.map { value.mentionsName($0) ? $0 : "_" }
    if used.count == 1 { return used[0] == "_" ? "{ \(value) }" : "{ \(used[0]) -> \(value) }" }
    return "{ (\(used.joined(separator: ", "))) -> \(value) }"
  }
}

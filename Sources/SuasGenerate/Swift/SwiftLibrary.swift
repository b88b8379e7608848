/// The functions of the expression library in Swift, by the ids of their overloads.
enum SwiftLibrary {
  /// The operators of Swift, for operands with which they cannot fail.
  static let operators: [String: (sign: String, strength: SwiftExpressions.Strength)] = [
    "add_double": ("+", .sum), "subtract_double": ("-", .sum), "multiply_double": ("*", .product),
    "divide_double": ("/", .product), "add_string": ("+", .sum), "add_bytes": ("+", .sum),
    "add_list": ("+", .sum),
  ]

  /// The operators of bits, whose operands stand in parentheses with them.
  static let bitOperators: [String: String] = [
    "math_bit_and_int_int": "&", "math_bit_and_uint_uint": "&",
    "math_bit_or_int_int": "|", "math_bit_or_uint_uint": "|",
    "math_bit_xor_int_int": "^", "math_bit_xor_uint_uint": "^",
  ]

  static let prefixes: [String: String] = [
    "logical_not": "!", "negate_double": "-", "math_bitNot_int_int": "~",
    "math_bitNot_uint_uint": "~",
  ]

  /// The functions that return their argument.
  static let identities: Set<String> = [
    "string_to_string", "int64_to_int64", "uint64_to_uint64", "double_to_double", "bool_to_bool",
    "bytes_to_bytes", "timestamp_to_timestamp", "duration_to_duration", "math_abs_uint",
    "math_@max_int", "math_@max_uint", "math_@max_double",
    "math_@min_int", "math_@min_uint", "math_@min_double",
  ]

  /// The calls, in which `#0`, `#1` and so on stand for the arguments.
  static let calls: [String: String] = {
    var calls = arithmetic.merging(conversions) { first, _ in first }
    for rows in [
      texts, patterns, times, lists, listsOfOneType, numbers, optionals, networks,
    ] {
      calls.merge(rows) { first, _ in first }
    }
    return calls
  }()

  private static let arithmetic: [String: String] = {
    var rows = [
      "negate_int64": "#0.negated()",
      "add_duration_duration": "#0.adding(#1)",
      "subtract_duration_duration": "#0.subtracting(#1)",
      "add_timestamp_duration": "#0.adding(#1)", "add_duration_timestamp": "#1.adding(#0)",
      "subtract_timestamp_duration": "#0.subtracting(#1)",
      "subtract_timestamp_timestamp": "#0.since(#1)",
    ]
    for type in ["int64", "uint64"] {
      rows["add_\(type)"] = "#0.adding(#1)"
      rows["subtract_\(type)"] = "#0.subtracting(#1)"
      rows["multiply_\(type)"] = "#0.multiplied(#1)"
      rows["divide_\(type)"] = "#0.divided(#1)"
      rows["modulo_\(type)"] = "#0.remainder(#1)"
    }
    return rows
  }()

  private static let conversions: [String: String] = [
    "uint64_to_int64": "#0.int()", "double_to_int64": "#0.whole()", "string_to_int64": "#0.int()",
    "timestamp_to_int64": "#0.seconds", "duration_to_int64": "#0.nanoseconds",
    "int64_to_uint64": "#0.uint()", "double_to_uint64": "#0.uint()",
    "string_to_uint64": "#0.uint()", "int64_to_double": "Double(#0)",
    "uint64_to_double": "Double(#0)", "string_to_double": "#0.double()",
    "bool_to_string": "#0.description", "int64_to_string": "#0.description",
    "uint64_to_string": "#0.description", "double_to_string": "#0.shortText",
    "bytes_to_string": "#0.text()", "timestamp_to_string": "#0.description",
    "duration_to_string": "#0.description", "ip_to_string": "#0.description",
    "cidr_to_string": "#0.description", "string_to_bool": "#0.bool()",
    "string_to_bytes": "Array(#0.utf8)", "string_to_timestamp": "#0.timestamp()",
    "int64_to_timestamp": "#0.timestamp()", "string_to_duration": "#0.period()",
    "int64_to_duration": "Period(nanoseconds: #0)", "base64_encode_bytes": "#0.base64Text",
    "base64_decode_string": "#0.base64Bytes()",
  ]

  private static let texts: [String: String] = [
    "contains_string": "#0.containsText(#1)", "starts_with_string": "#0.startsWithText(#1)",
    "ends_with_string": "#0.endsWithText(#1)", "size_string": "#0.size",
    "member_size_string": "#0.size", "size_bytes": "#0.size", "member_size_bytes": "#0.size",
    "string_char_at_int": "#0.character(#1)", "string_index_of_string": "#0.position(#1)",
    "string_index_of_string_int": "#0.position(#1, #2)",
    "string_last_index_of_string": "#0.lastPosition(#1)",
    "string_last_index_of_string_int": "#0.lastPosition(#1, #2)",
    "string_lower_ascii": "#0.lowercasedASCII", "string_upper_ascii": "#0.uppercasedASCII",
    "strings_quote": "#0.quoted", "string_replace_string_string": "#0.replacingText(#1, #2)",
    "string_replace_string_string_int": "#0.replacingText(#1, #2, #3)",
    "string_split_string": "#0.parts(#1)", "string_split_string_int": "#0.parts(#1, #2)",
    "string_substring_int": "#0.part(#1)", "string_substring_int_int": "#0.part(#1, #2)",
    "string_trim": "#0.trimmed", "string_reverse": "#0.reversedText",
    "string_format": "#0.filled(#1)",
  ]

  private static let patterns: [String: String] = [
    "matches": "#0.matches(#1)", "matches_string": "#0.matches(#1)",
    "regex_replace_string_string_string": "#0.replacingMatches(#1, #2)",
    "regex_replace_string_string_string_int": "#0.replacingMatches(#1, #2, #3)",
    "regex_extract_string_string": "#0.firstMatch(#1)",
    "regex_extractAll_string_string": "#0.allMatches(#1)",
  ]

  private static let times: [String: String] = {
    let parts = [
      "FullYear": "year", "Month": "monthFromZero", "DayOfYear": "dayOfYear",
      "DayOfMonth": "dayFromZero", "Date": "day", "DayOfWeek": "dayOfWeek", "Hours": "hours",
      "Minutes": "minutes", "Seconds": "secondsOfMinute", "Milliseconds": "milliseconds",
    ]
    var rows = [
      "duration_getHours": "#0.hours", "duration_getMinutes": "#0.minutes",
      "duration_getSeconds": "#0.seconds", "duration_getMilliseconds": "#0.milliseconds",
    ]
    for (part, member) in parts {
      rows["timestamp_get\(part)"] = "#0.\(member)"
      rows["timestamp_get\(part)_with_tz"] = "#0.civilTime(in: #1).\(member)"
    }
    return rows
  }()

  private static let lists: [String: String] = [
    "size_list": "#0.size", "member_size_list": "#0.size", "size_map": "#0.size",
    "member_size_map": "#0.size", "in_list": "#1.holds(#0)", "in_map": "#1.hasKey(#0)",
    "list_a_index_of_int": "#0.firstPosition(#1)",
    "list_a_last_index_of_int": "#0.lastPosition(#1)", "list_slice": "#0.slice(#1, #2)",
    "list_distinct": "#0.distinct()", "list_reverse": "#0.backwards",
    "list_flatten": "#0.flattened()", "list_flatten_int": "#0.flattened(levels: #1)",
    "list_first": "#0.first", "list_last": "#0.last", "list_join": "#0.joinedText(\"\")",
    "list_join_string": "#0.joinedText(#1)", "lists_range": "#0.numbersBelow()",
    "list_sets_contains_list": "#0.holdsAll(#1)",
    "list_sets_equivalent_list": "#0.isSameSet(#1)",
    "list_sets_intersects_list": "#0.holdsAny(#1)",
  ]

  private static let listsOfOneType: [String: String] = {
    var rows: [String: String] = [:]
    for type in ["int", "uint", "double", "duration"] {
      rows["list_\(type)_sum_\(type)"] = "#0.sum()"
    }
    for type in ["int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes"] {
      rows["list_\(type)_min_\(type)"] = "#0.least()"
      rows["list_\(type)_max_\(type)"] = "#0.greatest()"
      rows["list_\(type)_sort"] = "#0.inOrder()"
      rows["list_\(type)_is_sorted_bool"] = "#0.isInOrder"
    }
    return rows
  }()

  /// The calls on lists of whose elements nothing is known, with the types of their results.
  static let dynamicCalls: [String: (form: String, result: ValueType)] = {
    var rows: [String: (String, ValueType)] = [
      "list_join": ("#0.joinedText(\"\")", .string),
      "list_join_string": ("#0.joinedText(#1)", .string),
      "list_flatten": ("#0.flattened(levels: 1)", .list(.any)),
      "list_flatten_int": ("#0.flattened(levels: #1)", .list(.any)),
      "optional_unwrap": ("#0.unwrapped(\"optional.unwrap\")", .list(.any)),
      "optional_unwrapOpt": ("#0.unwrapped(\"unwrapOpt\")", .list(.any)),
    ]
    for (id, form) in listsOfOneType {
      if id.hasSuffix("_sort") {
        rows[id] = (form, .list(.any))
      } else if id.hasSuffix("_is_sorted_bool") {
        rows[id] = ("#0.isInOrderOfAny()", .bool)
      } else {
        rows[id] = (form, .any)
      }
    }
    for (id, form) in numbers where id.contains("_list_") { rows[id] = (form, .any) }
    return rows
  }()

  private static let numbers: [String: String] = {
    var rows = [
      "math_abs_int": "#0.absolute()", "math_abs_double": "#0.magnitude",
      "math_sign_int": "#0.signum()", "math_sign_uint": "#0.signum()",
      "math_sign_double": "#0.sign", "math_sqrt_double": "#0.squareRoot()",
      "math_sqrt_int": "Double(#0).squareRoot()", "math_sqrt_uint": "Double(#0).squareRoot()",
      "math_ceil_double": "#0.rounded(.up)", "math_floor_double": "#0.rounded(.down)",
      "math_round_double": "#0.rounded(.toNearestOrAwayFromZero)",
      "math_trunc_double": "#0.rounded(.towardZero)", "math_isNaN_double": "#0.isNaN",
      "math_isInf_double": "#0.isInfinite", "math_isFinite_double": "#0.isFinite",
    ]
    for type in ["int", "uint", "double"] {
      // Of two zeros of doubles, the first is taken.
      let isWhole = type != "double"
      rows["math_@max_\(type)_\(type)"] = isWhole ? "Swift.max(#0, #1)" : "#0.greater(#1)"
      rows["math_@min_\(type)_\(type)"] = "Swift.min(#0, #1)"
      rows["math_@max_list_\(type)"] = "#0.greatestNumber()"
      rows["math_@min_list_\(type)"] = "#0.leastNumber()"
      guard isWhole else { continue }
      rows["math_bitShift_left_\(type)_int"] = "#0.shiftedLeft(#1)"
      rows["math_bitShift_right_\(type)_int"] = "#0.shiftedRight(#1)"
    }
    return rows
  }()

  private static let optionals: [String: String] = [
    "optional_value": "#0.optionalValue()", "optional_ofNonZeroValue": "#0.nonZero",
    "optional_unwrap": "#0.compactMap(\\.self)", "optional_unwrapOpt": "#0.compactMap(\\.self)",
  ]

  private static let networks: [String: String] = [
    "string_to_ip": "IPAddress(parsing: #0)", "cidr_ip": "#0.address",
    "is_ip": "IPAddress.isValid(#0)", "ip_is_canonical": "IPAddress.isCanonical(#0)",
    "ip_family": "#0.family", "ip_isUnspecified": "#0.isUnspecified",
    "ip_isLoopback": "#0.isLoopback", "ip_isLinkLocalMulticast": "#0.isLinkLocalMulticast",
    "ip_isLinkLocalUnicast": "#0.isLinkLocalUnicast", "ip_isGlobalUnicast": "#0.isGlobalUnicast",
    "string_to_cidr": "CIDR(parsing: #0)", "is_cidr": "CIDR.isValid(#0)",
    "cidr_contains_ip_ip": "#0.contains(#1)",
    "cidr_contains_ip_string": "#0.contains(IPAddress(parsing: #1))",
    "cidr_contains_cidr": "#0.contains(#1)",
    "cidr_contains_cidr_string": "#0.contains(CIDR(parsing: #1))", "cidr_masked": "#0.masked",
    "cidr_prefix_length": "#0.prefixLength",
  ]
}

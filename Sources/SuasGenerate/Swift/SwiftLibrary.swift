/// The functions of the expression library in Swift, by the ids of their overloads.
enum SwiftLibrary {
  /// The forms of all overloads except equality and elements, which are no calls in generated code.
  static let forms = table([
    arithmetic, comparisons, conversions, texts, patterns, times, lists, listsOfOneType, numbers,
    extremes, bits, optionals, networks,
  ])

  /// The forms of calls on lists with elements of unknown types, with the types of their results.
  static let dynamicForms: [String: (form: SwiftForm, result: ValueType)] = {
    var rows: [String: (SwiftForm, ValueType)] = [
      "list_join": (.method("joinedText", in: dynamicLists, ["\"\""]), .string),
      "list_join_string": (.method("joinedText", in: dynamicLists), .string),
      "list_flatten": (
        .method("flattened", in: dynamicLists, [.init("levels", .constant("1"))]), .list(.any)
      ),
      "list_flatten_int": (
        .method("flattened", in: dynamicLists, [.init("levels", .argument(1))]), .list(.any)
      ),
      "optional_unwrap": (
        .method("unwrapped", in: dynamicLists, ["\"optional.unwrap\""]), .list(.any)
      ),
      "optional_unwrapOpt": (
        .method("unwrapped", in: dynamicLists, ["\"unwrapOpt\""]), .list(.any)
      ),
    ]
    for type in ["int", "uint", "double", "duration"] {
      rows["list_\(type)_sum_\(type)"] = (.method("sum", in: dynamicLists), .any)
    }
    for type in orderedTypes {
      rows["list_\(type)_min_\(type)"] = (.method("least", in: dynamicLists), .any)
      rows["list_\(type)_max_\(type)"] = (.method("greatest", in: dynamicLists), .any)
      rows["list_\(type)_sort"] = (.method("inOrder", in: dynamicLists), .list(.any))
      rows["list_\(type)_is_sorted_bool"] = (.method("isInOrderOfAny", in: dynamicLists), .bool)
    }
    for type in numberTypes {
      rows["math_@max_list_\(type)"] = (.method("greatestNumber", in: dynamicLists), .any)
      rows["math_@min_list_\(type)"] = (.method("leastNumber", in: dynamicLists), .any)
    }
    return rows
  }()

  typealias Rows = [String: SwiftForm]

  private static let dynamicLists = "DynamicLists"
  private static let numberTypes = ["int", "uint", "double"]
  private static let orderedTypes = [
    "int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes",
  ]

  private static func table(_ parts: [Rows]) -> Rows {
    parts.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
  }

  private static let arithmetic: Rows = {
    var rows: Rows = [
      "negate_int64": .method("negated"), "negate_double": .prefix("-", operand: .postfix),
      "add_double": .infix("+", .sum), "subtract_double": .infix("-", .sum),
      "multiply_double": .infix("*", .product), "divide_double": .infix("/", .product),
      "add_string": .infix("+", .sum), "add_bytes": .infix("+", .sum),
      "add_list": .infix("+", .sum),
      "add_duration_duration": .method("adding"),
      "subtract_duration_duration": .method("subtracting"),
      "add_timestamp_duration": .method("adding"),
      "add_duration_timestamp": .method("adding", of: .argument(1)),
      "subtract_timestamp_duration": .method("subtracting"),
      "subtract_timestamp_timestamp": .method("since"),
    ]
    for type in ["int64", "uint64"] {
      rows["add_\(type)"] = .method("adding")
      rows["subtract_\(type)"] = .method("subtracting")
      rows["multiply_\(type)"] = .method("multiplied")
      rows["divide_\(type)"] = .method("divided")
      rows["modulo_\(type)"] = .method("remainder")
    }
    return rows
  }()

  private static let comparisons: Rows = {
    let numbers = ["int64", "uint64", "double"]
    var types = ["bool", "string", "bytes", "timestamp", "duration"] + numbers
    for one in numbers { types += numbers.filter { $0 != one }.map { "\(one)_\($0)" } }
    var rows: Rows = [:]
    for (name, sign) in [
      ("less", "<"), ("less_equals", "<="), ("greater", ">"), ("greater_equals", ">="),
    ] {
      for type in types { rows["\(name)_\(type)"] = .comparison(sign) }
    }
    return rows
  }()

  private static let conversions: Rows = {
    var rows: Rows = [
      "uint64_to_int64": .method("int"), "double_to_int64": .method("whole"),
      "string_to_int64": .method("int"), "timestamp_to_int64": .property("seconds"),
      "duration_to_int64": .property("nanoseconds"),
      "int64_to_uint64": .method("uint", in: "Unsigned"),
      "double_to_uint64": .method("uint", in: "Unsigned"),
      "string_to_uint64": .method("uint", in: "Unsigned"),
      "int64_to_double": .property("double"), "uint64_to_double": .property("double"),
      "string_to_double": .method("double"), "double_to_string": .property("shortText"),
      "bytes_to_string": .method("text"), "string_to_bool": .method("bool"),
      "string_to_bytes": .function(
        "Array", [.init(.property(.argument(0), Symbol("utf8", in: "Bytes")))]),
      "string_to_timestamp": .method("timestamp"), "int64_to_timestamp": .method("timestamp"),
      "string_to_duration": .method("period"),
      "int64_to_duration": .function("Period", "nanoseconds"),
      "base64_encode_bytes": .property("base64Text", in: "Base64"),
      "base64_decode_string": .method("base64Bytes", in: "Base64"), "to_dyn": .dynamic,
      "type": .typeName,
    ]
    for type in ["bool", "int64", "uint64", "timestamp", "duration", "ip", "cidr"] {
      rows["\(type)_to_string"] = .property("description")
    }
    for type in ["int64", "uint64", "double", "string", "bool", "bytes", "timestamp", "duration"] {
      rows["\(type)_to_\(type)"] = .argument(0)
    }
    return rows
  }()

  private static let texts: Rows = [
    "contains_string": .method("containsText"), "starts_with_string": .method("startsWithText"),
    "ends_with_string": .method("endsWithText"), "size_string": .property("size"),
    "member_size_string": .property("size"), "size_bytes": .property("size"),
    "member_size_bytes": .property("size"), "string_char_at_int": .method("character"),
    "string_index_of_string": .method("position"),
    "string_index_of_string_int": .method("position"),
    "string_last_index_of_string": .method("lastPosition"),
    "string_last_index_of_string_int": .method("lastPosition"),
    "string_lower_ascii": .property("lowercasedASCII"),
    "string_upper_ascii": .property("uppercasedASCII"), "strings_quote": .property("quoted"),
    "string_replace_string_string": .method("replacingText"),
    "string_replace_string_string_int": .method("replacingText"),
    "string_split_string": .method("parts"), "string_split_string_int": .method("parts"),
    "string_substring_int": .method("part"), "string_substring_int_int": .method("part"),
    "string_trim": .property("trimmed"), "string_reverse": .property("reversedText"),
    "string_format": .method("filled", in: "Format"),
  ]

  private static let patterns: Rows = [
    "matches": .method("matches", in: "Regex"), "matches_string": .method("matches", in: "Regex"),
    "regex_replace_string_string_string": .method("replacingMatches", in: "Regex"),
    "regex_replace_string_string_string_int": .method("replacingMatches", in: "Regex"),
    "regex_extract_string_string": .method("firstMatch", in: "Regex"),
    "regex_extractAll_string_string": .method("allMatches", in: "Regex"),
  ]

  private static let times: Rows = {
    let parts = [
      "FullYear": "year", "Month": "monthFromZero", "DayOfYear": "dayOfYear",
      "DayOfMonth": "dayFromZero", "Date": "day", "DayOfWeek": "dayOfWeek", "Hours": "hours",
      "Minutes": "minutes", "Seconds": "secondsOfMinute", "Milliseconds": "milliseconds",
    ]
    var rows: Rows = [
      "duration_getHours": .property("hours"), "duration_getMinutes": .property("minutes"),
      "duration_getSeconds": .property("seconds"),
      "duration_getMilliseconds": .property("milliseconds"),
    ]
    let local = SwiftForm.method("civilTime", in: "Zones", [.init("in", .argument(1))])
    for (part, member) in parts {
      rows["timestamp_get\(part)"] = .property(member)
      rows["timestamp_get\(part)_with_tz"] = .property(local, Symbol(member))
    }
    return rows
  }()

  private static let lists: Rows = [
    "size_list": .property("size"), "member_size_list": .property("size"),
    "size_map": .property("size"), "member_size_map": .property("size"),
    "in_list": .method("holds", of: .argument(1), [.init(.argument(0))]),
    "in_map": .method("hasKey", of: .argument(1), [.init(.argument(0))]),
    "list_a_index_of_int": .method("firstPosition"),
    "list_a_last_index_of_int": .method("lastPosition"), "list_slice": .method("slice"),
    "list_distinct": .method("distinct"), "list_reverse": .property("backwards"),
    "list_flatten": .method("flattened"),
    "list_flatten_int": .method(
      "flattened", in: dynamicLists, [.init("levels", .argument(1))]),
    "list_first": .property("first"), "list_last": .property("last"),
    "list_join": .method("joinedText", ["\"\""]), "list_join_string": .method("joinedText"),
    "lists_range": .method("numbersBelow"), "list_sets_contains_list": .method("holdsAll"),
    "list_sets_equivalent_list": .method("isSameSet"),
    "list_sets_intersects_list": .method("holdsAny"),
  ]

  private static let listsOfOneType: Rows = {
    var rows: Rows = [:]
    for type in numberTypes + ["duration"] {
      rows["list_\(type)_sum_\(type)"] = .method("sum")
    }
    for type in orderedTypes {
      rows["list_\(type)_min_\(type)"] = .method("least")
      rows["list_\(type)_max_\(type)"] = .method("greatest")
      rows["list_\(type)_sort"] = .method("inOrder")
      rows["list_\(type)_is_sorted_bool"] = .property("isInOrder")
    }
    return rows
  }()

  private static let numbers: Rows = {
    let double = SwiftForm.property("double")
    return [
      "math_abs_int": .method("absolute"), "math_abs_uint": .argument(0),
      "math_abs_double": .property("magnitude"), "math_sign_int": .method("signum"),
      "math_sign_uint": .method("signum"), "math_sign_double": .property("sign"),
      "math_sqrt_double": .method("squareRoot"),
      "math_sqrt_int": .method("squareRoot", of: double, []),
      "math_sqrt_uint": .method("squareRoot", of: double, []),
      "math_ceil_double": .method("rounded", [".up"]),
      "math_floor_double": .method("rounded", [".down"]),
      "math_round_double": .method("rounded", [".toNearestOrAwayFromZero"]),
      "math_trunc_double": .method("rounded", [".towardZero"]),
      "math_isNaN_double": .property("isNaN"), "math_isInf_double": .property("isInfinite"),
      "math_isFinite_double": .property("isFinite"),
    ]
  }()

  /// The greatest and least of numbers.
  private static let extremes: Rows = {
    let greater = Symbol("greater", in: "DynamicNumbers")
    let lesser = Symbol("lesser", in: "DynamicNumbers")
    var rows: Rows = [:]
    for type in numberTypes {
      rows["math_@max_\(type)"] = .argument(0)
      rows["math_@min_\(type)"] = .argument(0)
      // If both doubles are zeros, the first one is taken.
      rows["math_@max_\(type)_\(type)"] =
        type == "double" ? .method("greater", in: "Math") : .generic("Swift.max")
      rows["math_@min_\(type)_\(type)"] = .generic("Swift.min")
      rows["math_@max_list_\(type)"] = .method("greatestNumber", in: "Math")
      rows["math_@min_list_\(type)"] = .method("leastNumber", in: "Math")
      for other in numberTypes where other != type {
        rows["math_@max_\(type)_\(other)"] = .dynamicMethod(greater)
        rows["math_@min_\(type)_\(other)"] = .dynamicMethod(lesser)
      }
    }
    return rows
  }()

  private static let bits: Rows = {
    var rows: Rows = [:]
    for type in ["int", "uint"] {
      rows["math_bit_and_\(type)_\(type)"] = .bits("&")
      rows["math_bit_or_\(type)_\(type)"] = .bits("|")
      rows["math_bit_xor_\(type)_\(type)"] = .bits("^")
      rows["math_bitNot_\(type)_\(type)"] = .prefix("~", operand: .postfix)
      rows["math_bitShift_left_\(type)_int"] = .method("shiftedLeft", in: "Math")
      rows["math_bitShift_right_\(type)_int"] = .method("shiftedRight", in: "Math")
    }
    return rows
  }()

  private static let optionals: Rows = [
    "optional_value": .method("optionalValue"),
    "optional_ofNonZeroValue": .property("nonZero", in: "Optionals"),
    "optional_unwrap": .method("compactMap", ["\\.self"]),
    "optional_unwrapOpt": .method("compactMap", ["\\.self"]),
    "nullable_orValue_value": .otherwise("or"), "optional_orValue_value": .otherwise("or"),
    "optional_or_optional": .otherwise("otherwise"), "optional_of": .wrapped,
    "optional_none": .none, "optional_hasValue": .hasValue,
  ]

  private static let networks: Rows = {
    let (address, network) = (Symbol("IPAddress", in: "IPAddress"), Symbol("CIDR", in: "CIDR"))
    func parsed(_ symbol: Symbol, _ index: Int) -> SwiftForm {
      .function("\(symbol)", [.init("parsing", .argument(index))])
    }
    return [
      "string_to_ip": parsed(address, 0), "cidr_ip": .property("address"),
      "is_ip": .function("\(address).isValid"),
      "ip_is_canonical": .function("\(address).isCanonical"),
      "ip_family": .property("family"), "ip_isUnspecified": .property("isUnspecified"),
      "ip_isLoopback": .property("isLoopback"),
      "ip_isLinkLocalMulticast": .property("isLinkLocalMulticast"),
      "ip_isLinkLocalUnicast": .property("isLinkLocalUnicast"),
      "ip_isGlobalUnicast": .property("isGlobalUnicast"),
      "string_to_cidr": parsed(network, 0), "is_cidr": .function("\(network).isValid"),
      "cidr_contains_ip_ip": .method("contains"),
      "cidr_contains_ip_string": .method("contains", [.init(parsed(address, 1))]),
      "cidr_contains_cidr": .method("contains"),
      "cidr_contains_cidr_string": .method("contains", [.init(parsed(network, 1))]),
      "cidr_masked": .property("masked"), "cidr_prefix_length": .property("prefixLength"),
    ]
  }()
}

/// The form that a function of the expression library has in Kotlin.
enum KotlinForm: Sendable {
  /// A sign between the arguments.
  case sign(String)
  /// A sign before the argument.
  case prefix(String)
  /// A sign between values of a type that Kotlin compares in the same way; for other types, a
  /// function of the runtime.
  case comparison(String)
  /// A function of the runtime.
  case call(String)
  /// A function of the runtime whose result is known to have the overload's type.
  case known(String)
  /// A function of the runtime, with the arguments in the opposite order.
  case reversed(String)
  /// A function of a class of the runtime.
  case companion(String, String)
  /// A function of a class of Java for times.
  case time(String, String)
  /// A function of Kotlin's or Java's library.
  case library(String)
  /// Such a function of a number as a double.
  case libraryOfDouble(String)
  /// A member of the first argument.
  case member(String)
  /// The first argument as a double.
  case asDouble
  /// A method of the first argument with the others.
  case method(String)
  /// A method that the runtime adds to the class of the first argument.
  case added(String)
  /// A method of the runtime on the class of the first argument, with a lambda for the second
  /// argument.
  case fallback(String)
  /// A method of the pattern that is the second argument.
  case pattern(String)
  /// A part of a time.
  case timePart(String)
  /// A test whether a network contains an address or network, which is read from a text.
  case containing(String)
  /// The argument itself.
  case argument
  case membership
  case containsKey
  case equivalent
  /// The sign of a number: Java's has another type.
  case signum
  /// A function that is chosen by the values when it runs, since it is rare.
  case byValues
}

/// The forms of the expression library in Kotlin.
enum KotlinLibrary {
  /// The forms by the ids of the overloads.
  static let forms: [String: KotlinForm] = Dictionary(
    rows.flatMap { form, ids in
      ids.split(whereSeparator: \.isWhitespace).map { (String($0), form) }
    }, uniquingKeysWith: { first, _ in first })

  /// The forms with the overloads that have them.
  static let rows: [(form: KotlinForm, ids: String)] =
    operators + comparisons + numbers + conversions + texts + times + lists + others

  private static let operators: [(KotlinForm, String)] = [
    (.sign("+"), "add_double add_string"),
    (.sign("-"), "subtract_double"),
    (.sign("*"), "multiply_double"),
    (.sign("/"), "divide_double"),
    (.prefix("-"), "negate_double"),
    (.call("add"), "add_int64 add_uint64 add_bytes add_duration_duration add_timestamp_duration"),
    (.reversed("add"), "add_duration_timestamp"),
    (
      .call("subtract"),
      """
      subtract_int64 subtract_uint64 subtract_duration_duration subtract_timestamp_duration
      subtract_timestamp_timestamp
      """
    ),
    (.call("multiply"), "multiply_int64 multiply_uint64"),
    (.call("divide"), "divide_int64 divide_uint64"),
    (.call("remainder"), "modulo_int64 modulo_uint64"),
    (.call("negate"), "negate_int64"),
    (.added("appendingAll"), "add_list"),
    (.membership, "in_list"),
    (.containsKey, "in_map"),
  ]

  private static let comparisons: [(KotlinForm, String)] = [
    ("<", "less"), ("<=", "less_equals"), (">", "greater"), (">=", "greater_equals"),
  ].map { sign, name in (.comparison(sign), ordered.map { "\(name)_\($0)" }.joined(separator: " "))
  }

  /// The types that are ordered, and those pairs of numbers.
  private static let ordered = [
    "bool", "int64", "uint64", "double", "string", "bytes", "timestamp", "duration",
    "int64_uint64", "int64_double", "uint64_int64", "uint64_double", "double_int64",
    "double_uint64",
  ]

  private static let numbers: [(KotlinForm, String)] = [
    (.call("absolute"), "math_abs_int"),
    (.member("let(Math::abs)"), "math_abs_double"),
    (.argument, "math_abs_uint"),
    (.call("sign"), "math_sign_double"),
    (.signum, "math_sign_int"),
    (.call("rounded"), "math_round_double"),
    (.call("truncated"), "math_trunc_double"),
    (.library("Math.ceil"), "math_ceil_double"),
    (.library("Math.floor"), "math_floor_double"),
    (.library("Math.sqrt"), "math_sqrt_double"),
    (.libraryOfDouble("Math.sqrt"), "math_sqrt_int math_sqrt_uint"),
    (.member("isNaN()"), "math_isNaN_double"),
    (.member("isInfinite()"), "math_isInf_double"),
    (.member("isFinite()"), "math_isFinite_double"),
    (.member("inv()"), "math_bitNot_int_int"),
    (.method("and"), "math_bit_and_int_int"),
    (.method("or"), "math_bit_or_int_int"),
    (.method("xor"), "math_bit_xor_int_int"),
    (.call("shiftLeft"), "math_bitShift_left_int_int"),
    (.call("shiftRight"), "math_bitShift_right_int_int"),
    (
      .byValues,
      """
      math_sign_uint math_bitNot_uint_uint math_bit_and_uint_uint math_bit_or_uint_uint
      math_bit_xor_uint_uint math_bitShift_left_uint_int math_bitShift_right_uint_int
      """
    ),
    (
      .argument,
      "math_@max_int math_@max_uint math_@max_double math_@min_int math_@min_uint math_@min_double"
    ),
    (.library("maxOf"), "math_@max_int_int"),
    (.library("minOf"), "math_@min_int_int"),
    (.known("greatestOf"), "math_@max_uint_uint math_@max_double_double"),
    (.known("leastOf"), "math_@min_uint_uint math_@min_double_double"),
    (
      .call("greatestOf"),
      """
      math_@max_int_uint math_@max_int_double math_@max_uint_int math_@max_uint_double
      math_@max_double_int math_@max_double_uint
      """
    ),
    (
      .call("leastOf"),
      """
      math_@min_int_uint math_@min_int_double math_@min_uint_int math_@min_uint_double
      math_@min_double_int math_@min_double_uint
      """
    ),
    (.known("greatestIn"), "math_@max_list_int math_@max_list_uint math_@max_list_double"),
    (.known("leastIn"), "math_@min_list_int math_@min_list_uint math_@min_list_double"),
  ]

  private static let conversions: [(KotlinForm, String)] = [
    (
      .argument,
      """
      string_to_string int64_to_int64 double_to_double bool_to_bool uint64_to_uint64 bytes_to_bytes
      timestamp_to_timestamp duration_to_duration to_dyn
      """
    ),
    (
      .member("toString()"),
      "int64_to_string bool_to_string uint64_to_string ip_to_string cidr_to_string"
    ),
    (.asDouble, "int64_to_double uint64_to_double"),
    (.member("epochSecond"), "timestamp_to_int64"),
    (.call("toInt"), "double_to_int64 uint64_to_int64 string_to_int64"),
    (.call("toUnsigned"), "double_to_uint64 int64_to_uint64 string_to_uint64"),
    (.call("toDouble"), "string_to_double"),
    (.call("toBool"), "string_to_bool"),
    (.call("numberText"), "double_to_string"),
    (.call("timestampText"), "timestamp_to_string"),
    (.call("durationText"), "duration_to_string"),
    (.call("text"), "bytes_to_string"),
    (.call("bytes"), "string_to_bytes"),
    (.call("timestamp"), "string_to_timestamp int64_to_timestamp"),
    (.call("duration"), "string_to_duration"),
    (.time("Duration", "ofNanos"), "int64_to_duration"),
    (.call("nanoseconds"), "duration_to_int64"),
    (.call("typeOf"), "type"),
    (.call("encodeBase64"), "base64_encode_bytes"),
    (.call("decodeBase64"), "base64_decode_string"),
  ]

  private static let texts: [(KotlinForm, String)] = [
    (.call("codePoints"), "size_string member_size_string"),
    (.byValues, "size_bytes member_size_bytes"),
    (.method("contains"), "contains_string"),
    (.method("startsWith"), "starts_with_string"),
    (.method("endsWith"), "ends_with_string"),
    (.call("matches"), "matches matches_string"),
    (.call("characterAt"), "string_char_at_int"),
    (.call("indexOf"), "string_index_of_string string_index_of_string_int list_a_index_of_int"),
    (
      .call("lastIndexOf"),
      "string_last_index_of_string string_last_index_of_string_int list_a_last_index_of_int"
    ),
    (.call("lowerAscii"), "string_lower_ascii"),
    (.call("upperAscii"), "string_upper_ascii"),
    (.call("quote"), "strings_quote"),
    (.call("replace"), "string_replace_string_string string_replace_string_string_int"),
    (.call("split"), "string_split_string string_split_string_int"),
    (.call("substring"), "string_substring_int string_substring_int_int"),
    (.call("trimmed"), "string_trim"),
    (.call("reversed"), "string_reverse"),
    (.call("format"), "string_format"),
    (
      .pattern("replace"),
      "regex_replace_string_string_string regex_replace_string_string_string_int"
    ),
    (.pattern("extract"), "regex_extract_string_string"),
    (.pattern("extractAll"), "regex_extractAll_string_string"),
  ]

  private static let times: [(KotlinForm, String)] =
    [
      ("FULL_YEAR", "getFullYear"), ("MONTH", "getMonth"), ("DATE", "getDate"),
      ("DAY_OF_MONTH", "getDayOfMonth"), ("DAY_OF_WEEK", "getDayOfWeek"),
      ("DAY_OF_YEAR", "getDayOfYear"), ("HOURS", "getHours"), ("MINUTES", "getMinutes"),
      ("SECONDS", "getSeconds"), ("MILLISECONDS", "getMilliseconds"),
    ].map { part, name in (.timePart(part), "timestamp_\(name) timestamp_\(name)_with_tz") }
    + [
      (.timePart("HOURS"), "duration_getHours"), (.timePart("MINUTES"), "duration_getMinutes"),
      (.timePart("SECONDS"), "duration_getSeconds"),
      (.timePart("MILLISECONDS"), "duration_getMilliseconds"),
    ]

  private static let lists: [(KotlinForm, String)] = [
    (.member("size.toLong()"), "size_list member_size_list size_map member_size_map"),
    (.added("inReverse"), "list_reverse"),
    (.added("part"), "list_slice"),
    (.call("joined"), "list_join list_join_string"),
    (.call("range"), "lists_range"),
    (.call("flattened"), "list_flatten list_flatten_int"),
    (.call("distinct"), "list_distinct"),
    (.call("firstOf"), "list_first"),
    (.call("lastOf"), "list_last"),
    (.call("sum"), "list_int_sum_int"),
    (.call("sumOfUnsigned"), "list_uint_sum_uint"),
    (.call("sumOfDoubles"), "list_double_sum_double"),
    (.call("sumOfDurations"), "list_duration_sum_duration"),
    (.call("containsAll"), "list_sets_contains_list"),
    (.call("intersects"), "list_sets_intersects_list"),
    (.equivalent, "list_sets_equivalent_list"),
    (.call("sorted"), ofElements { "list_\($0)_sort" }),
    (.call("isSorted"), ofElements { "list_\($0)_is_sorted_bool" }),
    (.call("least"), ofElements { "list_\($0)_min_\($0)" }),
    (.call("greatest"), ofElements { "list_\($0)_max_\($0)" }),
  ]

  /// The ids of overloads for lists whose elements are ordered.
  private static func ofElements(_ id: (String) -> String) -> String {
    ["bool", "int", "uint", "double", "string", "bytes", "timestamp", "duration"].map(id)
      .joined(separator: " ")
  }

  private static let others: [(KotlinForm, String)] = [
    (.companion("Optional", "of"), "optional_of"),
    (.companion("Optional", "ofNonZero"), "optional_ofNonZeroValue"),
    (.companion("Optional", "none"), "optional_none"),
    (.call("unwrapped"), "optional_unwrap optional_unwrapOpt"),
    (.member("value"), "optional_value"),
    (.member("hasValue"), "optional_hasValue"),
    (.fallback("orValue"), "optional_orValue_value"),
    (.fallback("or"), "optional_or_optional"),
    // The compiler would warn of its own operator where a test has shown that there is a value.
    (.fallback("orElse"), "nullable_orValue_value"),
    (.companion("IPAddress", "parse"), "string_to_ip"),
    (.companion("IPAddress", "isAddress"), "is_ip"),
    (.companion("IPAddress", "isCanonical"), "ip_is_canonical"),
    (.companion("Cidr", "parse"), "string_to_cidr"),
    (.companion("Cidr", "isNetwork"), "is_cidr"),
    (.member("family"), "ip_family"),
    (.member("isUnspecified"), "ip_isUnspecified"),
    (.member("isLoopback"), "ip_isLoopback"),
    (.member("isLinkLocalMulticast"), "ip_isLinkLocalMulticast"),
    (.member("isLinkLocalUnicast"), "ip_isLinkLocalUnicast"),
    (.member("isGlobalUnicast"), "ip_isGlobalUnicast"),
    (.member("address"), "cidr_ip"),
    (.member("prefixLength"), "cidr_prefix_length"),
    (.member("masked"), "cidr_masked"),
    (.method("contains"), "cidr_contains_ip_ip cidr_contains_cidr"),
    (.containing("IPAddress"), "cidr_contains_ip_string"),
    (.containing("Cidr"), "cidr_contains_cidr_string"),
  ]
}

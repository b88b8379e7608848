/// The forms of the expression library in TypeScript.
enum TypeScriptLibrary {
  /// The forms by the ids of the overloads.
  static let forms: [String: TypeScriptForm] = Dictionary(
    rows.flatMap { form, ids in
      ids.split(whereSeparator: \.isWhitespace).map { (String($0), form) }
    }, uniquingKeysWith: { first, _ in first })

  /// The forms with the overloads that have them.
  static let rows: [(form: TypeScriptForm, ids: String)] =
    operators + comparisons + numbers + conversions + texts + times + lists + others

  private static let operators: [(TypeScriptForm, String)] = [
    (.sign("+"), "add_double add_string"),
    (.sign("-"), "subtract_double"),
    (.sign("*"), "multiply_double"),
    (.sign("/"), "divide_double"),
    (.prefix("-"), "negate_double"),
    (.call("add"), "add_int64"),
    (.call("addUnsigned"), "add_uint64"),
    (.call("concatenated"), "add_bytes"),
    (.method("plus"), "add_duration_duration add_timestamp_duration"),
    (.reversed("plus"), "add_duration_timestamp"),
    (.call("subtract"), "subtract_int64"),
    (.call("subtractUnsigned"), "subtract_uint64"),
    (.method("minus"), "subtract_duration_duration subtract_timestamp_duration"),
    (.method("since"), "subtract_timestamp_timestamp"),
    (.call("multiply"), "multiply_int64"),
    (.call("multiplyUnsigned"), "multiply_uint64"),
    (.call("divide"), "divide_int64"),
    (.call("divideUnsigned"), "divide_uint64"),
    (.call("remainder"), "modulo_int64"),
    (.call("remainderUnsigned"), "modulo_uint64"),
    (.call("negate"), "negate_int64"),
    (.concatenation, "add_list"),
    (.membership, "in_list"),
    (.reversed("has"), "in_map"),
  ]

  private static let comparisons: [(TypeScriptForm, String)] = [
    ("<", "less"), ("<=", "less_equals"), (">", "greater"), (">=", "greater_equals"),
  ].map { sign, name in (.comparison(sign), ordered.map { "\(name)_\($0)" }.joined(separator: " "))
  }

  /// The types that are ordered, and those pairs of numbers.
  private static let ordered = [
    "bool", "int64", "uint64", "double", "string", "bytes", "timestamp", "duration",
    "int64_uint64", "int64_double", "uint64_int64", "uint64_double", "double_int64",
    "double_uint64",
  ]

  private static let numbers: [(TypeScriptForm, String)] = [
    (.call("absolute"), "math_abs_int"),
    (.library("Math.abs"), "math_abs_double"),
    (.argument, "math_abs_uint"),
    (.call("sign"), "math_sign_double"),
    (.call("signOf"), "math_sign_int"),
    (.call("rounded"), "math_round_double"),
    (.library("Math.trunc"), "math_trunc_double"),
    (.library("Math.ceil"), "math_ceil_double"),
    (.library("Math.floor"), "math_floor_double"),
    (.library("Math.sqrt"), "math_sqrt_double"),
    (.call("squareRoot"), "math_sqrt_int"),
    (.library("Number.isNaN"), "math_isNaN_double"),
    (.infinity, "math_isInf_double"),
    (.library("Number.isFinite"), "math_isFinite_double"),
    (.call("bitNot"), "math_bitNot_int_int"),
    (.call("bitAnd"), "math_bit_and_int_int"),
    (.call("bitOr"), "math_bit_or_int_int"),
    (.call("bitXor"), "math_bit_xor_int_int"),
    (.call("shiftLeft"), "math_bitShift_left_int_int"),
    (.call("shiftRight"), "math_bitShift_right_int_int"),
    (
      .byValues,
      """
      math_sign_uint math_sqrt_uint math_bitNot_uint_uint math_bit_and_uint_uint
      math_bit_or_uint_uint math_bit_xor_uint_uint math_bitShift_left_uint_int
      math_bitShift_right_uint_int
      """
    ),
    (
      .argument,
      "math_@max_int math_@max_uint math_@max_double math_@min_int math_@min_uint math_@min_double"
    ),
    (.call("greater"), "math_@max_int_int"),
    (.call("lesser"), "math_@min_int_int"),
    (.known("greatestOf"), "math_@max_uint_uint math_@max_double_double"),
    (.known("leastOf"), "math_@min_uint_uint math_@min_double_double"),
    (
      .boxed("greatestOf"),
      """
      math_@max_int_uint math_@max_int_double math_@max_uint_int math_@max_uint_double
      math_@max_double_int math_@max_double_uint
      """
    ),
    (
      .boxed("leastOf"),
      """
      math_@min_int_uint math_@min_int_double math_@min_uint_int math_@min_uint_double
      math_@min_double_int math_@min_double_uint
      """
    ),
    (.known("greatestIn"), "math_@max_list_int math_@max_list_uint math_@max_list_double"),
    (.known("leastIn"), "math_@min_list_int math_@min_list_uint math_@min_list_double"),
  ]

  private static let conversions: [(TypeScriptForm, String)] = [
    (
      .argument,
      """
      string_to_string int64_to_int64 double_to_double bool_to_bool uint64_to_uint64 bytes_to_bytes
      timestamp_to_timestamp duration_to_duration
      """
    ),
    (.intToDouble, "int64_to_double"),
    (.dynamic, "to_dyn"),
    (.boxed("typeOf"), "type"),
    (
      .library("String"),
      """
      int64_to_string bool_to_string uint64_to_string ip_to_string cidr_to_string
      timestamp_to_string duration_to_string
      """
    ),
    (.byValues, "uint64_to_double"),
    (.call("secondsOf"), "timestamp_to_int64"),
    (.call("truncatedToInt"), "double_to_int64"),
    (.call("intOfUint"), "uint64_to_int64"),
    (.call("parsedInt"), "string_to_int64"),
    (.call("truncatedToUint"), "double_to_uint64"),
    (.call("uintOfInt"), "int64_to_uint64"),
    (.call("parsedUint"), "string_to_uint64"),
    (.call("parsedDouble"), "string_to_double"),
    (.call("parsedBool"), "string_to_bool"),
    (.call("numberText"), "double_to_string"),
    (.call("decoded"), "bytes_to_string"),
    (.call("encoded"), "string_to_bytes"),
    (.companion("Timestamp", "of"), "string_to_timestamp"),
    (.companion("Timestamp", "atSeconds"), "int64_to_timestamp"),
    (.companion("Duration", "of"), "string_to_duration"),
    (.companion("Duration", "ofNanoseconds"), "int64_to_duration"),
    (.method("toInt"), "duration_to_int64"),
    (.call("encodeBase64"), "base64_encode_bytes"),
    (.call("decodeBase64"), "base64_decode_string"),
  ]

  private static let texts: [(TypeScriptForm, String)] = [
    (.call("codePoints"), "size_string member_size_string"),
    (.byValues, "size_bytes member_size_bytes"),
    (.method("includes"), "contains_string"),
    (.method("startsWith"), "starts_with_string"),
    (.method("endsWith"), "ends_with_string"),
    (.call("matches"), "matches matches_string"),
    (.call("characterAt"), "string_char_at_int"),
    (.call("indexOfText"), "string_index_of_string string_index_of_string_int"),
    (.call("indexOf"), "list_a_index_of_int"),
    (.call("lastIndexOfText"), "string_last_index_of_string string_last_index_of_string_int"),
    (.call("lastIndexOf"), "list_a_last_index_of_int"),
    (.call("lowerAscii"), "string_lower_ascii"),
    (.call("upperAscii"), "string_upper_ascii"),
    (.call("quote"), "strings_quote"),
    (.call("replace"), "string_replace_string_string string_replace_string_string_int"),
    (.call("split"), "string_split_string string_split_string_int"),
    (.call("substring"), "string_substring_int string_substring_int_int"),
    (.call("trimmed"), "string_trim"),
    (.call("reversedText"), "string_reverse"),
    (.call("format"), "string_format"),
    (
      .call("replaceMatches"),
      "regex_replace_string_string_string regex_replace_string_string_string_int"
    ),
    (.call("extract"), "regex_extract_string_string"),
    (.call("extractAll"), "regex_extractAll_string_string"),
  ]

  private static let times: [(TypeScriptForm, String)] =
    [
      "FullYear", "Month", "Date", "DayOfMonth", "DayOfWeek", "DayOfYear", "Hours", "Minutes",
      "Seconds", "Milliseconds",
    ].map { part in (.timePart(part), "timestamp_get\(part) timestamp_get\(part)_with_tz") }
    + ["Hours", "Minutes", "Seconds", "Milliseconds"].map { part in
      (.durationPart(part), "duration_get\(part)")
    }

  private static let lists: [(TypeScriptForm, String)] = [
    (.count("length"), "size_list member_size_list"),
    (.count("size"), "size_map member_size_map"),
    (.call("inReverse"), "list_reverse"),
    (.call("slice"), "list_slice"),
    (.call("joined"), "list_join list_join_string"),
    (.call("range"), "lists_range"),
    (.call("flattened"), "list_flatten"),
    (.call("flattenedTo"), "list_flatten_int"),
    (.call("distinct"), "list_distinct"),
    (.call("firstOf"), "list_first"),
    (.call("lastOf"), "list_last"),
    (.call("sum"), "list_int_sum_int"),
    (.call("sumOfUnsigned"), "list_uint_sum_uint"),
    (.call("sumOfDoubles"), "list_double_sum_double"),
    (.call("sumOfDurations"), "list_duration_sum_duration"),
    (.call("containsAll"), "list_sets_contains_list"),
    (.call("intersects"), "list_sets_intersects_list"),
    (.call("equivalent"), "list_sets_equivalent_list"),
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

  private static let others: [(TypeScriptForm, String)] = [
    (.companion("Optional", "of"), "optional_of"),
    (.companion("Optional", "ofNonZero"), "optional_ofNonZeroValue"),
    (.companion("Optional", "none"), "optional_none"),
    (.call("unwrapped"), "optional_unwrap optional_unwrapOpt"),
    (.member("value"), "optional_value"),
    (.member("hasValue"), "optional_hasValue"),
    (.fallback("orValue"), "optional_orValue_value"),
    (.fallback("or"), "optional_or_optional"),
    (.coalescing, "nullable_orValue_value"),
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

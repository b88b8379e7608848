extension Lowering {
  /// True for an overload that has a value for all arguments.
  static func isTotal(_ id: String) -> Bool {
    total.contains(id) || families.contains { id.hasPrefix($0) }
      || id.hasPrefix("timestamp_get") && !id.hasSuffix("_with_tz")
      || extremes.contains(id)
      || id.hasPrefix("list_") && (id.hasSuffix("_sort") || id.hasSuffix("_is_sorted_bool"))
  }

  /// The starts of such ids.
  private static let families = [
    "less_", "greater_", "size_", "member_size_", "list_sets_", "duration_get", "math_sign_",
    "math_sqrt_", "math_bit_", "math_bitNot_",
  ]

  /// The greatest or least of numbers of one type.
  private static let extremes = Set(
    ["int", "uint", "double"].flatMap { type in
      ["max", "min"].flatMap { ["math_@\($0)_\(type)", "math_@\($0)_\(type)_\(type)"] }
    })

  private static let total: Set<String> = [
    "contains_string", "starts_with_string", "ends_with_string", "in_list", "in_map",
    "add_double", "add_string", "add_list", "add_bytes", "subtract_double", "multiply_double",
    "divide_double", "negate_double", "string_lower_ascii", "string_upper_ascii", "string_trim",
    "string_reverse", "strings_quote", "string_index_of_string", "string_last_index_of_string",
    "string_replace_string_string", "string_replace_string_string_int", "string_split_string",
    "string_split_string_int", "list_join", "list_join_string", "list_reverse", "list_distinct",
    "list_flatten", "list_first", "list_last", "list_a_index_of_int", "list_a_last_index_of_int",
    "optional_of", "optional_none", "optional_ofNonZeroValue", "optional_hasValue",
    "optional_or_optional", "optional_orValue_value", "nullable_orValue_value", "optional_unwrap",
    "optional_unwrapOpt", "bool_to_bool", "bool_to_string", "int64_to_string", "int64_to_int64",
    "int64_to_double", "int64_to_duration", "uint64_to_uint64", "uint64_to_double",
    "uint64_to_string", "double_to_string", "double_to_double", "string_to_string",
    "string_to_bytes", "bytes_to_bytes", "timestamp_to_string", "timestamp_to_timestamp",
    "timestamp_to_int64", "duration_to_string", "duration_to_duration", "duration_to_int64",
    "to_dyn", "type", "math_abs_double", "math_abs_uint", "math_ceil_double", "math_floor_double",
    "math_round_double", "math_trunc_double", "math_isNaN_double", "math_isInf_double",
    "math_isFinite_double", "base64_encode_bytes", "is_ip", "ip_family", "ip_to_string",
    "ip_isUnspecified", "ip_isLoopback", "ip_isLinkLocalMulticast", "ip_isLinkLocalUnicast",
    "ip_isGlobalUnicast", "is_cidr",
    "cidr_ip", "cidr_to_string", "cidr_masked", "cidr_prefix_length", "cidr_contains_ip_ip",
    "cidr_contains_cidr",
  ]
}

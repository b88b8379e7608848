extension Lowering {
  /// More overloads that have a value for all arguments.
  static let totalInLibrary: Set<String> = Set(
    [
      "string_replace_string_string_int", "string_split_string_int", "list_sets_contains_list",
      "list_sets_equivalent_list", "list_sets_intersects_list", "lists_range", "math_abs_double",
      "math_sign_int", "math_sign_double", "math_sqrt_double", "math_sqrt_int", "math_ceil_double",
      "math_floor_double", "math_round_double", "math_trunc_double", "math_isNaN_double",
      "math_isInf_double", "math_isFinite_double", "timestamp_to_timestamp",
      "duration_to_duration", "int64_to_duration", "math_bitNot_int_int", "math_bitAnd_int_int",
      "math_bitOr_int_int", "math_bitXor_int_int", "optional_of", "optional_or_optional",
    ] + timeParts.flatMap { ["timestamp_get\($0)", "duration_get\($0)"] })

  private static let timeParts = [
    "FullYear", "Month", "DayOfYear", "DayOfMonth", "Date", "DayOfWeek", "Hours", "Minutes",
    "Seconds", "Milliseconds",
  ]
}

import CEL
import SuasProgram

extension SwiftExpressions {
  /// The operators of the library that are operators of Swift, for operands that cannot overflow.
  private static let operators: [String: (sign: String, strength: Strength)] = [
    "add_double": ("+", .sum), "subtract_double": ("-", .sum), "multiply_double": ("*", .product),
    "divide_double": ("/", .product), "add_string": ("+", .sum), "add_list": ("+", .sum),
  ]

  /// The functions of the library that are methods of the first argument; `?` stands for a list of
  /// the others.
  private static let methods: [String: String] = [
    "add_int64": "adding", "subtract_int64": "subtracting", "multiply_int64": "multiplied",
    "divide_int64": "divided", "modulo_int64": "remainder",
    "add_duration_duration": "adding", "subtract_duration_duration": "subtracting",
    "add_timestamp_duration": "adding", "subtract_timestamp_duration": "subtracting",
    "subtract_timestamp_timestamp": "since",
    "contains_string": "containsText", "starts_with_string": "startsWithText",
    "ends_with_string": "endsWithText",
    "list_slice": "slice", "list_a_index_of_int": "firstPosition",
    "list_a_last_index_of_int": "lastPosition",
    "string_char_at_int": "character", "string_substring_int": "part",
    "string_substring_int_int": "part", "string_index_of_string": "position",
    "string_last_index_of_string": "lastPosition",
    "string_replace_string_string": "replacingText",
    "string_replace_string_string_int": "replacingText", "string_split_string": "parts",
    "string_split_string_int": "parts", "string_index_of_string_int": "position",
    "string_last_index_of_string_int": "lastPosition",
    "list_sets_contains_list": "holdsAll", "list_sets_equivalent_list": "isSameSet",
    "list_sets_intersects_list": "holdsAny",
    "list_join_string": "joinedText", "matches": "matches", "matches_string": "matches",
    "regex_replace_string_string_string": "replacingMatches",
    "regex_replace_string_string_string_int": "replacingMatches",
    "regex_extract_string_string": "firstMatch", "regex_extractAll_string_string": "allMatches",
  ]

  /// The functions of the library that are properties or methods without arguments.
  private static let properties: [String: String] = [
    "size_list": "size", "member_size_list": "size", "size_map": "size", "member_size_map": "size",
    "size_string": "size", "member_size_string": "size",
    "negate_int64": "negated()", "string_lower_ascii": "lowercasedASCII",
    "string_upper_ascii": "uppercasedASCII", "string_trim": "trimmed",
    "string_reverse": "reversedText", "list_distinct": "distinct()",
    "list_reverse": "backwards", "list_flatten": "flattened()", "list_first": "first",
    "list_last": "last", "list_join": "joinedText(\"\")",
    "int64_to_string": "description", "bool_to_string": "description",
    "double_to_string": "shortText", "timestamp_to_string": "description",
    "duration_to_string": "description", "double_to_int64": "whole()",
    "string_to_int64": "int()", "string_to_double": "double()", "string_to_bool": "bool()",
    "timestamp_to_int64": "seconds", "duration_to_int64": "nanoseconds",
    "math_abs_int": "absolute()", "list_int_sum_int": "sum()", "list_double_sum_double": "sum()",
    "list_google.protobuf.Duration_sum_google.protobuf.Duration": "sum()",
    "optional_value": "optionalValue()", "string_to_timestamp": "timestamp()",
    "timestamp_getFullYear": "year", "timestamp_getMonth": "monthFromZero",
    "timestamp_getDayOfYear": "dayOfYear", "timestamp_getDayOfMonth": "dayFromZero",
    "timestamp_getDate": "day", "timestamp_getDayOfWeek": "dayOfWeek",
    "timestamp_getHours": "hours", "timestamp_getMinutes": "minutes",
    "timestamp_getSeconds": "secondsOfMinute", "timestamp_getMilliseconds": "milliseconds",
    "duration_getHours": "hours", "duration_getMinutes": "minutes",
    "duration_getSeconds": "seconds", "duration_getMilliseconds": "milliseconds",
    "strings_quote": "quoted", "lists_range": "numbersBelow", "math_abs_double": "magnitude",
    "math_sign_int": "signum()", "math_sign_double": "sign", "math_sqrt_double": "squareRoot()",
    "math_ceil_double": "rounded(.up)", "math_floor_double": "rounded(.down)",
    "math_round_double": "rounded(.toNearestOrAwayFromZero)",
    "math_trunc_double": "rounded(.towardZero)", "math_isNaN_double": "isNaN",
    "math_isInf_double": "isInfinite", "math_isFinite_double": "isFinite",
    "string_to_duration": "period()",
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
    if let method = Self.methods[id] {
      return (
        "\(try text(arguments[0], .postfix)).\(method)(\(try list(Array(arguments.dropFirst()))))",
        .postfix
      )
    }
    if let property = Self.properties[id] {
      return ("\(try text(arguments[0], .postfix)).\(property)", .postfix)
    }
    switch id {
    case "logical_not": return ("!\(try text(arguments[0], .prefix))", .prefix)
    case "negate_double": return ("-\(try text(arguments[0], .postfix))", .prefix)
    case "int64_to_double": return ("Double(\(try text(arguments[0])))", .postfix)
    case "string_to_string", "int64_to_int64", "double_to_double", "bool_to_bool",
      "timestamp_to_timestamp", "duration_to_duration":
      return (try text(arguments[0], .postfix), .postfix)
    case "in_list":
      return (
        "\(try text(arguments[1], .postfix)).holds(\(try text(arguments[0])))", .postfix
      )
    case "in_map":
      return (
        "\(try text(arguments[1], .postfix)).hasKey(\(try text(arguments[0])))", .postfix
      )
    case "nullable_orValue_value", "optional_orValue_value":
      if arguments[1].canFail {
        return ("\(try text(arguments[0], .postfix)).or(\(try text(arguments[1])))", .postfix)
      }
      return ("(\(try text(arguments[0], .sum)) ?? \(try text(arguments[1], .sum)))", .postfix)
    case "add_duration_timestamp":
      return (
        "\(try text(arguments[1], .postfix)).adding(\(try text(arguments[0])))", .postfix
      )
    case "int64_to_duration": return ("Period(nanoseconds: \(try text(arguments[0])))", .postfix)
    case "math_sqrt_int":
      return ("Double(\(try text(arguments[0]))).squareRoot()", .postfix)
    case "math_bitNot_int_int": return ("~\(try text(arguments[0], .postfix))", .prefix)
    case "optional_of": return (try text(arguments[0], .postfix), .postfix)
    case "optional_or_optional" where !arguments[1].canFail:
      return ("(\(try text(arguments[0], .sum)) ?? \(try text(arguments[1], .sum)))", .postfix)
    case "optional_hasValue": return ("\(try text(arguments[0], .sum)) != nil", .comparison)
    default: break
    }
    if let sign = Self.comparison(id) { return try comparison(sign, arguments) }
    for (name, sign) in [("And", "&"), ("Or", "|"), ("Xor", "^")]
    where id == "math_bit\(name)_int_int" {
      let operands = (try text(arguments[0], .postfix), try text(arguments[1], .postfix))
      return ("(\(operands.0) \(sign) \(operands.1))", .postfix)
    }
    if id.hasPrefix("math_@"), arguments.count == 2 {
      guard arguments[0].type == arguments[1].type, arguments[0].type == .int else {
        throw NotGenerated(.function, name, at: place)
      }
      let function = id.hasPrefix("math_@max") ? "max" : "min"
      return ("Swift.\(function)(\(try list(arguments)))", .postfix)
    }
    if id.hasPrefix("list_") {
      let receiver = try text(arguments[0], .postfix)
      if id.hasSuffix("_sort") { return ("\(receiver).inOrder()", .postfix) }
      if id.contains("_min_") { return ("\(receiver).least()", .postfix) }
      if id.contains("_max_") { return ("\(receiver).greatest()", .postfix) }
    }
    throw NotGenerated(.function, name.hasPrefix("_") ? id : name, at: place)
  }

  /// A call of a function whose overload is the first that takes the values.
  func dynamicCall(
    _ name: String, _ overloads: [Overload], _ arguments: [Code], _ type: ValueType
  ) throws(NotGenerated) -> String {
    if name == "string", arguments.count == 1 {
      return "\(try dynamic(arguments[0])).converted()"
    }
    throw NotGenerated(.function, name, at: place)
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
      throw NotGenerated(.function, "\(sign) of an int and a double", at: place)
    }
    switch arguments[0].type {
    case .int, .double, .timestamp, .duration, .uint:
      var left = try text(arguments[0], .sum)
      // A condition that the compiler decides makes it warn of code that never runs.
      if case (.constant, .constant) = (arguments[0].kind, arguments[1].kind) {
        left = "asWritten(\(left))"
      }
      return ("\(left) \(sign) \(try text(arguments[1], .sum))", .comparison)
    default:
      return (
        "\(try text(arguments[0], .postfix)).order(\(try text(arguments[1]))) \(sign) 0",
        .comparison
      )
    }
  }

  // MARK: Macros

  func comprehension(
    _ it: Code.Comprehension
  ) throws(NotGenerated) -> (String, Strength) {
    var range = try text(it.range, .postfix)
    let variables = it.variables.map(SwiftNames.local)
    if it.kind == .bind {
      let closure = try closure(variables, it.body)
      let value = try text(it.range)
      return ("with(\(value)" + (isInHead ? ", \(closure))" : ") \(closure)"), .postfix)
    }
    switch it.range.type {
    case .map: range += variables.count == 2 ? ".entries" : ".keys"
    default: if variables.count == 2, it.kind != .fold { range += ".numbered" }
    }
    if let filter = it.filter {
      range +=
        ".\(filter.canFail ? "select" : "filter")" + applied(try closure(variables, filter))
    }
    let body = try closure(variables, it.body)
    let canFail = it.body.canFail
    switch it.kind {
    case .all: return ("\(range).\(canFail ? "all" : "allSatisfy")" + applied(body), .postfix)
    case .exists:
      return (
        "\(range)." + (canFail ? "any" + applied(body) : "contains" + applied(body, "where: ")),
        .postfix
      )
    case .existsOne: return ("\(range).one" + applied(body), .postfix)
    case .filter: return ("\(range).\(canFail ? "select" : "filter")" + applied(body), .postfix)
    case .map, .transformList: return ("\(range).map" + applied(body), .postfix)
    case .sortBy: return ("\(range).inOrder" + applied(body), .postfix)
    case .closure: return ("\(range).closure" + applied(body), .postfix)
    case .fold:
      guard let start = it.start else { return (range, .postfix) }
      let first = try text(start, .postfix)
      return ("\(range).fold(\(first)" + (isInHead ? ", \(body))" : ") \(body)"), .postfix)
    default: throw NotGenerated(.function, "\(it.kind)", at: place)
    }
  }

  /// A closure that computes a value from an element.
  func closure(_ variables: [String], _ body: Code) throws(NotGenerated) -> String {
    let value = try trying(body)
    // A variable that the body does not read is not named.
    let used = variables.map { value.mentions($0) ? $0 : "_" }
    let list = used.joined(separator: ", ")
    guard body.canFail else { return "{ \(variables.count > 1 ? "(\(list))" : list) in \(value) }" }
    return "{ (\(list)) throws(Failure) in \(value) }"
  }
}

extension String {
  /// True if a name stands in the text, not as a part of another one.
  func mentions(_ name: String) -> Bool {
    var rest = self[...]
    while let range = rest.firstRange(of: name) {
      let before = rest[..<range.lowerBound].last
      let after = rest[range.upperBound...].first
      let isPart = { (character: Character?) in
        character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
      }
      // After a point stands a member, before a colon in a call the label of an argument.
      let isLabel = after == ":" && !rest[..<range.lowerBound].contains("[")
      if !isPart(before), !isPart(after), before != ".", !isLabel { return true }
      rest = rest[range.upperBound...]
    }
    return false
  }
}

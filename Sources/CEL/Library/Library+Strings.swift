/// The standard functions for texts, and those of the strings extension except `format` (CEL spec,
/// "Standard Definitions"; cel-go, "ext/strings"). Indices count code points.
extension Library {
  static let strings: [Function] = [
    test("contains", "contains_string", doc: "True if the text contains the other.") { a, b in
      a.firstByteOffset(of: b) != nil
    },
    test("startsWith", "starts_with_string", doc: "True if the text begins with the other.") {
      $0.hasPrefixCodePoints($1)
    },
    test("endsWith", "ends_with_string", doc: "True if the text ends with the other.") { a, b in
      a.utf8.count >= b.utf8.count && a.utf8.suffix(b.utf8.count).elementsEqual(b.utf8)
    },
    matches, charAt, indexOf, lastIndexOf, join, lowerAscii, upperAscii, quote, replace, split,
    substring, trim, reverse,
  ]

  private static func test(
    _ name: String, _ id: String, doc: String,
    _ holds: @escaping @Sendable (String, String) -> Bool
  ) -> Function {
    Function(
      name,
      [
        .of(id, isMember: true, doc: doc) { (a: String, b: String, budget) throws(Failure) in
          try budget.spend(bytes: a.utf8.count + b.utf8.count)
          return holds(a, b)
        }
      ])
  }

  private static let matches = Function(
    "matches",
    [true, false].map { isMember in
      .of(
        isMember ? "matches_string" : "matches", isMember: isMember,
        doc: "True if a part of the text matches the regular expression, in RE2's syntax."
      ) { (a: String, b: String, budget) throws(Failure) in
        let pattern = try Pattern(b, &budget)
        return try pattern.matches(a, &budget)
      }
    })

  private static let charAt = Function(
    "charAt",
    [
      .of(
        "string_char_at_int", isMember: true,
        doc: "The code point at an index; empty at the end of the text."
      ) { (a: String, b: Int64, budget) throws(Failure) in
        try budget.spend(bytes: a.utf8.count)
        let scalars = a.unicodeScalars
        guard b >= 0, let start = scalars.position(Int(clamping: b)) else { throw .outOfText(b) }
        return start == scalars.endIndex ? "" : String(scalars[start])
      }
    ])

  private static let indexOf = Function(
    "indexOf",
    [
      .of(
        "string_index_of_string", isMember: true, doc: "The index of the first occurrence, or -1."
      ) { (a: String, b: String, budget) throws(Failure) in
        try a.firstIndex(of: b, from: 0, &budget)
      },
      .of(
        "string_index_of_string_int", isMember: true,
        doc: "The index of the first occurrence at or after an index, or -1."
      ) { (a: String, b: String, c: Int64, budget) throws(Failure) in
        try a.firstIndex(of: b, from: c, &budget)
      },
    ])

  private static let lastIndexOf = Function(
    "lastIndexOf",
    [
      .of(
        "string_last_index_of_string", isMember: true,
        doc: "The index of the last occurrence, or -1."
      ) { (a: String, b: String, budget) throws(Failure) in
        try a.lastIndex(of: b, upTo: nil, &budget)
      },
      .of(
        "string_last_index_of_string_int", isMember: true,
        doc: "The index of the last occurrence at or before an index, or -1."
      ) { (a: String, b: String, c: Int64, budget) throws(Failure) in
        try a.lastIndex(of: b, upTo: c, &budget)
      },
    ])

  private static let join = Function(
    "join",
    [
      .of("list_join", isMember: true, [.list(.string)], doc: "The concatenated texts.") {
        (a: List, budget) throws(Failure) in try a.joined("", &budget)
      },
      .of(
        "list_join_string", isMember: true, [.list(.string), .string],
        doc: "The concatenated texts, with a separator between them."
      ) { (a: List, b: String, budget) throws(Failure) in try a.joined(b, &budget) },
    ])

  private static let lowerAscii = Function(
    "lowerAscii",
    [
      .of(
        "string_lower_ascii", isMember: true,
        doc: "The text with the letters A to Z in lower case."
      ) { (a: String, budget) throws(Failure) in
        try budget.spend(bytes: a.utf8.count)
        return String(
          decoding: a.utf8.map { 0x41...0x5a ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
      }
    ])

  private static let upperAscii = Function(
    "upperAscii",
    [
      .of(
        "string_upper_ascii", isMember: true,
        doc: "The text with the letters a to z in upper case."
      ) { (a: String, budget) throws(Failure) in
        try budget.spend(bytes: a.utf8.count)
        return String(
          decoding: a.utf8.map { 0x61...0x7a ~= $0 ? $0 & 0xdf : $0 }, as: UTF8.self)
      }
    ])

  private static let quote = Function(
    "strings.quote",
    [
      .of("strings_quote", doc: "The text as a string literal.") {
        (a: String, budget) throws(Failure) in
        try budget.spend(bytes: a.utf8.count)
        return a.quoted
      }
    ])

  private static let replace = Function(
    "replace",
    [
      .of(
        "string_replace_string_string", isMember: true,
        doc: "The text with every occurrence of the first replaced by the second."
      ) { (a: String, b: String, c: String, budget) throws(Failure) in
        try a.replacing(b, with: c, limit: -1, &budget)
      },
      Overload(
        "string_replace_string_string_int", isMember: true, [.string, .string, .string, .int],
        .string, doc: "The same for at most this number of occurrences; for all if it is negative.",
        .variadic { (arguments, budget) throws(Failure) in
          guard arguments.count == 4, let a = String(arguments[0]),
            let b = String(arguments[1]), let c = String(arguments[2]),
            let limit = Int64(arguments[3])
          else { throw .mismatch }
          return .string(try a.replacing(b, with: c, limit: limit, &budget))
        }),
    ])

  private static let split = Function(
    "split",
    [
      .of(
        "string_split_string", isMember: true, nil, .list(.string),
        doc: "The parts between the separators; the code points if the separator is empty."
      ) { (a: String, b: String, budget) throws(Failure) in
        try a.parts(separatedBy: b, limit: -1, &budget)
      },
      .of(
        "string_split_string_int", isMember: true, nil, .list(.string),
        doc: "The same, with at most this number of parts; without a limit if it is negative."
      ) { (a: String, b: String, c: Int64, budget) throws(Failure) in
        try a.parts(separatedBy: b, limit: c, &budget)
      },
    ])

  private static let substring = Function(
    "substring",
    [
      .of("string_substring_int", isMember: true, doc: "The text from an index to the end.") {
        (a: String, b: Int64, budget) throws(Failure) in
        try a.substring(from: b, to: nil, &budget)
      },
      .of(
        "string_substring_int_int", isMember: true,
        doc: "The text from one index up to, but not including, another."
      ) { (a: String, b: Int64, c: Int64, budget) throws(Failure) in
        try a.substring(from: b, to: c, &budget)
      },
    ])

  private static let trim = Function(
    "trim",
    [
      .of("string_trim", isMember: true, doc: "The text without leading and trailing white space.")
      {
        (a: String, budget) throws(Failure) in
        try budget.spend(bytes: a.utf8.count)
        let inner = a.unicodeScalars.drop { $0.properties.isWhitespace }
        guard let last = inner.lastIndex(where: { !$0.properties.isWhitespace }) else {
          return ""
        }
        return String(inner[...last])
      }
    ])

  private static let reverse = Function(
    "reverse",
    [
      .of("string_reverse", isMember: true, doc: "The code points in reverse order.") {
        (a: String, budget) throws(Failure) in
        try budget.spend(bytes: a.utf8.count)
        var result = String.UnicodeScalarView()
        result.append(contentsOf: a.unicodeScalars.reversed())
        return String(result)
      }
    ])
}

extension Failure {
  fileprivate static func outOfText(_ index: Int64) -> Failure {
    Failure("index-out-of-range", "there is no index \(index) in the text")
  }
}

extension String.UnicodeScalarView {
  /// Returns the index of the code point at `offset`, which may be the end; nil after the end.
  fileprivate func position(_ offset: Int) -> Index? {
    index(startIndex, offsetBy: offset, limitedBy: endIndex)
  }
}

extension List {
  fileprivate func joined(_ separator: String, _ budget: inout Budget) throws(Failure) -> String {
    var result = ""
    var isFirst = true
    for item in self {
      guard case .string(let text) = item else {
        throw .noMatchingOverload("join", .list(self))
      }
      try budget.spend(1 + (text.utf8.count + separator.utf8.count) >> 4)
      if !isFirst { result += separator }
      result += text
      isFirst = false
    }
    return result
  }
}

extension String {
  fileprivate func firstIndex(
    of part: String, from start: Int64, _ budget: inout Budget
  ) throws(Failure) -> Int64 {
    try budget.spend(bytes: utf8.count + part.utf8.count)
    guard start >= 0, let position = unicodeScalars.position(Int(clamping: start)) else {
      throw .outOfText(start)
    }
    let offset = utf8.distance(from: startIndex, to: position)
    guard let found = firstByteOffset(of: part, from: offset) else { return -1 }
    let index = utf8.index(startIndex, offsetBy: found)
    return start + Int64(unicodeScalars.distance(from: position, to: index))
  }

  fileprivate func lastIndex(
    of part: String, upTo limit: Int64?, _ budget: inout Budget
  ) throws(Failure) -> Int64 {
    try budget.spend(bytes: utf8.count + part.utf8.count)
    var end = utf8.count
    if let limit {
      guard limit >= 0, let position = unicodeScalars.position(Int(clamping: limit)) else {
        throw .outOfText(limit)
      }
      end = utf8.distance(from: startIndex, to: position)
    }
    guard let found = lastByteOffset(of: part, upTo: end) else { return -1 }
    let index = utf8.index(startIndex, offsetBy: found)
    return Int64(unicodeScalars.distance(from: startIndex, to: index))
  }

  fileprivate func substring(
    from start: Int64, to end: Int64?, _ budget: inout Budget
  ) throws(Failure) -> String {
    try budget.spend(bytes: utf8.count)
    let scalars = unicodeScalars
    guard start >= 0, let lower = scalars.position(Int(clamping: start)) else {
      throw .outOfText(start)
    }
    guard let end else { return String(scalars[lower...]) }
    guard end >= 0, let upper = scalars.position(Int(clamping: end)) else { throw .outOfText(end) }
    guard start <= end else {
      throw .invalidArgument("the text has no part from \(start) to \(end)")
    }
    return String(scalars[lower..<upper])
  }

  fileprivate func parts(
    separatedBy separator: String, limit: Int64, _ budget: inout Budget
  ) throws(Failure) -> List {
    try budget.spend(1 + utf8.count)
    if limit == 0 { return List() }
    let limit = limit < 0 ? Int64.max : limit
    var parts = List()
    var rest = Substring(self)
    if separator.isEmpty {
      while let first = rest.unicodeScalars.first {
        if parts.count + 1 == limit {
          parts.append(.string(String(rest)))
          break
        }
        parts.append(.string(String(first)))
        rest.unicodeScalars.removeFirst()
      }
      return parts
    }
    var start = 0
    let bytes = Array(utf8)
    while parts.count + 1 < limit, let found = firstByteOffset(of: separator, from: start) {
      parts.append(.string(String(decoding: bytes[start..<found], as: UTF8.self)))
      start = found + separator.utf8.count
    }
    parts.append(.string(String(decoding: bytes[start...], as: UTF8.self)))
    return parts
  }

  fileprivate func replacing(
    _ old: String, with new: String, limit: Int64, _ budget: inout Budget
  ) throws(Failure) -> String {
    try budget.spend(bytes: utf8.count)
    var left = limit < 0 ? Int64.max : limit
    var result: [UInt8] = []
    let bytes = Array(utf8)
    if old.isEmpty {
      // As in Go, the empty text occurs before every code point and at the end.
      for byte in bytes {
        if byte & 0xc0 != 0x80, left > 0 {
          try budget.spend(1 + new.utf8.count >> 4)
          result += new.utf8
          left -= 1
        }
        result.append(byte)
      }
      if left > 0 { result += new.utf8 }
      return String(decoding: result, as: UTF8.self)
    }
    var start = 0
    while left > 0, let found = firstByteOffset(of: old, from: start) {
      try budget.spend(1 + new.utf8.count >> 4)
      result += bytes[start..<found]
      result += new.utf8
      start = found + old.utf8.count
      left -= 1
    }
    result += bytes[start...]
    return String(decoding: result, as: UTF8.self)
  }
}

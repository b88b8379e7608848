/// Parses sets of code points: `[a-z]`, `\d`, `\p{Greek}`, `[[:alpha:]]`.
extension PatternParser {
  mutating func bracket(
    _ start: String.Index, foldsCase: Bool
  ) throws(Pattern.PatternError) -> CharacterClass {
    var set = CharacterClass()
    let isNegated = accept("^" as Unicode.Scalar)
    var isFirst = true
    while isFirst || rest.first != "]" {
      isFirst = false
      let itemStart = rest.startIndex
      if accept("[:") {
        guard let name = upTo(":"), accept("]" as Unicode.Scalar), insert(posix: name, into: &set)
        else { throw failure("there is no such class", from: itemStart) }
        continue
      }
      if rest.first == "\\" {
        let saved = rest
        rest.removeFirst()
        if try classEscape(itemStart, into: &set) { continue }
        rest = saved
      }
      let lower = try bracketScalar(start)
      var upper = lower
      if rest.first == "-", let after = rest.dropFirst().first, after != "]" {
        rest.removeFirst()
        upper = try bracketScalar(start)
      }
      guard lower <= upper else { throw failure("the range is empty", from: itemStart) }
      set.insert(lower.value...upper.value)
    }
    rest.removeFirst()
    if foldsCase { set.foldCase() }
    if isNegated { set.negate() }
    return set
  }

  private mutating func bracketScalar(
    _ start: String.Index
  ) throws(Pattern.PatternError) -> Unicode.Scalar {
    guard let scalar = rest.popFirst() else { throw failure("the '[' is not closed", from: start) }
    return scalar == "\\" ? try scalarEscape(start) : scalar
  }

  private func insert(posix name: String, into set: inout CharacterClass) -> Bool {
    let isNegated = name.hasPrefix("^")
    let ranges: [ClosedRange<UInt32>]
    switch isNegated ? String(name.dropFirst()) : name {
    case "alnum": ranges = [0x30...0x39, 0x41...0x5a, 0x61...0x7a]
    case "alpha": ranges = [0x41...0x5a, 0x61...0x7a]
    case "ascii": ranges = [0...0x7f]
    case "blank": ranges = [0x09...0x09, 0x20...0x20]
    case "cntrl": ranges = [0...0x1f, 0x7f...0x7f]
    case "digit": ranges = [0x30...0x39]
    case "graph": ranges = [0x21...0x7e]
    case "lower": ranges = [0x61...0x7a]
    case "print": ranges = [0x20...0x7e]
    case "punct": ranges = [0x21...0x2f, 0x3a...0x40, 0x5b...0x60, 0x7b...0x7e]
    case "space": ranges = [0x09...0x0d, 0x20...0x20]
    case "upper": ranges = [0x41...0x5a]
    case "word": ranges = [0x30...0x39, 0x41...0x5a, 0x5f...0x5f, 0x61...0x7a]
    case "xdigit": ranges = [0x30...0x39, 0x41...0x46, 0x61...0x66]
    default: return false
    }
    insert(ranges, isNegated: isNegated, into: &set)
    return true
  }

  private func insert(
    _ ranges: [ClosedRange<UInt32>], isNegated: Bool, into set: inout CharacterClass
  ) {
    var next: UInt32 = 0
    for range in ranges {
      if !isNegated {
        set.insert(range)
      } else if next < range.lowerBound {
        set.insert(next...range.lowerBound - 1)
      }
      next = range.upperBound + 1
    }
    if isNegated { set.insert(next...0x10ffff) }
  }

  /// Reads an escape for a class; returns false, and reads nothing, if it is another escape.
  mutating func classEscape(
    _ start: String.Index, into set: inout CharacterClass
  ) throws(Pattern.PatternError) -> Bool {
    let ranges: [ClosedRange<UInt32>]
    switch rest.first {
    case "d", "D": ranges = [0x30...0x39]
    case "s", "S": ranges = [0x09...0x0a, 0x0c...0x0d, 0x20...0x20]
    case "w", "W": ranges = [0x30...0x39, 0x41...0x5a, 0x5f...0x5f, 0x61...0x7a]
    case "p", "P":
      try property(start, into: &set)
      return true
    default: return false
    }
    let letter = rest.removeFirst()
    insert(ranges, isNegated: letter.properties.isUppercase, into: &set)
    return true
  }

  private mutating func property(
    _ start: String.Index, into set: inout CharacterClass
  ) throws(Pattern.PatternError) {
    var isNegated = rest.removeFirst() == "P"
    var name = rest.popFirst().map(String.init) ?? ""
    if name == "{" {
      guard let inner = upTo("}") else { throw failure("the '{' is not closed", from: start) }
      name = inner
    }
    if name.hasPrefix("^") {
      isNegated.toggle()
      name.removeFirst()
    }
    if name == "Any" {
      if !isNegated { set.insert(0...0x10ffff) }
    } else if let categories = Categories(name) {
      set.insert(categories, isNegated: isNegated)
    } else if let script = Script(name) {
      set.insert(script, isNegated: isNegated)
    } else {
      throw failure("there is no class '\(name)'", from: start)
    }
  }

  /// Reads the rest of an escape for one code point.
  mutating func scalarEscape(_ start: String.Index) throws(Pattern.PatternError) -> Unicode.Scalar {
    guard let letter = rest.popFirst() else {
      throw failure("the pattern ends with a backslash", from: start)
    }
    switch letter {
    case "a": return "\u{07}"
    case "f": return "\u{0c}"
    case "t": return "\t"
    case "n": return "\n"
    case "r": return "\r"
    case "v": return "\u{0b}"
    case "x": return try hexEscape(start)
    case "0"..."7":
      guard letter == "0" || rest.first.map({ ("0"..."7").contains($0) }) ?? false else {
        throw failure("a pattern cannot refer back to a group", from: start)
      }
      var code = letter.value - 48
      for _ in 0..<2 {
        guard let digit = rest.first, ("0"..."7").contains(digit) else { break }
        code = code * 8 + digit.value - 48
        rest.removeFirst()
      }
      return Unicode.Scalar(code) ?? "\0"
    case "1"..."9": throw failure("a pattern cannot refer back to a group", from: start)
    default:
      guard letter.isASCII, !UInt8(letter.value).isWord || letter == "_" else {
        throw failure("there is no escape '\\\(letter)'", from: start)
      }
      return letter
    }
  }

  private mutating func hexEscape(_ start: String.Index) throws(Pattern.PatternError)
    -> Unicode.Scalar
  {
    var digits = ""
    if accept("{" as Unicode.Scalar) {
      digits = upTo("}") ?? ""
    } else {
      for _ in 0..<2 { digits.unicodeScalars.append(rest.popFirst() ?? " ") }
    }
    guard digits.utf8.allSatisfy(\.isHexDigit), let code = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(code)
    else { throw failure("that is no code point", from: start) }
    return scalar
  }
}

/// The names that stand in source of the runtime, without its comments and the texts in it.
struct KotlinMentions {
  /// All names, and pairs of them with a dot between: `Types.any`.
  var names: Set<String> = []
  /// The names of functions that are called, or taken as values, without a receiver.
  var calls: Set<String> = []
  /// The names of functions that are called on a receiver.
  var memberCalls: Set<String> = []

  init() {}

  init(_ text: String) {
    let code = Array(Self.code(Array(text.utf8)))
    let declared = Self.declaredFunctions(code)
    var index = 0
    var previous: (name: String, end: Int)?
    while index < code.count {
      let start = index
      if Self.isDigit(code[index]) {
        while index < code.count, Self.isDigit(code[index]) { index += 1 }
        if index + 1 < code.count, code[index] == UInt8(ascii: "."), Self.isDigit(code[index + 1]) {
          names.insert("Double")
        }
        let suffix = Self.name(code, from: index)
        if !suffix.isEmpty { names.insert(suffix) }
        index += suffix.utf8.count
        continue
      }
      let name = Self.name(code, from: index)
      guard !name.isEmpty else {
        index += 1
        continue
      }
      index += name.utf8.count
      names.insert(name)
      if let previous, previous.end + 1 == start, code[previous.end] == UInt8(ascii: ".") {
        names.insert("\(previous.name).\(name)")
      }
      previous = (name, index)
      if declared.contains(start) { continue }
      let isTaken = code[..<start].suffix(2).elementsEqual("::".utf8)
      guard isTaken || Self.isCalled(code, at: index) else { continue }
      let before = code[..<start].last { !Self.isSpace($0) }
      if before == UInt8(ascii: ".") { memberCalls.insert(name) } else { calls.insert(name) }
    }
  }

  mutating func formUnion(_ other: KotlinMentions) {
    names.formUnion(other.names)
    calls.formUnion(other.calls)
    memberCalls.formUnion(other.memberCalls)
  }

  /// Adds a declaration, as if it were called in every way.
  mutating func insert(_ name: String) {
    names.insert(name)
    if let first = name.firstIndex(of: ".") { names.insert(String(name[..<first])) }
    calls.insert(name)
    memberCalls.insert(name)
  }

  /// True if arguments follow: `(`, `<` or a lambda. The operator `<` has a space before it.
  private static func isCalled(_ code: [UInt8], at index: Int) -> Bool {
    guard index < code.count else { return false }
    switch code[index] {
    case UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "{"): return true
    case UInt8(ascii: " "):
      return index + 1 < code.count && code[index + 1] == UInt8(ascii: "{")
    default: return false
    }
  }

  /// The offsets of the names of functions in their declarations.
  private static func declaredFunctions(_ code: [UInt8]) -> Set<Int> {
    var found: Set<Int> = []
    var index = 0
    while index < code.count {
      let word = name(code, from: index)
      guard !word.isEmpty else {
        index += 1
        continue
      }
      index += word.utf8.count
      guard word == "fun" else { continue }
      var angles = 0
      var start = index
      while index < code.count, angles > 0 || code[index] != UInt8(ascii: "(") {
        if code[index] == UInt8(ascii: "<") { angles += 1 }
        if code[index] == UInt8(ascii: ">") { angles -= 1 }
        if !isPart(code[index]) { start = index + 1 }
        index += 1
      }
      found.insert(start)
    }
    return found
  }

  /// The text without comments and texts; the code in the templates of texts remains.
  private static func code(_ text: [UInt8]) -> [UInt8] {
    var code: [UInt8] = []
    // The braces that are open in each template, the innermost last.
    var templates: [Int] = []
    var isInText = false
    var index = 0
    func stands(_ mark: StaticString) -> Bool {
      let end = index + mark.utf8CodeUnitCount
      return end <= text.count && text[index..<end].elementsEqual("\(mark)".utf8)
    }
    while index < text.count {
      let byte = text[index]
      if isInText {
        if byte == UInt8(ascii: "\\") {
          index += 1
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
          code.append(UInt8(ascii: " "))
        } else if stands("${") {
          isInText = false
          templates.append(0)
          index += 1
        } else if byte == UInt8(ascii: "$") {
          let name = name(text, from: index + 1)
          code += " \(name) ".utf8
          index += name.utf8.count
        }
      } else if stands("//") {
        while index + 1 < text.count, text[index + 1] != UInt8(ascii: "\n") { index += 1 }
      } else if stands("/*") {
        while index < text.count, !stands("*/") { index += 1 }
        index += 1
      } else if byte == UInt8(ascii: "\"") {
        isInText = true
        code.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "'") {
        index += 1
        if index < text.count, text[index] == UInt8(ascii: "\\") { index += 1 }
        while index + 1 < text.count, text[index + 1] != UInt8(ascii: "'") { index += 1 }
        index += 1
      } else {
        if byte == UInt8(ascii: "{"), !templates.isEmpty { templates[templates.count - 1] += 1 }
        if byte == UInt8(ascii: "}"), let open = templates.popLast() {
          if open == 0 { isInText = true } else { templates.append(open - 1) }
        }
        code.append(isInText ? UInt8(ascii: " ") : byte)
      }
      index += 1
    }
    return code
  }

  /// The name that begins at an index; empty if none does.
  private static func name(_ code: [UInt8], from start: Int) -> String {
    guard start < code.count, isPart(code[start]), !isDigit(code[start]) else { return "" }
    var end = start
    while end < code.count, isPart(code[end]) { end += 1 }
    return String(decoding: code[start..<end], as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n")
  }
}

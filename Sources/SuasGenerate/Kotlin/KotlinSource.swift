/// A file of the runtime of generated Kotlin, divided into its declarations.
///
/// A blank line ends a declaration unless the next line is indented. Comments mark code that is
/// written only for programs that mention one of some names: `// if Optional, Bytes` the line that
/// it ends, or the lines up to `// end` where it stands alone.
struct KotlinSource {
  /// Lines that are written under conditions.
  struct Part {
    /// Groups of names: at least one name of each group must be mentioned.
    let conditions: [[String]]
    var lines: [String]
    let mentions: KotlinMentions

    /// True if there are more than braces in the lines.
    var hasWords: Bool { lines.contains { $0.contains(where: \.isLetter) } }
  }

  /// A declaration at the top level; or several on lines that follow one another.
  struct Declaration {
    /// The names that are declared, with the way in which other code mentions them.
    let names: [(name: String, kind: Kind)]
    let conditions: [[String]]
    let parts: [Part]
  }

  enum Kind {
    /// A class, a property or a constant, which any mention needs.
    case type
    /// A function without a receiver, which a call needs.
    case function
    /// A function with a receiver, which any call with this name needs, with or without a receiver.
    case extensionFunction
  }

  let name: String
  let imports: [String]
  /// The comments that stand before the declarations.
  let opening: [String]
  let declarations: [Declaration]

  init(_ name: String, _ text: String) {
    self.name = name
    var imports: [String] = []
    var opening: [String] = []
    var declarations: [Declaration] = []
    var conditions: [[String]] = []
    for lines in Self.paragraphs(text) {
      if lines.count == 1, let condition = Self.condition(lines[0]), condition.code.isEmpty {
        conditions.append(condition.names)
      } else if lines == [Self.end] {
        conditions.removeLast()
      } else if lines.allSatisfy({ $0.hasPrefix("import ") || $0.hasPrefix("package ") }) {
        imports += lines.filter { $0.hasPrefix("import ") }
      } else if lines.allSatisfy({ $0.hasPrefix("//") }) {
        opening += lines
      } else {
        declarations.append(
          Declaration(
            names: lines.compactMap(Self.declared), conditions: conditions,
            parts: Self.parts(lines)))
      }
    }
    self.imports = imports
    self.opening = opening
    self.declarations = declarations
  }

  /// The lines of each declaration.
  private static func paragraphs(_ text: String) -> [[String]] {
    var paragraphs: [[String]] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let isAfterBlank = paragraphs.last?.last == ""
      if paragraphs.isEmpty || isAfterBlank && !line.isEmpty && !line.hasPrefix(" ") {
        paragraphs.append([])
      }
      paragraphs[paragraphs.count - 1].append(line)
    }
    return paragraphs.map { lines in Array(lines.reversed().drop { $0.isEmpty }.reversed()) }
      .filter { !$0.isEmpty }
  }

  private static let end = "// end"
  private static let start = "// if "

  /// The condition at the end of a line, and the text before it.
  private static func condition(_ line: String) -> (code: String, names: [String])? {
    guard let mark = line.firstRange(of: start) else { return nil }
    let names = line[mark.upperBound...].split(separator: ", ").map(String.init)
    var code = line[..<mark.lowerBound]
    while code.last == " " { code.removeLast() }
    return (String(code), names)
  }

  private static func parts(_ lines: [String]) -> [Part] {
    var parts: [(conditions: [[String]], lines: [String])] = []
    var open: [[String]] = []
    for line in lines {
      var (conditions, text) = (open, line)
      if line.drop(while: \.isWhitespace) == end {
        open.removeLast()
        continue
      }
      if let condition = condition(line) {
        if condition.code.isEmpty {
          open.append(condition.names)
          continue
        }
        conditions.append(condition.names)
        text = condition.code
      }
      if let last = parts.last, last.conditions == conditions {
        parts[parts.count - 1].lines.append(text)
      } else {
        parts.append((conditions, [text]))
      }
    }
    return parts.map {
      Part(
        conditions: $0.conditions, lines: $0.lines,
        mentions: KotlinMentions($0.lines.joined(separator: "\n")))
    }
  }

  private static let modifiers: Set<Substring> = [
    "public", "private", "internal", "abstract", "open", "sealed", "data", "inline", "infix",
    "operator", "const", "enum", "annotation", "override",
  ]

  /// The name that a line declares at the top level; nil for a line that declares none.
  static func declared(_ line: String) -> (name: String, kind: Kind)? {
    guard let first = line.first, first.isLetter || first == "@" else { return nil }
    var words = line.split(separator: " ")[...]
    while let word = words.first, modifiers.contains(word) || word.hasPrefix("@") {
      words.removeFirst()
    }
    guard var keyword = words.popFirst() else { return nil }
    if keyword == "fun", words.first == "interface" { keyword = words.removeFirst() }
    let rest = head(words.joined(separator: " "))
    guard let name = rest.split(separator: ".").last.map(String.init), !name.isEmpty else {
      return nil
    }
    switch keyword {
    case "class", "interface", "object", "typealias", "val", "var": return (name, .type)
    case "fun": return (name, rest.contains(".") ? .extensionFunction : .function)
    default: return nil
    }
  }

  /// The name of a declaration with its receiver, without the parts in angle brackets.
  private static func head(_ text: String) -> String {
    var head = ""
    var angles = 0
    for character in text {
      switch character {
      case "<": angles += 1
      case ">": angles -= 1
      case _ where angles > 0: continue
      case "(", ":", "=", "{": return head
      case " ": if !head.isEmpty { return head }
      default: head.append(character)
      }
    }
    return head
  }
}

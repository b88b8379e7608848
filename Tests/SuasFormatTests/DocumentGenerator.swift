import Support

/// Makes specs that have every notation of YAML 1.2 that a spec may have, anywhere it may stand:
/// comments at every indentation, blank lines, anchors and aliases, keys behind `?` and in quotes,
/// blocks of text with their indicators, texts over several lines, brackets in blocks, and keys of
/// the language in any order.
struct DocumentGenerator {
  private var random: SplitMix64
  private var number = 0
  private var anchors: [String] = []
  private(set) var lines: [String] = []

  init(seed: Int) { random = SplitMix64(seed: UInt64(seed)) }

  /// A whole spec.
  static func spec(seed: Int) -> String {
    var generator = DocumentGenerator(seed: seed)
    return generator.document()
  }

  // MARK: Chances

  private mutating func isChosen(_ chance: Int) -> Bool { below(chance) == 0 }
  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private mutating func one(_ texts: String...) -> String {
    texts.randomElement(using: &random) ?? ""
  }

  private mutating func unique(_ text: String) -> String {
    number += 1
    return "\(text)\(number)"
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  private mutating func add(_ text: String) {
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  // MARK: Parts of lines

  private mutating func comment() -> String {
    unique("# c") + one("", " ", "  x: y", " - z", " '", "\t")
  }

  private mutating func trailing() -> String {
    isChosen(6) ? one(" ", "  ", "\t") + comment() : one("", "", "", "  ")
  }

  private mutating func space() -> String { one(" ", " ", " ", "  ", "   ") }

  private mutating func anchor() -> String {
    let name = unique("a") + one("", "", "", "-b", "_c", ":b", ".c", "é", "/", "!", "*&")
    anchors.append(name)
    return "&\(name)"
  }

  private mutating func key() -> String {
    let name = unique(one("k", "key", "été", "a-b", "x_", "q?", "p!", "w:w", "h#h"))
    let written = one(name, name, "'\(name)'", "\"\(name)\"")
    return isChosen(8) ? "\(anchor()) \(written)" : written
  }

  private static let words = [
    "milk", "hi?", "a, b", "no", "1", "1.0", "-0.0", ".nan", "~", "null", "true", "it's",
    "say \"x\"", "a: b", "# x", "${a+b}", "a#b", "- x", "é", "back\\slash", "<<", "[x]", "{x}",
    "?x", ":x", "-x", "x:y", "a:", "!t", "&a", "*a", "%x", "@x", "|x", ">x", "", "a  b", "0x1F",
    "=", "x ?y", ".inf",
  ]

  private mutating func scalar(inFlow: Bool) -> String {
    let word = Self.words.randomElement(using: &random) ?? ""
    let isPlain =
      !word.isEmpty && !",[]{}#&*!|>'\"%@`".contains(word.first ?? " ") && word != "- x"
      && word.last != ":" && !word.contains(": ") && word != "<<"
      && !(inFlow && (word.contains { ",[]{}".contains($0) } || "?:".contains(word.first ?? " ")))
    switch below(3) {
    case 0 where isPlain: return word
    case 1: return "'\(word.replacing("'", with: "''"))'"
    default:
      let escape = isChosen(6) ? one("\\n", "\\u00e9", "\\x41", "\\t", "\\/", "\\ud83d\\ude00") : ""
      return
        "\"\(word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\(escape)\""
    }
  }

  /// A text over several lines, the others indented.
  private mutating func longText(indentation: Int) -> String {
    let next = "\n" + (isChosen(3) ? "\n" : "") + blanks(indentation + below(3))
    return one(
      "one\(next)two", "\"one\(next)two\"", "'one\(next)three'", "\"one \\\(next)two\"",
      "one two\(next)x")
  }

  // MARK: Brackets

  /// The text that may stand between two parts in brackets.
  private mutating func gap(_ indentation: Int, isMultiline: Bool) -> String {
    guard isMultiline, isChosen(3) else { return one("", " ", " ") }
    var text = isChosen(3) ? " \(comment())\n" : "\n"
    while isChosen(4) {
      text += isChosen(2) ? "\n" : "\(blanks(indentation + below(4)))\(comment())\n"
    }
    return text + blanks(indentation + below(4))
  }

  private mutating func flowValue(_ depth: Int, _ indentation: Int, isMultiline: Bool) -> String {
    let properties = isChosen(7) ? anchor() + " " : ""
    switch below(8) {
    case 0 where depth > 0, 1 where depth > 0:
      return properties + flow(depth - 1, indentation, isMultiline: isMultiline)
    case 2 where properties.isEmpty && !anchors.isEmpty: return alias()
    case 3 where isMultiline: return properties + longText(indentation: indentation)
    case 4: return properties
    default: return properties + scalar(inFlow: true)
    }
  }

  private mutating func alias() -> String {
    "*\(anchors.randomElement(using: &random) ?? "")"
  }

  private mutating func flow(_ depth: Int, _ indentation: Int, isMultiline: Bool) -> String {
    let count = below(4)
    let isList = isChosen(2)
    var text = isList ? "[" : "{"
    for index in 0..<count {
      text += gap(indentation, isMultiline: isMultiline)
      if isList {
        let value = flowValue(depth, indentation, isMultiline: isMultiline)
        text += isChosen(5) ? "\(unique("k")): \(value)" : value.isEmpty ? "''" : value
      } else {
        text += flowEntry(depth, indentation, isMultiline: isMultiline)
      }
      if isChosen(3) { text += gap(indentation, isMultiline: isMultiline) }
      if index < count - 1 || isChosen(4) { text += "," }
    }
    return text + gap(indentation, isMultiline: isMultiline) + (isList ? "]" : "}")
  }

  private mutating func flowEntry(_ depth: Int, _ indentation: Int, isMultiline: Bool) -> String {
    let written = key()
    let isQuoted = "'\"".contains(written.last ?? " ")
    let key = isChosen(8) ? "? \(written)" : written
    let value = flowValue(depth, indentation, isMultiline: isMultiline)
    return switch below(6) {
    case 0: key
    case 1: isQuoted ? "\(key):" : "\(key): "
    case 2 where isQuoted: "\(key):\(value)"
    case 3: "\(key) : \(value)"
    default: "\(key): \(value)"
    }
  }

  // MARK: Blocks

  /// Comments and blank lines between two entries.
  private mutating func between(_ indentation: Int) {
    while isChosen(3) {
      switch below(3) {
      case 0: lines.append(one("", "", "   "))
      case 1: lines.append(blanks(indentation) + comment())
      default: lines.append(blanks(below(indentation + 6)) + comment())
      }
    }
  }

  /// Adds a block of text behind the start of its line.
  private mutating func addBlockText(_ start: String, parent: Int) {
    let step = 1 + below(4)
    let body = (0..<below(5)).map { _ in
      one(
        "text", "two words", "  more", "# no comment", "- x: y", "", "", "   ", "tab\there", "\tx",
        "end  ")
    }
    let first = body.first { !$0.isEmpty } ?? ""
    let indicator = first.first == " " || first.first == "\t" || isChosen(5) ? "\(step)" : ""
    let chomping = one("", "", "-", "+")
    var header = one("|", ">") + (isChosen(2) ? indicator + chomping : chomping + indicator)
    if isChosen(5) { header += one(" ", "  ") + comment() }
    lines.append(start + header)
    for line in body {
      lines.append(line.isEmpty ? one("", "", " ") : blanks(parent + step) + line)
    }
    for _ in 0..<max(0, below(5) - 2) { lines.append("") }
  }

  /// Adds the value of an entry or item.
  ///
  /// - Parameters:
  ///   - start: The start of the line, up to the `:` or `-`.
  ///   - column: The column of the collection.
  private mutating func addValue(_ start: String, _ column: Int, _ depth: Int, isEntry: Bool) {
    let count = anchors.count
    let properties = isChosen(8) ? space() + anchor() : ""
    // An alias may stand only below the value of its anchor.
    let new = Array(anchors[count...])
    anchors.removeSubrange(count...)
    defer { anchors += new }
    let isCompact = !isEntry && properties.isEmpty && isChosen(2)
    let below = "\n" + blanks(column + 1 + self.below(3))
    let gap = isChosen(5) ? below : isChosen(8) ? " \(comment())\(below)" : space()
    switch self.below(14) {
    case 0...2 where depth > 0:
      if isCompact {
        let width = 1 + self.below(3)
        addMapping(column + 1 + width, depth - 1, start: start + blanks(width))
      } else {
        lines.append(start + properties + trailing())
        addMapping(column + 1 + self.below(4), depth - 1)
      }
    case 3...4 where depth > 0:
      if isCompact {
        let width = 1 + self.below(2)
        addList(column + 1 + width, depth - 1, start: start + blanks(width))
      } else {
        lines.append(start + properties + trailing())
        addList(column + (isEntry ? 0 : 1) + self.below(3), depth - 1)
      }
    case 5: addBlockText(start + properties + space(), parent: column)
    case 6:
      let text = flow(2, column + 1, isMultiline: isChosen(2))
      add(start + properties + gap + text + trailing())
    case 7:
      let text = longText(indentation: column + 1)
      add(start + properties + (isChosen(5) ? below : space()) + text + trailing())
    case 8: lines.append(start + properties + trailing())
    case 9 where properties.isEmpty && !anchors.isEmpty:
      lines.append(start + space() + alias() + trailing())
    default: add(start + properties + gap + scalar(inFlow: false) + trailing())
    }
  }

  private mutating func addMapping(_ column: Int, _ depth: Int, start: String? = nil) {
    for index in 0...below(3) {
      if start == nil || index > 0 { between(column) }
      let start = index == 0 ? start ?? blanks(column) : blanks(column)
      if isChosen(10) {
        lines.append("\(start)?\(space())\(key())\(trailing())")
        if isChosen(5) { continue }
        addValue(blanks(column) + ":", column, depth, isEntry: false)
      } else {
        addValue("\(start)\(key())\(one("", "", " ")):", column, depth, isEntry: true)
      }
    }
  }

  private mutating func addList(_ column: Int, _ depth: Int, start: String? = nil) {
    for index in 0...below(3) {
      if start == nil || index > 0 { between(column) }
      addValue(
        (index == 0 ? start ?? blanks(column) : blanks(column)) + "-", column, depth,
        isEntry: false)
    }
  }

  // MARK: Rules and sections

  private mutating func addRules(_ column: Int, _ depth: Int) {
    for _ in 0...below(3) {
      between(column)
      let inner = column + 2
      let value = one(
        "1", "'1'", "|\n\(blanks(inner + 2))${1\n\(blanks(inner + 2))+ 1}",
        "> # x\n\(blanks(inner + 2))${2}", "${n\n\(blanks(inner + 2))+1}")
      let guarding = one("n > 1", "${n>1}", "n >\n\(blanks(inner + 2))1", "'n>  1'")
      var entries = [("set", one("n", "'n'")), ("value", value), ("when", guarding)]
      if depth > 0, isChosen(4) {
        entries = [("if", "n == 1"), ("then", ""), ("else", "")].dropLast(below(2))
      }
      entries.shuffle(using: &random)
      var start: String? = "\(blanks(column))- "
      if isChosen(6) {
        lines.append(blanks(column) + "-" + (isChosen(2) ? "" : " \(comment())"))
        start = nil
      }
      for (key, value) in entries {
        if start == nil { between(inner) }
        let begin = start ?? blanks(inner)
        start = nil
        if value.isEmpty {
          lines.append("\(begin)\(key):\(trailing())")
          addRules(inner + 2 * below(2), depth - 1)
        } else if value.contains("\n") {
          add("\(begin)\(key): \(value)")
        } else {
          add("\(begin)\(key): \(value)\(trailing())")
        }
      }
    }
  }

  private mutating func addConstants() {
    lines.append("constants:" + trailing())
    let column = 1 + below(4)
    for index in 0...below(3) {
      between(column)
      lines.append("\(blanks(column))k\(index):\(trailing())")
      let inner = column + 1 + below(4)
      for key in ["type", "value"].shuffled(using: &random) {
        between(inner)
        if key == "type" {
          lines.append("\(blanks(inner))type: any\(trailing())")
        } else {
          addValue(blanks(inner) + "value:", inner, 3, isEntry: true)
        }
      }
    }
  }

  private mutating func document() -> String {
    if isChosen(10) { lines += ["%YAML 1.2", "---" + trailing()] }
    let sections = ["suas", "name", "description", "constants", "states", "actions", "reducers"]
    for section in sections.shuffled(using: &random) {
      between(0)
      switch section {
      case "suas": lines.append("suas: 1" + trailing())
      case "name": lines.append("name: x" + trailing())
      case "description": addBlockText("description: ", parent: 0)
      case "states": lines.append("states: { S: { n: int = 0 } }" + trailing())
      case "actions": lines.append("actions: { Go: {} }" + trailing())
      case "reducers":
        lines += ["reducers:" + trailing(), "  R:" + trailing()]
        for key in ["state", "on"].shuffled(using: &random) {
          between(4)
          if key == "state" {
            lines.append("    state: S" + trailing())
          } else {
            lines += ["    on:" + trailing(), "      Go:" + trailing()]
            addRules(6 + 2 * below(2), 2)
          }
        }
      default: addConstants()
      }
    }
    between(0)
    if isChosen(10) { lines.append("...") }
    let text = lines.joined(separator: "\n") + (isChosen(8) ? "" : "\n")
    return isChosen(10) ? text.replacing("\n", with: "\r\n") : text
  }
}

import LibYAML
import Support
import YAML
import YAMLSyntax

/// Writes files otherwise, so that they mean the same.
struct LayoutMutator {
  private var random: SplitMix64
  /// True to add comments wherever one may stand.
  private let addsComments: Bool
  private var commentCount = 0

  init(seed: Int, addsComments: Bool = false) {
    random = SplitMix64(seed: UInt64(seed))
    self.addsComments = addsComments
  }

  private mutating func isChosen(_ chance: Int) -> Bool {
    Int.random(in: 0..<chance, using: &random) == 0
  }

  mutating func mutant(of source: Source) throws -> String {
    let pieces = try SyntaxTree(of: try LibYAML.parse(source)).pieces
    let texts = pieces.map { String(decoding: source.utf8[$0.range], as: UTF8.self) }
    let scale = Int.random(in: 1...3, using: &random)
    var output = ""
    /// The brackets that are open.
    var depth = 0
    for (index, piece) in pieces.enumerated() {
      let text = texts[index]
      let before = index > 0 ? texts[index - 1] : "\n"
      let after = index + 1 < pieces.count ? texts[index + 1] : "\n"
      let isAfterBlock =
        index > 0 && pieces[index - 1].kind == .scalar && "|>".contains(before.first ?? " ")
      switch piece.kind {
      case .lineBreak:
        if addsComments, !isAfterBlock, index > 0, pieces[index - 1].kind != .comment, isChosen(4) {
          output += " " + comment()
        } else if !isAfterBlock, isChosen(4) {
          output += pieces[index - 1].kind == .comment && isChosen(2) ? "\t" : "  "
        }
        output += "\n"
        if before == "\n", isChosen(2) { output += isChosen(2) ? "\n" : "   \n" }
        if addsComments, isChosen(6) {
          output += String(
            repeating: " ", count: isAfterBlock ? 0 : Int.random(in: 0...12, using: &random))
          output += comment() + "\n"
        }
      case .blanks where before == "\n":
        output += String(repeating: " ", count: text.utf8.count * scale)
      case .blanks where before == "-":
        output += String(repeating: " ", count: (text.utf8.count + 1) * scale - 1)
      case .blanks
      where depth > 0 && ([",", "[", "{"].contains(before) || ["]", "}"].contains(after)):
        if isChosen(4) {
          output += "\n" + String(repeating: " ", count: 60)
          if addsComments, isChosen(3) {
            output += comment() + "\n" + String(repeating: " ", count: 70)
          }
        } else if !isChosen(3) {
          output += String(repeating: " ", count: Int.random(in: 1...3, using: &random))
        }
      case .blanks:
        output += isChosen(3) ? text + "  " : text
      case .indicator:
        if text == "[" || text == "{" { depth += 1 }
        if text == "]" || text == "}" { depth -= 1 }
        output += text
      case .scalar:
        output += spaced(scalar(text, indentation: scale))
      case .comment, .anchor, .alias, .directive, .marker:
        output += text
      }
    }
    if isChosen(3) { output = "\u{FEFF}" + output }
    if isChosen(4) { output = "---\n" + output.drop { $0 == "\u{FEFF}" } }
    if isChosen(3) { output += "\n\n" }
    return isChosen(3) ? output.map { $0 == "\n" ? "\r\n" : String($0) }.joined() : output
  }

  private mutating func comment() -> String {
    commentCount += 1
    return "# comment \(commentCount)"
  }

  /// Writes the expressions in `${ }` with other spaces, but for those with texts or braces.
  private mutating func spaced(_ text: String) -> String {
    guard !text.contains("\n"), !text.contains("$${"), isChosen(2) else { return text }
    var parts = text.split(separator: "${", omittingEmptySubsequences: false).map(String.init)
    for (index, part) in parts.enumerated() where index > 0 {
      guard let end = part.firstIndex(of: "}"),
        !part[..<end].contains(where: { "'\"{".contains($0) })
      else { continue }
      var code = String(part[..<end])
      if isChosen(2) {
        for sign in ["+", "-", "*", "<", ">", "==", "&&"] {
          code = code.replacing(" \(sign) ", with: sign)
        }
      }
      if isChosen(2) { code = "(\(code))" }
      parts[index] = " \(code)  " + part[end...]
    }
    return parts.joined(separator: "${")
  }

  private mutating func scalar(_ text: String, indentation scale: Int) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.count > 1 {
      let filled = lines.dropFirst().filter { $0.contains { $0 != " " } }
      let indentation = filled.map { $0.prefix { $0 == " " }.count }.min() ?? 0
      let more = String(repeating: " ", count: indentation * (scale - 1))
      return lines.enumerated().map { $0 == 0 || $1.isEmpty ? String($1) : more + $1 }
        .joined(separator: "\n")
    }
    let inner = text.dropFirst().dropLast()
    if text.first == "\"", text.count > 1, !inner.contains(where: { "\"'\\".contains($0) }),
      isChosen(2)
    {
      return "'\(inner)'"
    }
    guard text.allSatisfy({ $0.isLetter && $0.isASCII || $0 == " " }), text.count > 5, isChosen(3)
    else { return text }
    return isChosen(2) ? "'\(text)'" : "\"\(text)\""
  }
}

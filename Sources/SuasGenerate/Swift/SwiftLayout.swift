/// Breaks lines of Swift that are too long, as its formatter does: inside the last call.
enum SwiftLayout {
  private static let width = 100

  static func wrapped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { wrapped(line: String($0)) }.joined(separator: "\n")
  }

  private static func wrapped(line: String) -> [String] {
    let isComment = line.drop { $0 == " " }.hasPrefix("//")
    // A text with values in it is left as it is: its quotes are not those of one literal.
    guard line.count > width, !isComment, !line.contains("\\("),
      let call = outermostCall(line)
    else { return [line] }
    let pad = String(repeating: " ", count: line.prefix { $0 == " " }.count + 2)
    let inner = pad + call.inner
    if inner.count + call.end.count <= width, !call.end.hasSuffix("{") {
      return [call.start, inner + call.end]
    }
    if call.end.hasSuffix("{") {
      let closing = pad.dropLast(2) + call.end
      if inner.count <= width { return [call.start, inner, String(closing)] }
      return [call.start] + parts(call.inner, pad) + [String(closing)]
    }
    var lines = parts(call.inner, pad)
    if let last = lines.popLast() { lines.append(last + call.end) }
    return [call.start] + lines.flatMap(wrapped(line:))
  }

  /// The arguments of a call, each on a line.
  private static func parts(_ text: String, _ pad: String) -> [String] {
    var parts: [String] = []
    var part = ""
    scan(text) { character, depth, isText in
      part.append(character)
      if character == ",", depth == 0, !isText {
        parts.append(pad + part.drop { $0 == " " })
        part = ""
      }
      return true
    }
    return parts + [pad + part.drop { $0 == " " }]
  }

  /// The last call at the outermost level of a line: what is before, inside and after its
  /// parentheses.
  private static func outermostCall(
    _ line: String
  ) -> (start: String, inner: String, end: String)? {
    var opening: Int?
    var found: (Int, Int)?
    var index = 0
    scan(line) { character, depth, isText in
      if !isText {
        if character == "(", depth == 1 { opening = index }
        if character == ")", depth == 0, let start = opening { found = (start, index) }
      }
      index += 1
      return true
    }
    guard let (start, end) = found, end > start + 1 else { return nil }
    let characters = Array(line)
    return (
      String(characters[...start]), String(characters[(start + 1)..<end]),
      String(characters[end...])
    )
  }

  /// Goes through a text; the depth is that of parentheses after each character.
  private static func scan(
    _ text: String, _ visit: (_ character: Character, _ depth: Int, _ isText: Bool) -> Bool
  ) {
    var depth = 0
    var isText = false
    var isEscaped = false
    for character in text {
      if isText {
        if !isEscaped, character == "\"" { isText = false }
        isEscaped = !isEscaped && character == "\\"
        guard visit(character, depth, true) else { return }
        continue
      }
      switch character {
      case "\"": isText = true
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      default: break
      }
      guard visit(character, depth, isText) else { return }
    }
  }
}

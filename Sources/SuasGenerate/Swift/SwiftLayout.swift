/// Breaks lines of Swift that are too long where its formatter does, so that it leaves them as they
/// are.
enum SwiftLayout {
  static let width = 100

  static func wrapped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { line -> [String] in
        let code = line.drop { $0 == " " }
        // The formatter keeps room for a comma after the last element of a list.
        let room = code.contains(", [") ? width - 1 : width
        if line.count <= room || code.hasPrefix("//") { return [String(line)] }
        return broken(String(code), line.count - code.count)
      }.joined(separator: "\n")
  }

  /// A statement or a part of it as lines, the first of which stands at an indentation.
  private static func lines(_ text: String, _ indentation: Int) -> [String] {
    let pad = String(repeating: " ", count: indentation)
    guard pad.count + text.count > width else { return [pad + text] }
    return broken(text, indentation)
  }

  /// A statement or a part of it that is too long for a line.
  private static func broken(_ text: String, _ indentation: Int) -> [String] {
    let pad = String(repeating: " ", count: indentation)
    let code = SwiftText(text)
    return declaration(code, indentation) ?? head(code, indentation)
      ?? closure(code, indentation) ?? assignment(code, indentation)
      ?? operators(code, indentation) ?? chain(code, indentation)
      ?? literal(code, indentation) ?? call(code, indentation) ?? longText(code, indentation)
      ?? [pad + text]
  }

  /// The head of a function: its parameters stand on lines of their own.
  private static func declaration(_ code: SwiftText, _ indentation: Int) -> [String]? {
    guard code.text.contains("func ") || code.text.hasPrefix("init("), code.text.hasSuffix("{"),
      let group = code.groups.first(where: { $0.opening == "(" })
    else { return nil }
    let pad = String(repeating: " ", count: indentation)
    let inner = code[group.inner]
    let end = pad + ")" + code[(group.end + 1)...]
    if indentation + 2 + inner.count <= width {
      return [pad + code[...group.start], pad + "  " + inner, end]
    }
    return [pad + code[...group.start]]
      + SwiftText(inner).parts.flatMap { lines($0, indentation + 2) }
      + [end]
  }

  /// The head of a statement with a body: its condition is broken at operators.
  private static func head(_ code: SwiftText, _ indentation: Int) -> [String]? {
    let pad = String(repeating: " ", count: indentation)
    let text = code.text
    let isGuard = text.hasPrefix("guard ")
    let starts = ["guard ", "if ", "} else if ", "for "]
    guard starts.contains(where: text.hasPrefix), isGuard || text.hasSuffix(" {") else {
      return nil
    }
    var rest = text
    let end: String
    if isGuard {
      guard let otherwise = code.last(" else {") else { return nil }
      end = String(code[(otherwise + 1)...])
      rest = String(code[..<otherwise])
    } else {
      end = "{"
      rest = String(text.dropLast(2))
    }
    if pad.count + rest.count <= width { return [pad + rest, pad + end] }
    let condition = SwiftText(rest)
    guard
      let broken = operators(condition, indentation) ?? closure(condition, indentation)
        ?? chain(condition, indentation) ?? call(condition, indentation)
    else { return nil }
    return broken + [pad + end]
  }

  /// A closure: its body stands on lines of its own.
  private static func closure(_ code: SwiftText, _ indentation: Int) -> [String]? {
    let pad = String(repeating: " ", count: indentation)
    let closures = code.groups.filter { $0.opening == "{" }
    guard let group = closures.max(by: { $0.inner.count < $1.inner.count }) else { return nil }
    let inner = SwiftText(code[group.inner].trimmed)
    var start = String(code[...group.start])
    var body = inner.text
    if let parameters = inner.first(" in ") {
      start += " " + inner[..<(parameters + 3)]
      body = String(inner[(parameters + 4)...])
    }
    if indentation + start.count > width {
      start = String(code[...group.start])
      if indentation + 2 + inner.count <= width {
        body = inner.text
      } else if let parameters = inner.first(" in ") {
        start += "\n" + pad + "  " + inner[..<(parameters + 3)]
      }
    }
    guard start.split(separator: "\n").allSatisfy({ indentation + $0.count <= width + 2 }) else {
      return nil
    }
    let tail = "}" + code[(group.end + 1)...]
    let ending = lines(tail, indentation)
    return [pad + start] + lines(body, indentation + 2) + ending
  }

  /// An assignment whose value is broken at operators: it begins on a line of its own.
  private static func assignment(_ code: SwiftText, _ indentation: Int) -> [String]? {
    guard let equals = code.first(" = ") else { return nil }
    let value = SwiftText(String(code[(equals + 3)...]))
    guard value.lowestOperator != nil else { return nil }
    let pad = String(repeating: " ", count: indentation)
    let start = pad + code[..<(equals + 2)]
    let line = pad + "  " + value.text
    if line.count <= width { return [start, line] }
    return operators(value, indentation + 2, isContinued: false).map { [start] + $0 }
  }

  /// Operands and operators, as many on a line as fit.
  private static func operators(
    _ code: SwiftText, _ indentation: Int, isContinued: Bool = true
  ) -> [String]? {
    guard let signs = code.lowestOperator else { return nil }
    let pieces = code.split(before: signs).flatMap {
      signs.contains(" + ") ? divided($0, width - indentation - 4) : [$0]
    }
    guard let first = pieces.first else { return nil }
    let inner = isContinued ? indentation + 2 : indentation
    var result = lines(first, indentation)
    for piece in pieces.dropFirst() {
      // The values of a choice never stand beside its condition.
      if let last = result.last, last.count + 1 + piece.count <= width, !piece.hasPrefix("? ") {
        result[result.count - 1] = last + " " + piece
      } else {
        result += lines(piece, inner)
      }
    }
    return result
  }

  /// A long text as several, which are added to one another.
  private static func divided(_ piece: String, _ room: Int) -> [String] {
    guard piece.count > room, let place = SwiftText(piece).placeInText(before: room) else {
      return [piece]
    }
    let code = SwiftText(piece)
    return [code[..<place] + "\""] + divided("+ \"" + code[place...], room)
  }

  /// Calls that follow one another, each of a result: as many on a line as fit.
  private static func chain(_ code: SwiftText, _ indentation: Int) -> [String]? {
    let links = code.links
    guard links.count > 1 else { return nil }
    let pad = String(repeating: " ", count: indentation)
    var result: [String] = []
    var line = pad + code[..<links[0]]
    for (index, link) in links.enumerated() {
      let end = index + 1 < links.count ? links[index + 1] : code.count
      let piece = String(code[link..<end])
      if line.count + piece.count > width {
        guard index > 0 else { return nil }
        result.append(line)
        line = pad + "  " + piece
        if line.count > width { return nil }
      } else {
        line += piece
      }
    }
    return result.isEmpty ? nil : result + [line]
  }

  /// A list or map that is written out: an element on each line.
  private static func literal(_ code: SwiftText, _ indentation: Int) -> [String]? {
    guard let group = code.groups.last, group.opening == "[",
      code[(group.end + 1)...].allSatisfy({ ",)".contains($0) }),
      group.start == 0 || code[group.start - 1] == " " || code[group.start - 1] == "("
    else { return nil }
    let pad = String(repeating: " ", count: indentation)
    let parts = SwiftText(code[group.inner]).parts
    guard let first = parts.first else { return nil }
    // One element that is no text has no comma.
    if parts.count == 1, !first.hasPrefix(".") { return nil }
    let inner = parts.count == 1 ? parts : parts.map { $0.hasSuffix(",") ? $0 : $0 + "," }
    return [pad + code[...group.start]] + inner.flatMap { lines($0, indentation + 2) }
      + [pad + "]" + code[(group.end + 1)...]]
  }

  /// A call: its arguments stand on a line, or each on one.
  private static func call(_ code: SwiftText, _ indentation: Int) -> [String]? {
    let pad = String(repeating: " ", count: indentation)
    guard
      let group = code.groups.last(where: { $0.opening == "(" && !$0.inner.isEmpty }),
      code[(group.end + 1)...].allSatisfy({ ",)]".contains($0) })
    else { return nil }
    let start = pad + code[...group.start]
    let end = ")" + code[(group.end + 1)...]
    let inner = SwiftText(code[group.inner])
    if inner.text.first == "[", inner.groups.count == 1, inner.groups[0].end == inner.count - 1 {
      let all = SwiftText(inner[inner.groups[0].inner]).parts
      let parts = all.map { $0.hasSuffix(",") || all.count == 1 ? $0 : $0 + "," }
      return [start + "["] + parts.flatMap { lines($0, indentation + 2) } + [pad + "]" + end]
    }
    let line = pad + "  " + inner.text + end
    if line.count <= width { return [start, line] }
    var result: [String] = []
    let parts = inner.parts
    for (index, part) in parts.enumerated() {
      result += lines(index == parts.count - 1 ? part + end : part, indentation + 2)
    }
    return [start] + result
  }

  /// A long text: two, one after the other.
  private static func longText(_ code: SwiftText, _ indentation: Int) -> [String]? {
    guard let place = code.placeInText(before: width - indentation - 2) else {
      guard let start = code.first("try \"") else { return nil }
      let pad = String(repeating: " ", count: indentation)
      return [pad + code[..<(start + 3)], pad + "  " + code[(start + 4)...]]
    }
    return lines(code[..<place] + "\" + \"" + code[place...], indentation)
  }
}

/// Breaks lines of Kotlin as the coding conventions have it: what is too long, and lambdas of several
/// statements, which are separated by line breaks.
enum KotlinLayout {
  static let width = 120

  static func wrapped(_ lines: [String]) -> [String] {
    lines.flatMap { line -> [String] in
      let code = line.drop { $0 == " " }
      if code.isEmpty || isComment(code) { return [line] }
      return Part(String(code), line.count - code.count).lines
    }
  }

  private static func isComment(_ code: Substring) -> Bool {
    ["//", "/*", "* ", "*/"].contains { code.hasPrefix($0) } || code == "*"
  }
}

/// A statement, or a part of one that begins on a line.
private struct Part {
  private let code: KotlinText
  private let indentation: Int
  /// The text before it on its first line.
  private let lead: String
  /// The text after it on its last line.
  private let tail: String

  init(_ text: String, _ indentation: Int, lead: String = "", tail: String = "") {
    code = KotlinText(text)
    self.indentation = indentation
    self.lead = lead
    self.tail = tail
  }

  private var pad: String { String(repeating: " ", count: indentation) }
  private var deeper: Int { indentation + 4 }

  private func fits(_ line: String, _ indentation: Int) -> Bool {
    indentation + line.count <= KotlinLayout.width && !line.contains("\n")
  }

  var lines: [String] {
    let line = lead + code.text + tail
    if fits(line, indentation) { return [pad + line] }
    return ending ?? function ?? choice ?? assignment ?? operators ?? literal ?? chain ?? call
      ?? [pad + line]
  }

  /// The text that belongs to the last line, whatever is before it.
  private var ending: [String]? {
    for end in [",", " {"] where code.text.hasSuffix(end) {
      return Part(
        String(code.text.dropLast(end.count)), indentation, lead: lead, tail: end + tail
      ).lines
    }
    return nil
  }

  /// A function whose body is an expression, which begins on a line of its own.
  private var function: [String]? {
    guard let parameters = code.groups.first, code[..<parameters.start].contains("fun "),
      let equals = code.first(" = "), equals > parameters.end
    else { return nil }
    return Part(code[..<equals], indentation, tail: " =").lines
      + Part(code[(equals + 3)...], deeper, tail: tail).lines
  }

  // MARK: Choices

  /// A choice of two values, or a statement with a condition.
  private var choice: [String]? {
    guard code.text.hasPrefix("if ("), let condition = code.groups.first,
      condition.end + 2 < code.count
    else { return nil }
    let rest = KotlinText(code[(condition.end + 2)...])
    let start = Part(code[...condition.end], indentation, lead: lead, tail: " {").lines
    guard let other = rest.first(" else ") else {
      return start + Part(rest.text, deeper).lines + [pad + "}" + tail]
    }
    let first = start + Part(rest[..<other], deeper).lines
    let second = Part(rest[(other + 6)...], indentation, lead: "} else ", tail: tail)
    if let choice = second.choice { return first + choice }
    return first + [pad + "} else {"] + Part(second.code.text, deeper).lines + [pad + "}" + tail]
  }

  // MARK: Assignments

  /// A value with what it is assigned to, returned for, or chosen by.
  private var assignment: [String]? {
    guard lead.isEmpty else { return nil }
    if code.text.hasPrefix("return ") {
      return Part(code[7...], indentation, lead: "return ", tail: tail).lines
    }
    let signs = [" = ", " -> ", " to "]
    guard let sign = signs.first(where: { code.first($0) != nil }),
      let place = code.first(sign)
    else { return nil }
    let start = place + sign.count
    let value = KotlinText(code[start...])
    let inPlace = Part(value.text, indentation, lead: code[..<start], tail: tail)
    if let choice = inPlace.choice { return choice }
    let below = { [pad + code[..<(start - 1)]] + Part(value.text, deeper, tail: tail).lines }
    if value.lowestOperator != nil || value.isLiteral { return below() }
    if sign == " -> ", value.lambda == nil, fits(value.text + tail, deeper) { return below() }
    return inPlace.chain ?? inPlace.call ?? below()
  }

  // MARK: Operators

  private var operators: [String]? { operators(isContinued: true) }

  /// Operands on a line each.
  private func operators(isContinued: Bool) -> [String]? {
    guard let signs = code.lowestOperator else { return nil }
    let operands = code.operands(signs)
    return operands.enumerated().flatMap { index, operand in
      Part(
        operand, index == 0 || !isContinued ? indentation : deeper, lead: index == 0 ? lead : "",
        tail: index == operands.count - 1 ? tail : ""
      ).lines
    }
  }

  /// A long text as several, which are added to one another.
  private var literal: [String]? {
    guard code.isLiteral else { return nil }
    let inner = lead.isEmpty ? deeper : indentation
    let room = KotlinLayout.width - "\"\" +".count
    var start = 1
    var lines: [String] = []
    var place = code.placeInText(before: room - indentation - lead.count)
    while let end = place, end > start {
      let indentation = lines.isEmpty ? pad + lead : String(repeating: " ", count: inner)
      lines.append("\(indentation)\"\(code[start..<end])\" +")
      start = end
      let rest = code.count - start + 1 + tail.count
      place =
        inner + rest <= KotlinLayout.width
        ? nil : code.placeInText(from: start, before: start + room - inner)
    }
    guard !lines.isEmpty else { return nil }
    let rest = KotlinText("\"" + code[start...])
    // What is nothing but a value needs no literal.
    if let value = rest.onlyValue { return lines + Part(value, inner, tail: tail).lines }
    return lines + [String(repeating: " ", count: inner) + rest.text + tail]
  }

  // MARK: Calls

  /// Calls that follow one another, each of a result, on a line each.
  private var chain: [String]? {
    let links = code.links
    guard links.count > 1 else { return nil }
    let ends = links.dropFirst() + [code.count]
    let first = Part(code[..<links[0]], indentation, lead: lead).lines
    return first
      + zip(links, ends).flatMap { start, end in
        Part(code[start..<end], deeper, tail: end == code.count ? tail : "").lines
      }
  }

  /// A call, whose lambda or arguments stand on lines of their own.
  private var call: [String]? {
    if let group = code.lambda {
      let head = code[..<group.start]
      let (parameters, body) = lambda(group)
      let opening = "{" + parameters
      if fits(lead + head + opening, indentation) {
        return [pad + lead + head + opening] + body + [pad + "}" + tail]
      }
      let inLine = " " + code[group.start...] + tail
      if head.hasSuffix(") "), !head.hasSuffix("() "), fits(")" + inLine, indentation) {
        return Part(head.trimmed, indentation, lead: lead, tail: inLine).lines
      }
      return Part(head.trimmed, indentation, lead: lead, tail: " " + opening).lines + body
        + [pad + "}" + tail]
    }
    let groups = code.groups.filter { "({[".contains($0.opening) && !$0.inner.isEmpty }
    guard let group = groups.max(by: { $0.inner.count < $1.inner.count }) else { return nil }
    let end = "\(closing(group.opening))\(code[(group.end + 1)...])\(tail)"
    if group.opening == "{" {
      let (parameters, body) = lambda(group)
      return [pad + lead + code[...group.start] + parameters] + body + [pad + end]
    }
    return [pad + lead + code[...group.start]] + elements(of: group) + [pad + end]
  }

  private func closing(_ opening: Character) -> Character {
    switch opening {
    case "(": ")"
    case "[": "]"
    default: "}"
    }
  }

  /// The lines between parentheses: arguments with a comma behind each, or what is in parentheses.
  private func elements(of group: CodeGroup) -> [String] {
    let inner = KotlinText(code[group.inner])
    let isCall =
      group.start > 0
      && { $0.isLetter || $0.isNumber || "_>`".contains($0) }(code[group.start - 1])
    guard isCall else {
      let part = Part(inner.text, deeper)
      if fits(inner.text, deeper) { return part.lines }
      return part.operators(isContinued: false) ?? part.lines
    }
    return inner.parts.flatMap { part in
      Part(part.hasSuffix(",") ? String(part.dropLast()) : part, deeper, tail: ",").lines
    }
  }

  /// The parameters of a lambda, and the lines of its body.
  private func lambda(_ group: CodeGroup) -> (parameters: String, body: [String]) {
    let inner = KotlinText(code[group.inner].trimmed)
    var parameters = ""
    var body = inner
    if let arrow = inner.first(" ->"), !inner[..<arrow].contains("\n") {
      parameters = " " + inner[..<(arrow + 3)]
      body = KotlinText(inner[(arrow + 3)...])
    }
    return (parameters, body.statements.flatMap { Part($0, deeper).lines })
  }
}

import LibYAML
import Support
import Testing
import YAML

@Suite struct `Parsing` {
  @Test(arguments: [
    ("", "'' 0..<0"),
    ("# only a comment\n", "'' 0..<0"),
    ("a: 1", "{a: '1' 3..<4} 0..<4"),
    (
      "a: 1\nb:\n  - x\n  - y\n\n# end\n",
      "{a: '1' 3..<4, b: ['x' 12..<13, 'y' 18..<19] 10..<19} 0..<19"
    ),
    ("a:\n- x\n- \n", "{a: ['x' 5..<6, '' 8..<8] 3..<8} 0..<8"),
    ("a:   # nothing\nb: ~", "{a: '' 2..<2, b: '~' 18..<19} 0..<19"),
    ("[a, {b: c} , d: e]", "['a' 1..<2, {b: 'c' 8..<9} 4..<10, {d: 'e' 16..<17} 13..<17] 0..<18"),
    ("{a, b: }", "{a: '' 2..<2, b: '' 6..<6} 0..<8"),
    ("? a\n? b\n: c\n", "{a: '' 3..<3, b: 'c' 10..<11} 0..<11"),
    ("a: 'x'\nb: \"y\"", "{a: 'x' 3..<6, b: 'y' 10..<13} 0..<13"),
    (
      "a: |\n  x\n\n\nb: >-  # c\n  y\n \n\nc: |+\n\n",
      "{a: 'x\n' 3..<8, b: 'y' 14..<25, c: '\n' 32..<34} 0..<34"
    ),
    (
      "a: &x 1\nb: *x\nc: &y\n  - *x",
      "{a: '1' 6..<7, b: '1' 11..<13, c: ['1' 24..<26] 22..<26} 0..<26"
    ),
    ("a: &x\nb: &y # c\n  d: e", "{a: '' 5..<5, b: {d: 'e' 21..<22} 18..<22} 0..<22"),
    ("é: ü\nz: [ö]", "{é: 'ü' 4..<6, z: ['ö' 11..<13] 10..<14} 0..<14"),
    (
      "&m a: 1\nb: &é.x/:y c\nd: *é.x/:y",
      "{a: '1' 6..<7, b: 'c' 20..<21, d: 'c' 25..<33} 0..<33"
    ),
    ("&m\n&k a: 1", "{a: '1' 9..<10} 3..<10"),
    ("[&a:b x, *a:b]", "['x' 6..<7, 'x' 9..<13] 0..<14"),
    (
      "a: &ü c && *y\nb: '& &é *é'", "{a: 'c && *y' 7..<14, b: '& &é *é' 18..<29} 0..<29"
    ),
    ("a: 1\r\nb: 2\r\n", "{a: '1' 3..<4, b: '2' 9..<10} 0..<10"),
    ("%YAML 1.2\n---\na: 1\n...\n# c\n", "{a: '1' 17..<18} 14..<18"),
  ])
  func `a tree has the texts and places of the file`(_ text: String, _ expected: String) throws {
    #expect(describe(try LibYAML.parse(Source(name: "test.yaml", text: text))) == expected)
  }

  @Test(
    arguments: [
      ("~", .null), ("null", .null), ("Null", .null), ("", .null), ("nULL", .string),
      ("true", .bool(true)), ("FALSE", .bool(false)), ("yes", .string), ("on", .string),
      ("0", .int(0)), ("-12", .int(-12)), ("+7", .int(7)), ("007", .int(7)), ("0o17", .int(15)),
      ("0x1F", .int(31)), ("-0x1F", .string), ("0b1", .string), ("1_000", .string),
      ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
      ("9223372036854775808", .double(0x1p63)),
      ("0xFFFFFFFFFFFFFFFF", .double(0x1p64)),
      ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)), ("1e309", .outOfRange),
      ("-1e400", .outOfRange), (".1e999", .outOfRange), ("1e-400", .double(0)),
      (String(repeating: "9", count: 400), .outOfRange),
      ("0x" + String(repeating: "F", count: 400), .outOfRange),
      ("1e3", .double(1000)), ("1.", .double(1)), (".5", .double(0.5)), ("-.5", .double(-0.5)),
      ("+1.5E-3", .double(0.0015)), (".", .string), ("-", .string), ("1e", .string),
      ("e3", .string),
      (".inf", .double(.infinity)), ("-.Inf", .double(-.infinity)), ("inf", .string),
      ("nan", .string), ("1.2.3", .string), ("0x", .string), ("0o8", .string), ("12:30", .string),
    ] as [(String, Scalar.Resolved)])
  func `a plain scalar resolves under the core schema`(_ text: String, _ expected: Scalar.Resolved)
  {
    let source = Source(name: "test.yaml", text: text)
    let range = SourceRange(source: source, lowerBound: 0, upperBound: text.utf8.count)
    #expect(Scalar(text, style: .plain, at: range).resolved == expected)
    #expect(Scalar(text, style: .doubleQuoted, at: range).resolved == .string)
  }

  @Test func `not a number is a double`() {
    let source = Source(name: "test.yaml", text: ".nan")
    let range = SourceRange(source: source, lowerBound: 0, upperBound: 4)
    guard case .double(let value) = Scalar(".NaN", style: .plain, at: range).resolved else {
      Issue.record("not a double")
      return
    }
    #expect(value.isNaN)
  }

  @Test func `an anchor set again inside itself stands for the inner node`() throws {
    let text = "a: &x [&x b, *x]\nc: *x"
    let tree = describe(try LibYAML.parse(Source(name: "test.yaml", text: text)))
    #expect(tree == "{a: ['b' 10..<11, 'b' 13..<15] 6..<16, c: 'b' 20..<22} 0..<22")
  }
}

/// Describes a tree on one line, each value with its range.
private func describe(_ node: Node) -> String {
  let range = "\(node.range.lowerBound)..<\(node.range.upperBound)"
  switch node.content {
  case .scalar(let scalar):
    return "'\(scalar.text)' \(range)"
  case .sequence(let items):
    return "[\(items.map(describe).joined(separator: ", "))] \(range)"
  case .mapping(let entries):
    let shown = entries.map { "\($0.key.text): \(describe($0.value))" }
    return "{\(shown.joined(separator: ", "))} \(range)"
  }
}

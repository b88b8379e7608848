import LibYAML
import Support
import Testing
import YAML

@Suite(.serialized) struct `Hostile input` {
  // An unoptimized build takes seconds where an optimized one takes milliseconds.
  #if DEBUG
    private static let size = 5 * 1024 * 1024
  #else
    private static let size = Source.maximumSize
  #endif

  private static func filled(with unit: String, between head: String = "", and tail: String = "")
    -> [UInt8]
  {
    let count = (size - head.utf8.count - tail.utf8.count) / unit.utf8.count
    return Array(head.utf8) + Array(String(repeating: unit, count: count).utf8) + Array(tail.utf8)
  }

  /// Parses bytes, which may take seconds but not minutes, and returns the codes of the diagnostics.
  private func codes(_ bytes: [UInt8]) -> [Diagnostic.Code] {
    let start = threadTime()
    defer { #expect(threadTime() - start < .seconds(60)) }
    do throws(Diagnostics) {
      _ = try LibYAML.parse(Source(name: "test.yaml", bytes: bytes))
      return []
    } catch {
      #expect(!error.render().isEmpty)
      return error.items.map(\.code)
    }
  }

  @Test(
    arguments: [
      ("[", .nestingTooDeep), ("{", .nestingTooDeep), ("- ", .nestingTooDeep),
      ("? ", .nestingTooDeep), ("%", .yamlSyntax), ("\"", .yamlSyntax), ("a", nil), ("?", nil),
      (" ", nil), ("\n", nil), ("#\n", nil), ("-\n", .fileTooLarge), ("...\n", .yamlSyntax),
      ("%TAG !a! tag:x\n", .unknownTag), ("*a ", .yamlSyntax), ("---\n", .yamlSyntax),
    ] as [(String, Diagnostic.Code?)])
  func `megabytes of one thing are refused or read`(_ unit: String, _ code: Diagnostic.Code?) {
    #expect(codes(Self.filled(with: unit)).first == code)
  }

  @Test
  func `a long run of blanks before many words does not take quadratic time`() {
    let half = String(repeating: " ", count: Self.size / 2)
    #expect(codes(Self.filled(with: "a ", between: "\"" + half, and: "\"")) == [.yamlSyntax])
    let lines = String(repeating: "\n", count: Self.size / 2)
    #expect(codes(Self.filled(with: " a\n\n", between: "|\n a\n" + lines)) == [.yamlSyntax])
  }

  @Test
  func `many small values in one flow collection are refused`() {
    #expect(codes(Self.filled(with: "a,", between: "[", and: "]")) == [.fileTooLarge])
  }

  @Test func `no more than a hundred errors are looked for`() {
    let found = codes(Self.filled(with: "a,", between: "{", and: "}"))
    #expect(found == Array(repeating: .duplicateKey, count: 100))
  }

  @Test func `aliases of aliases are refused`() {
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<40 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      bomb += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect(codes(Array(bomb.utf8)) == [.aliasBudget])
    var chain = "a0: &a0 [x]\n"
    for level in 1..<400 { chain += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    #expect(codes(Array(chain.utf8)) == [.nestingTooDeep])
  }

  @Test func `the limits are exact`() {
    let brackets = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
    #expect(codes(Array(brackets(128).utf8)) == [])
    #expect(codes(Array(brackets(129).utf8)) == [.nestingTooDeep])
    let aliases = { "- &a x\n" + String(repeating: "- *a\n", count: $0) }
    #expect(codes(Array(aliases(100_000).utf8)) == [])
    #expect(codes(Array(aliases(100_001).utf8)) == [.aliasBudget])
  }

  private static let samples = [
    "a: &x [1, 'b''c', \"d\\n\\u00e9\"]\nb: |\n  text\n   more\n\nc: >-\n  folded\n  text\nd: *x\n",
    "types:\n  T: { a: int = 1, b: list(T) }\n? key\n: - x\n  - y # comment\n  -\nz: é😀\r\n",
    "%YAML 1.2\n---\n- !t a\n- <<: 1\n- {a, a: , [b]: c}\n...\n",
  ]

  @Test(arguments: 0..<8)
  func `no mutation of a file crashes`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let special = Array("[]{}&*!|>'\"%@`#:-?,~ \n\r\t\\<.".utf8)
    for round in 0..<500 {
      var bytes = Array(Self.samples[round % Self.samples.count].utf8)
      for _ in 0..<Int.random(in: 1..<8, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[place] = special.randomElement(using: &random) ?? 0
        case 2: bytes.insert(special.randomElement(using: &random) ?? 0, at: place)
        case 3 where bytes.count > 1: bytes.remove(at: place)
        default: bytes += bytes[place..<min(place + 9, bytes.count)]
        }
      }
      do throws(Diagnostics) {
        let source = try Source(name: "test.yaml", bytes: bytes)
        checkPlaces(of: try LibYAML.parse(source), in: source.utf8.count)
      } catch {
        #expect(!error.items.isEmpty)
        #expect(error.render().hasPrefix("error["))
      }
    }
  }

  private func checkPlaces(of node: Node, in size: Int) {
    #expect(node.range.upperBound <= size)
    switch node.content {
    case .scalar(let scalar):
      let whole = scalar.range(of: 0..<scalar.text.utf8.count)
      #expect(whole.upperBound <= size)
    case .sequence(let items):
      for item in items { checkPlaces(of: item, in: size) }
    case .mapping(let entries):
      for entry in entries { checkPlaces(of: entry.value, in: size) }
    }
  }
}

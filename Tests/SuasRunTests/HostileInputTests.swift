import Foundation
import Testing

/// Malicious files: each gives one clear diagnostic and exit code 2, within two seconds and a
/// gigabyte of address space.
@Suite struct HostileInputTests {
  struct Hostile: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var code: String
    var spec: @Sendable () -> Data
  }

  static func rule(when condition: String) -> Data {
    Data(
      """
      suas: 1
      states: { S: { flag: bool = false } }
      actions: { Go: {} }
      reducers:
        R:
          state: S
          on:
            Go:
              - toggle: flag
                when: '${\(condition)}'

      """.utf8)
  }

  static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  static let hostile: [Hostile] = [
    Hostile(testDescription: "10,000 nested brackets", code: "nesting-too-deep") {
      Data(("name: " + many("[", 10_000)).utf8)
    },
    Hostile(testDescription: "a million nested brackets", code: "nesting-too-deep") {
      Data(("name: " + many("[", 1_000_000)).utf8)
    },
    Hostile(testDescription: "a million nested list items", code: "nesting-too-deep") {
      Data(many("- ", 1_000_000).utf8)
    },
    Hostile(testDescription: "100,000 nested parentheses", code: "expression-syntax") {
      rule(when: many("(", 100_000) + "flag" + many(")", 100_000))
    },
    Hostile(testDescription: "100,000 nots", code: "expression-syntax") {
      rule(when: many("!", 100_000) + "flag")
    },
    Hostile(testDescription: "100,000 nested lists in an expression", code: "expression-syntax") {
      rule(when: many("[", 100_000) + many("]", 100_000))
    },
    Hostile(testDescription: "100,000 field selections", code: "expression-syntax") {
      rule(when: "state" + many(".flag", 100_000))
    },
    Hostile(testDescription: "100,000 additions", code: "expression-syntax") {
      rule(when: "1" + many(" + 1", 100_000) + " > 0")
    },
    Hostile(testDescription: "100,000 ternaries", code: "expression-syntax") {
      rule(when: many("flag ? true : ", 100_000) + "flag")
    },
    Hostile(testDescription: "a megabyte of an unterminated string", code: "expression-syntax") {
      rule(when: "\"" + many("a", 1_000_000))
    },
    Hostile(testDescription: "an alias bomb", code: "alias-budget") {
      var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
      for level in 1...30 {
        text += "a\(level): &a\(level) [" + many("*a\(level - 1), ", 10) + "]\n"
      }
      return Data(text.utf8)
    },
    Hostile(testDescription: "a file of 100 MB", code: "file-too-large") {
      Data(count: 100 * 1024 * 1024)
    },
    Hostile(testDescription: "15 MB of quotes", code: "yaml-syntax") {
      Data(("name: \"" + many("a", 15_000_000)).utf8)
    },
    Hostile(testDescription: "15 MB of question marks", code: "nesting-too-deep") {
      Data(many("? ", 7_500_000).utf8)
    },
    Hostile(testDescription: "nothing but zeros", code: "encoding") { Data(count: 1000) },
    Hostile(testDescription: "bytes of no encoding", code: "encoding") {
      Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ 131) })
    },
    Hostile(testDescription: "a type in a type in a type", code: "unknown-type") {
      Data(
        ("suas: 1\nstates:\n  S:\n    x: " + many("list(", 100_000) + "int"
          + many(")", 100_000)).utf8)
    },
  ]

  static func chain(_ length: Int, _ fields: (_ next: String) -> String) -> Data {
    var text = "suas: 1\ntypes:\n"
    for level in 0..<length { text += "  T\(level): { \(fields("T\(level + 1)")) }\n" }
    return Data((text + "  T\(length): { leaf: int = 0 }\nstates: { S: { a: int = 0 } }\n").utf8)
  }

  /// Types that form long chains.
  static let hostileTypes: [Hostile] = [
    Hostile(testDescription: "20,000 records in one another", code: "type-too-large") {
      chain(20_000) { "a: \($0)" }
    },
    Hostile(testDescription: "20,000 records with defaults", code: "type-too-large") {
      chain(20_000) { "a: \"\($0) = {}\"" }
    },
    Hostile(testDescription: "20,000 records that may be there", code: "type-too-large") {
      chain(20_000) { "a: \"\($0)?\"" }
    },
    Hostile(testDescription: "20,000 records in lists and maps", code: "type-too-large") {
      chain(20_000) { "a: list(map(\($0)))" }
    },
    Hostile(testDescription: "20,000 records the other way round", code: "type-too-large") {
      var text = "suas: 1\ntypes:\n  T0: { leaf: int = 0 }\n"
      for level in 1...20_000 { text += "  T\(level): { a: T\(level - 1) }\n" }
      return Data((text + "states: { S: { a: int = 0 } }\n").utf8)
    },
    Hostile(testDescription: "20,000 records in a circle", code: "type-too-large") {
      chain(20_000) { "a: \"\($0 == "T20000" ? "T0" : $0)?\"" }
    },
    Hostile(testDescription: "20,000 variants in one another", code: "type-too-large") {
      var text = "suas: 1\nvariants:\n"
      for level in 0..<20_000 { text += "  V\(level): { none: {}, some: { a: V\(level + 1) } }\n" }
      return Data((text + "  V20000: { none: {} }\nstates: { S: { a: int = 0 } }\n").utf8)
    },
    Hostile(testDescription: "defaults of 2^64 leaves", code: "type-too-large") {
      chain(64) { "a: \"\($0) = {}\", b: \"\($0) = {}\"" }
    },
    Hostile(testDescription: "records of 2^64 leaves", code: "type-too-large") {
      chain(64) { "a: \($0), b: \($0)" }
    },
    Hostile(testDescription: "records of 2^64 leaves, or none", code: "type-too-large") {
      chain(64) { "a: \"\($0)?\", b: { type: list(\($0)), default: [{}, {}] }" }
    },
  ]

  static func definitions(
    _ section: String, _ count: Int, _ declaration: (Int) -> String
  ) -> Data {
    var text = "suas: 1\n\(section):\n"
    for index in 0..<count { text += "  d\(index): \(declaration(index))\n" }
    return Data((text + "states: { S: { a: int = 0 } }\n").utf8)
  }

  /// Constants and functions that build on one another.
  static let hostileDefinitions: [Hostile] = [
    Hostile(testDescription: "10,000 functions in a row", code: "nesting-too-deep") {
      definitions("functions", 10_000) {
        "{ params: { x: int }, value: \($0 == 9999 ? "x" : "d\($0 + 1)(x) + 1") }"
      }
    },
    Hostile(testDescription: "10,000 functions, each after what it calls", code: "nesting-too-deep")
    {
      definitions("functions", 10_000) {
        "{ params: { x: int }, value: \($0 == 0 ? "x" : "d\($0 - 1)(x) + 1") }"
      }
    },
    Hostile(testDescription: "10,000 functions in a circle", code: "recursive-function") {
      definitions("functions", 10_000) {
        "{ params: { x: int }, returns: int, value: d\(($0 + 1) % 10_000)(x) + 1 }"
      }
    },
    Hostile(testDescription: "10,000 constants in a circle", code: "recursive-constant") {
      definitions("constants", 10_000) { "int = ${d\(($0 + 1) % 10_000) + 1}" }
    },
    Hostile(testDescription: "functions of the former one twice", code: "nesting-too-deep") {
      definitions("functions", 60) {
        "{ params: { x: int }, value: \($0 == 0 ? "x + 1" : "d\($0 - 1)(d\($0 - 1)(x))") }"
      }
    },
    Hostile(testDescription: "a list of 2^60 values", code: "type-too-large") {
      definitions("constants", 60) {
        "{ type: list(int), value: '\($0 == 0 ? "${[1, 2]}" : "${d\($0 - 1) + d\($0 - 1)}")' }"
      }
    },
    Hostile(testDescription: "a text of 2^60 characters", code: "invalid-constant") {
      definitions("constants", 60) {
        "{ type: string, value: '\($0 == 0 ? "abcdefgh" : "${d\($0 - 1) + d\($0 - 1)}")' }"
      }
    },
  ]

  @Test(
    "Hostile input is refused at once", arguments: hostile + hostileTypes + hostileDefinitions)
  func refused(_ input: Hostile) throws {
    let folder = try Folder()
    try folder.write(input.spec(), to: "spec.yaml")
    let result = try Program.run(["check", "spec.yaml"], in: folder, memory: 1000)
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("error[\(input.code)]: "), "\(result.errors.prefix(500))")
    #expect(result.errors.components(separatedBy: "error[").count == 2)
    #expect(result.errors.utf8.count < 2000)
    #expect(result.seconds < Self.limitInSeconds)
  }

  @Test(
    "Pairs of surrogates are read in time, and halves of them told of in time",
    arguments: [
      (#"\ud83d\ude00"#, 100_000, true), (#"\ud83d"#, 200_000, false),
      (#"\ud83d\ude00", ""#, 30_000, true), (#"\\ud83d\ud83d\ude00"#, 50_000, true),
    ])
  func surrogates(part: String, count: Int, isSound: Bool) throws {
    let folder = try Folder()
    try folder.write(
      """
      suas: 1
      states: { S: { texts: { type: list(string), default: ["\(Self.many(part, count))"] } } }
      """, to: "spec.yaml")
    let result = try Program.run(["check", "spec.yaml"], in: folder, memory: 1000)
    #expect(result.status == (isSound ? 0 : 2))
    #expect(isSound || result.errors.hasPrefix("error[yaml-syntax]: this escape is half of"))
    #expect(result.seconds < Self.limitInSeconds)
  }

  /// The limit for a release build is two seconds; a debug build has more.
  #if DEBUG
    static let limitInSeconds = 20.0
  #else
    static let limitInSeconds = 2.0
  #endif
}

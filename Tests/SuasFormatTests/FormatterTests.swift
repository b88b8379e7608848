import LibYAML
import SuasSpec
import Support
import Testing
import YAML
import YAMLSyntax

@testable import SuasFormat

@Suite struct FormatterTests {
  /// Texts with their formatted form.
  static let examples: [(String, String)] = [
    ("a:   1\n\n\nb:    2", "a: 1\n\nb: 2\n"),
    ("\u{FEFF}a: 1\r\nb: 2\r\n", "a: 1\nb: 2\n"),
    ("---\na: 1   # one\n...\n", "a: 1 # one\n"),
    ("%YAML 1.2\n---\na: 1\n", "%YAML 1.2\n---\na: 1\n"),
    ("a:\n- 1\n-   2\n", "a:\n  - 1\n  - 2\n"),
    (
      "a:\n    b:\n        c: 1\n    # end of a\n# top\nd: 2\n",
      "a:\n  b:\n    c: 1\n  # end of a\n# top\nd: 2\n"
    ),
    ("a: {b: 1,c: [1,2 , 3]}\n", "a: { b: 1, c: [1, 2, 3] }\n"),
    ("a: {-}\nb: {c: -}\nd: [-]\n", "a: { \"-\" }\nb: { c: \"-\" }\nd: [\"-\"]\n"),
    ("a: [\n  1, # one\n  2\n]\n", "a:\n  - 1 # one\n  - 2\n"),
    ("a: { # all\n  b: 1\n  # end\n}\n", "a: # all\n  b: 1\n  # end\n"),
    ("a: [] # none\nb: {\n}\nc: [ # why\n ]\n", "a: [] # none\nb: {}\n# why\nc: []\n"),
    ("-   # item\n  a: 1\n-\n  - 1\n  - 2\n", "# item\n- a: 1\n- - 1\n  - 2\n"),
    (
      "a: 'x y'\nb: \"no\"\nc: '1'\nd: 'say \"x\"'\ne: '# x'\n",
      "a: x y\nb: \"no\"\nc: \"1\"\nd: 'say \"x\"'\ne: \"# x\"\n"
    ),
    (
      "a: 'action.text'\nb: \"${x}\"\nc: ['${x}', 'z']\n",
      "a: \"action.text\"\nb: ${x}\nc: [\"${x}\", z]\n"
    ),
    ("a: \"\\u00e9\"\nb: '\\'\n", "a: \"\\u00e9\"\nb: '\\'\n"),
    (
      "a: |   # text\n     one\n       two\n\n     three\nb: 1\n",
      "a: | # text\n  one\n    two\n\n  three\nb: 1\n"
    ),
    ("a: |+\n   one\n\n\nb: 1\n", "a: |+\n  one\n\n\nb: 1\n"),
    ("a: >-\n    one\n    two\n", "a: >-\n  one\n  two\n"),
    ("a: |3-\n     one\n    two\n", "a: |2-\n    one\n   two\n"),
    ("a: |\n\n", "a: \"\"\n"),
    ("a: one\n      two\n\n      three\n", "a: one\n  two\n\n  three\n"),
    ("a: \"one\n   two\\\n   three\"\n", "a: \"one\n  two\\\n  three\"\n"),
    ("a:  &x\n   b: 1\nc:   *x\n", "a: &x\n  b: 1\nc: *x\n"),
    ("- &x   a: 1\n- &y\n  a: 1\n- *x\n", "- &x a: 1\n- &y\n  a: 1\n- *x\n"),
    ("&x a: 1\n*x : 2\n", ""),
    ("? a\n: 1\n? b\n# why\n: 2\n", "a: 1\n# why\nb: 2\n"),
    ("a:\n  # nothing yet\nb: 1\n", "a:\n  # nothing yet\nb: 1\n"),
    ("a:   # why\n   [1]\n", "# why\na: [1]\n"),
    ("a:   # why\n   b: 1\n", "a: # why\n  b: 1\n"),
    ("# file\n\n# first\na: 1\n# last\n", "# file\n\n# first\na: 1\n# last\n"),
    ("# nothing\n", "# nothing\n"),
    ("[a: 1, b]\n", "[{ a: 1 }, b]\n"),
    ("{a, b: , c: 1}\n", "{ a, b, c: 1 }\n"),
    ("a: \"b\":1\n", ""),
    ("text   # end\n", "text # end\n"),
    (
      "suas: 1\nlisteners:\n  a: { filter: (changed) }\n  b: { filter: ((always)) }\n  c: { filter: (verbose) }\n",
      "suas: 1\n\nlisteners:\n  a: { filter: (changed) }\n  b: { filter: ((always)) }\n  c: { filter: verbose }\n"
    ),
  ]

  @Test(arguments: examples) func formats(_ written: String, _ formatted: String) throws {
    let source = Source(name: "test.yaml", text: written)
    let outcome: Formatter.Outcome
    do throws(Diagnostics) {
      outcome = try Formatter.format(source)
    } catch {
      #expect(formatted.isEmpty, "\(error.render())")
      return
    }
    guard case .formatted(let text) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(String(decoding: text, as: UTF8.self) == formatted)
  }
}

/// The examples of the reference.
@Suite struct FormattingPageTests {
  @Test func examplesAreFormattedAsShown() throws {
    let parts = try Repository.text("Sources/SuasScenario/SuasScenario.docc/Formatting.md")
      .split(separator: "<!-- format").dropFirst()
    let blocks = parts.map { part in
      part.split(separator: "```yaml\n", maxSplits: 1).last?
        .split(separator: "```", maxSplits: 1).first.map(String.init) ?? ""
    }
    #expect(blocks.count >= 10 && blocks.count.isMultiple(of: 2))
    for index in stride(from: 0, to: blocks.count - 1, by: 2) {
      let source = Source(name: "example.yaml", text: blocks[index])
      guard case .formatted(let text) = try Formatter.format(source) else {
        Issue.record("\(blocks[index])")
        continue
      }
      #expect(String(decoding: text, as: UTF8.self) == blocks[index + 1])
    }
  }
}

/// Files of the repository, and files that are made from them.
@Suite struct LayoutMutationTests {
  static let specs = Repository.specs

  private func formatted(_ text: String, name: String = "test.yaml") throws -> String? {
    let outcome = try Formatter.format(Source(name: name, text: text))
    guard case .formatted(let bytes) = outcome else {
      Issue.record("\(name): \(outcome)")
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: specs) func piecesAreTheWholeText(path: String) throws {
    let source = Source(name: path, text: try Repository.read(path))
    let tree = try SyntaxTree(of: try LibYAML.parse(source))
    #expect(Array(tree.pieces.map { source.utf8[$0.range] }.joined()) == source.utf8)
  }

  @Test(arguments: specs) func filesOfTheRepositoryAreFormatted(path: String) throws {
    let text = try Repository.read(path)
    #expect(try formatted(text, name: path) == text)
  }

  /// Layout alone: all mutants come to the bytes of the original.
  @Test func mutantsOfLayoutComeToTheSameBytes() throws {
    let count = Repository.environment("LAYOUT_MUTANTS").flatMap(Int.init) ?? 300
    for seed in 0..<count {
      let path = Self.specs[seed % Self.specs.count]
      let text = try Repository.read(path)
      var mutator = LayoutMutator(seed: seed)
      let mutant = try mutator.mutant(of: Source(name: path, text: text))
      let result = try formatted(mutant, name: "\(path), seed \(seed)")
      let expected = try formatted(text, name: path)
      guard result == expected else {
        Issue.record(
          "\(path), seed \(seed):\n\(LineDifference(from: Array((expected ?? "").utf8), to: Array((result ?? "").utf8)).unified(name: path))"
        )
        return
      }
    }
  }

  /// Two texts that count as read alike are the same program, which the formatter checks no more.
  @Test func specsThatAreReadAlikeAreTheSameProgram() throws {
    let count = Repository.environment("LAYOUT_MUTANTS").flatMap(Int.init) ?? 300
    var alike = 0
    for seed in 0..<count {
      let path = Self.specs[seed % Self.specs.count]
      let source = Source(name: path, text: try Repository.read(path))
      let tree = try LibYAML.parse(source)
      guard DocumentKind(tree) == .spec else { continue }
      var mutator = LayoutMutator(seed: seed)
      let mutant = try LibYAML.parse(Source(name: path, text: try mutator.mutant(of: source)))
      guard Formatter.isReadAlike(mutant, tree, SpecGrammar.keys) else { continue }
      alike += 1
      #expect(Formatter.isSameProgram(mutant, tree), "\(path), seed \(seed)")
    }
    #expect(alike > 0)
  }

  @Test(
    "Specs that may be read in two ways are not alike",
    arguments: [
      ("name: a.b", "name: 'a.b'"), ("name: 1", "name: '1'"), ("name: a", "name: b"),
      ("invariants: { i: a - (b - c) }", "invariants: { i: a - b - c }"),
      ("invariants: { i: 'a' }", "invariants: { i: '\"a\"' }"),
      (
        "functions: { f: { returns: int, value: 1 + 2 } }",
        "functions: { f: { returns: int, value: 1+3 } }"
      ),
      ("name: '${a+b}'", "name: '${b+a}'"), ("name: '${a} '", "name: ' ${a}'"),
      ("enums: { E: [a, b] }", "enums: { E: [b, a] }"), ("name: '$${a+b}'", "name: '$${a + b}'"),
    ])
  func unlike(_ one: String, _ other: String) throws {
    let trees = try [one, other].map {
      try LibYAML.parse(Source(name: "test.yaml", text: "suas: 1\n\($0)\n"))
    }
    #expect(!Formatter.isReadAlike(trees[0], trees[1], SpecGrammar.keys))
    for tree in trees { #expect(Formatter.isReadAlike(tree, tree, SpecGrammar.keys)) }
  }

  /// Comments everywhere: none is lost, which the formatter itself makes sure of.
  @Test func mutantsWithCommentsAreFormatted() throws {
    let count = Repository.environment("LAYOUT_MUTANTS").flatMap(Int.init) ?? 300
    for seed in 0..<count {
      let path = Self.specs[seed % Self.specs.count]
      var mutator = LayoutMutator(seed: seed, addsComments: true)
      let mutant = try mutator.mutant(of: Source(name: path, text: try Repository.read(path)))
      guard let result = try formatted(mutant, name: "\(path), seed \(seed)") else {
        print(mutant)
        return
      }
      #expect(try formatted(result) == result)
    }
  }

  /// Whatever the bytes are, there is a result or an error.
  @Test func anyBytesHaveAResult() throws {
    var random = Support.SplitMix64(seed: 1)
    let count = Repository.environment("LAYOUT_MUTANTS").flatMap(Int.init) ?? 300
    for round in 0..<5 * count {
      let path = Self.specs[round % Self.specs.count]
      var bytes = Array(
        try Repository.read(path).utf8.prefix(Int.random(in: 0...3000, using: &random)))
      for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let new = Array(" \n\t:-,[]{}#&*!|>'\"?%@a\r\\".utf8).randomElement(using: &random) ?? 0x20
        if Bool.random(using: &random) { bytes[place] = new } else { bytes.insert(new, at: place) }
      }
      do throws(Diagnostics) {
        let source = try Source(name: path, bytes: bytes)
        if case .fault(let fault) = try Formatter.format(source) {
          Issue.record(
            "\(fault) in \(path), round \(round):\n\(String(decoding: bytes, as: UTF8.self).suffix(1000))"
          )
        }
      } catch {
        #expect(error.hasErrors)
      }
    }
  }
}

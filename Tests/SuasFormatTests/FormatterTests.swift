import LibYAML
import SuasFormat
import Support
import Testing
import YAML
import YAMLSyntax

@Suite struct FormatterTests {
  /// Texts with their formatted form.
  static let examples: [(String, String)] = [
    ("a:   1\n\n\nb:    2", "a: 1\n\nb: 2\n"),
    ("\u{FEFF}a: 1\r\nb: 2\r\n", "a: 1\nb: 2\n"),
    ("---\na: 1   # one\n...\n", "a: 1 # one\n"),
    ("%YAML 1.2\n---\na: 1\n", "%YAML 1.2\n---\na: 1\n"),
    ("a:\n- 1\n-   2\n", "a:\n  - 1\n  - 2\n"),
    ("a:\n    b:\n        c: 1\n    # end of a\n# top\nd: 2\n", "a:\n  b:\n    c: 1\n  # end of a\n\n# top\nd: 2\n"),
    ("a: {b: 1,c: [1,2 , 3]}\n", "a: { b: 1, c: [1, 2, 3] }\n"),
    ("a: [\n  1, # one\n  2\n]\n", "a:\n  - 1 # one\n  - 2\n"),
    ("a: { # all\n  b: 1\n  # end\n}\n", "a: # all\n  b: 1\n  # end\n"),
    ("a: [] # none\nb: {\n}\nc: [ # why\n ]\n", "a: [] # none\nb: {}\n# why\nc: []\n"),
    ("-   # item\n  a: 1\n-\n  - 1\n  - 2\n", "# item\n- a: 1\n- - 1\n  - 2\n"),
    ("a: 'x y'\nb: \"no\"\nc: '1'\nd: 'say \"x\"'\ne: '# x'\n",
      "a: x y\nb: \"no\"\nc: \"1\"\nd: 'say \"x\"'\ne: \"# x\"\n"),
    ("a: 'action.text'\nb: \"${x}\"\nc: ['${x}', 'y']\n",
      "a: \"action.text\"\nb: ${x}\nc: [\"${x}\", y]\n"),
    ("a: \"\\u00e9\"\nb: '\\'\n", "a: \"\\u00e9\"\nb: '\\'\n"),
    ("a: |   # text\n     one\n       two\n\n     three\nb: 1\n", "a: | # text\n  one\n    two\n\n  three\nb: 1\n"),
    ("a: |+\n   one\n\n\nb: 1\n", "a: |+\n  one\n\n\nb: 1\n"),
    ("a: >-\n    one\n    two\n", "a: >-\n  one\n  two\n"),
    ("a: |3-\n     one\n    two\n", "a: |2-\n    one\n   two\n"),
    ("a: |\n\n", "a: \"\"\n"),
    ("a: one\n      two\n\n      three\n", "a: one\n  two\n\n  three\n"),
    ("a: \"one\n   two\\\n   three\"\n", "a: \"one\n  two\\\n  three\"\n"),
    ("a:  &x\n   b: 1\nc:   *x\n", "a: &x\n  b: 1\n\nc: *x\n"),
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

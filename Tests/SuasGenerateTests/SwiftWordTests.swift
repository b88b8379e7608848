import SuasProgram
import SuasSpec
import Testing
import YAML

@testable import SuasGenerate

@Suite("Literals that are words of generated Swift")
struct SwiftWordTests {
  @Test(arguments: ["try again", "old", "store", "steps", "runtime", "throw"])
  func `A literal is never read as code`(word: String) throws {
    var code = SwiftCode()
    code.line("tell(\(SwiftNames.quoted(word)))")
    #expect(!code.canFail)
    #expect(!code.mentions(word))
    #expect(code.raising { "throw \($0)" }.document == code.document)
  }

  @Test func `A long text is divided between its words, in parentheses where it is an operand`() {
    let text = SwiftSyntax.text([.text("one two three four five six seven eight nine ten")])
    #expect(
      text.document.text(width: 30) == """
        "one two three four five six "
          + "seven eight nine ten"
        """)
    #expect(text.operand(of: .postfix).text(width: 80) == text.document.text(width: 80))
    #expect(text.operand(of: .postfix).text(width: 30).hasPrefix("(\"one"))
  }
}

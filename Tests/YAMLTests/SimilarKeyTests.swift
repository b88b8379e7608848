import LibYAML
import Testing
import YAML

@Suite struct SimilarKeyTests {
  @Test(arguments: [0, 30])
  func `Keys that are the same letters in another composition are two keys`(others: Int) throws {
    let before = (0..<others).map { "k\($0): 0\n" }.joined()
    let text = before + "caf\u{E9}: 1\ncafe\u{301}: 2\n"
    let node = try LibYAML.parse(Source(name: "a.yaml", text: text))
    #expect(node.mapping?.count == others + 2)
    #expect(throws: Diagnostics.self) {
      try LibYAML.parse(Source(name: "a.yaml", text: text + "cafe\u{301}: 3\n"))
    }
  }
}

import SuasGenerate
import SuasSpec
import Testing
import YAML

/// Descriptions in the comments of generated code.
@Suite struct CommentTests {
  @Test("No character in a comment is hidden, changes the direction of text or ends the comment")
  func hidden() throws {
    let text = #"a\u202Eb\0c\u2066d\u0085e */ /* \u2028 f"#
    let spec = try CompiledSpec(
      Source(
        name: "a.yaml",
        text: """
          suas: 1
          description: "\(text)"
          states: { S: { n: { type: int, default: 0, description: "\(text)" } } }
          actions: { A: { by: { type: int, description: "\(text)" } } }
          reducers: { R: { state: S, description: "\(text)", on: { A: [{ increment: n }] } } }
          """)
    ).checked
    let files =
      try SwiftGenerator(spec, from: "a.yaml", SwiftGenerator.Options()).files()
      + KotlinGenerator(spec, from: "a.yaml", KotlinGenerator.Options()).files()
    let lines: [Substring] = files.flatMap { file in file.text.split(separator: "\n") }
    let comments = lines.filter { line in line.contains("202e}b") }
    #expect(comments.count >= 5, "\(comments)")
    for file in files {
      for scalar in file.text.unicodeScalars {
        #expect(
          !["\u{202E}", "\0", "\u{2066}", "\u{85}", "\u{2028}"].contains(scalar), "\(file.path)")
      }
    }
  }
}

import Support
import Testing

/// Help that shows a whole line: an author who writes that line has what was meant.
@Suite struct FollowedHelpTests {
  private static func check(_ line: String) throws -> Program.Result {
    let field = line.contains("==") ? "isDone" : line.contains("count") ? "count" : "title"
    let folder = try Folder()
    try folder.write(
      """
      suas: 1
      states: { S: { title: string = T, isDone: bool = false, count: int = 0 } }
      actions: { Go: { text: string } }
      reducers:
        R:
          state: S
          on:
            Go:
              - set: \(field)
                \(line)
      """, to: "a.yaml")
    return try Program.run(["check", "a.yaml"], in: folder)
  }

  @Test(
    "The line that the help shows is accepted",
    arguments: [
      // YAML ends each of these texts at its second quote: the outer ones are for YAML.
      (#"value: "${title + "!" + action.text}""#, #"value: '${title + "!" + action.text}'"#),
      ("value: '${title + 'x' + action.text}'", #"value: "${title + 'x' + action.text}""#),
      (
        #"value: "${title == "done" && action.text != ""}""#,
        #"value: '${title == "done" && action.text != ""}'"#
      ),
      ("value: 'it's ${action.text}'", #"value: "it's ${action.text}""#),
      (#"value: "say "hi"""#, #"value: 'say "hi"'"#),
      ("value: count + 1", "${count + 1}"), ("value: not title == 'a'", "'${!(title == ''a'')}'"),
    ])
  func isAccepted(line: String, shown: String) throws {
    let refused = try Self.check(line)
    #expect(refused.status != 0)
    #expect((refused.output + refused.errors).contains("write \(shown)\n"))
    let followed = shown.hasPrefix("value: ") ? shown : "value: \(shown)"
    #expect(try Self.check(followed).status == 0)
  }
}

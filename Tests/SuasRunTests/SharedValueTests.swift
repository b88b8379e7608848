import Foundation
import Testing

/// States that share their parts in memory, and stand for gigabytes as text.
@Suite struct SharedValueTests {
  private static let files = [
    "spec.yaml": """
    suas: 1
    saved: { after: 0s }
    states:
      S: { text: string = x, texts: "list(string) = []" }
    actions: { Double: {}, Fill: {} }
    reducers:
      R:
        state: S
        on:
          Double:
            - set: text
              value: ${text + text}
          Fill:
            - set: texts
              value: ${lists.range(10).fold(all, i, [text], all + all)}

    """,
    "filled.scenario.yaml": """
    spec: spec.yaml
    scenario: A list of 16 GB
    steps:
      - dispatch: Double
        times: 24
      - dispatch: Fill
        expect: { handled: true }

    """,
    "restarted.scenario.yaml": """
    spec: spec.yaml
    scenario: A list of 16 GB that cannot be saved
    steps:
      - dispatch: Double
        times: 24
      - dispatch: Fill
      - restart: {}
        expect: { restored: { version: 0, lost: [S] }, state: { S: { text: x } } }

    """,
  ]

  private static let leftOut = "… (left out: too large)"

  @Test(
    "No command writes more of a state that shares its parts than there is room for",
    arguments: [
      (["trace", "filled.scenario.yaml"], "", 0, leftOut),
      (["restarted.scenario.yaml"], "", 0, "1 passed"),
      (
        ["play", "spec.yaml"],
        String(repeating: "Double\n", count: 24) + "Fill\nstate S.texts\n", 0,
        leftOut
      ),
      (
        ["play", "spec.yaml"],
        String(repeating: "Double\n", count: 24) + "Fill\nsave x.scenario.yaml\n", 1,
        "the scenario would be larger than 16 MB"
      ),
    ])
  func commands(arguments: [String], input: String, status: Int32, expected: String) throws {
    let folder = try Folder()
    for (name, text) in Self.files { try folder.write(Data(text.utf8), to: name) }
    let result = try Program.run(arguments, in: folder, memory: 4_000, input: Data(input.utf8))
    #expect(result.status == status, "\(result.errors.prefix(500))")
    let told = result.output + result.errors
    #expect(String(decoding: told.utf8.suffix(300), as: UTF8.self).contains(expected))
    #expect(told.utf8.count < 100 << 20)
  }

  @Test("The value of an expression that is too large for a text is an error")
  func expression() throws {
    let text = "lists.range(20).fold(text, i, 'x', text + text)"
    let result = try Program.run(
      ["eval", "cel.bind(t, \(text), lists.range(10).fold(all, i, [t], all + all))"],
      in: try Folder(), memory: 4_000)
    #expect(result.status == 1)
    let message = "error[state-too-large]: the value is larger than 64 MB as text"
    #expect(result.errors.contains(message))
  }
}

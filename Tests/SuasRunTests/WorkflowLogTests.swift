import Foundation
import Testing

/// Text from files is never taken for a command by the log of a GitHub workflow.
@Suite struct WorkflowLogTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      suas: 1
      states: { S: { text: "string = ''" } }
      actions: { Say: { text: string } }
      reducers: { R: { state: S, on: { Say: [{ set: text, value: "${action.text}" }] } } }

      """, to: "spec.yaml")
    try folder.write(
      """
      spec: spec.yaml
      scenarios:
        - name: "::error::name ##[error]name"
          steps:
            - note: "::set-env name=A::b"
            - note: "\\u2003::stop-commands::x"
            - note: "a ##[add-path]/tmp"
            - note: "one\\n::add-mask::b\\r::warning::c"
            - dispatch: Say
              with: { text: "::error::said" }
              expect: { state: { S: { text: "##[error]expected" } } }

      """, to: "x.scenario.yaml")
    try folder.write("::error::a: {{\n::error::b\n", to: "::error::x.yaml")
  }

  private func run(_ arguments: String..., isWorkflow: Bool = true) throws -> Program.Result {
    try Program.run(
      arguments, in: folder,
      environment: isWorkflow ? ["GITHUB_ACTIONS": "true", "CI": "true"] : ["CI": "true"])
  }

  /// Returns the lines that the runner takes for commands.
  private static func commands(in text: String) -> [String] {
    text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map(String.init).filter { line in
      let start = line.unicodeScalars.drop { $0.properties.isWhitespace }
      return start.starts(with: "::".unicodeScalars) || line.contains("##[")
    }
  }

  @Test(
    "No command comes of what files and arguments say",
    arguments: [
      ["x.scenario.yaml"], ["x.scenario.yaml", "--trace"], ["x.scenario.yaml", "--coverage"],
      ["x.scenario.yaml", "--list"], ["trace", "x.scenario.yaml"], ["check", "::error::x.yaml"],
      ["x.scenario.yaml", "--report", "json:-"], ["x.scenario.yaml", "--report", "junit:-"],
      ["docs", "spec.yaml"], ["eval", "'##[error]'"], ["::error::nothing"], ["##[error]x"],
      ["check", "\n::error::x"], ["--bad\n::error::x"], ["run", "x", "--tags", "\n::error::"],
      ["play", "\n::error::x"],
    ])
  func commands(arguments: [String]) throws {
    let result = try Program.run(
      arguments, in: folder, environment: ["GITHUB_ACTIONS": "true", "CI": "true"], input: Data())
    #expect(!(result.output + result.errors).isEmpty)
    #expect(Self.commands(in: result.output).isEmpty, "\(result.output)")
    #expect(Self.commands(in: result.errors).isEmpty, "\(result.errors)")
  }

  @Test("Text escaped for the runner is still read as the same")
  func notations() throws {
    let text = try run("x.scenario.yaml").output
    #expect(text.contains("\n      \\::set-env name=A::b\n"))
    #expect(text.contains("\n      a ##\\[add-path]/tmp\n"))
    #expect(try run("x.scenario.yaml", isWorkflow: false).output.contains("\n      ::set-env name"))
    for arguments in [["trace", "x.scenario.yaml"], ["x.scenario.yaml", "--report", "json:-"]] {
      let results = try ["true", ""].map { value in
        try Program.run(
          arguments + (arguments.count > 2 ? ["--no-times"] : []), in: folder,
          environment: ["GITHUB_ACTIONS": value, "CI": "true"]
        ).output
      }
      #expect(results[0].contains("##\\u005berror]"))
      #expect(results[1].contains("##[error]"))
      let values = try results.map {
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSObject
      }
      #expect(values[0] != nil && values[0] == values[1])
    }
  }

  @Test("Only the requested annotations are commands")
  func annotations() throws {
    let result = try run("x.scenario.yaml", "--report", "github")
    let commands = Self.commands(in: result.output)
    #expect(commands.count == 1)
    #expect(commands.first?.hasPrefix("::error file=x.scenario.yaml,line=") == true)
  }

  @Test(
    "Arguments are named without what a terminal would obey or not show",
    arguments: [
      ["--bad\u{1B}[31m\u{E0041}"], ["check", "--deny", "\u{1B}]0;x\u{7}"],
      ["x.scenario.yaml", "--max-cost", "\u{9B}1\u{202E}"], ["play", "spec.yaml", "--\u{1B}c"],
      ["nowhere\u{1B}[2J\u{200D}.yaml"], ["x.scenario.yaml", "--jobs", "a\rb"],
      ["--report", "\u{1B}x", "x.scenario.yaml"], ["x.scenario.yaml", "--root", "\u{1B}\u{E0001}"],
    ])
  func arguments(arguments: [String]) throws {
    let result = try Program.run(arguments, in: folder)
    #expect(result.status == 64 || result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("\\u{") || result.errors.contains("\\r"), "\(result.errors)")
    #expect(
      !result.errors.unicodeScalars.contains {
        $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
      })
  }
}

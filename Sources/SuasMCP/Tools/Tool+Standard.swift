import SuasSpec

extension Tool {
  static func named(_ name: String) -> Tool? { all.first { $0.name == name } }

  static let all: [Tool] = [
    Tool(
      name: "check", title: "Check specs and scenarios",
      summary: """
        Checks specs and scenario files without running anything. Finds every wrong name, key, \
        type and expression, and likely mistakes. The report has 'diagnostics' with severity, \
        code, message, file, line, column, help, and 'fixes' with the text that should stand \
        there. Call it after each change of a file.
        """,
      parameters: [files],
      work: .command(["check", "--report", "json:-"], .json)),
    Tool(
      name: "run", title: "Run scenarios",
      summary: """
        Runs scenario files, and reports for each scenario whether it passed, and otherwise the \
        step that failed, its line, what was expected and what was there.
        """,
      parameters: [
        scenarios,
        ToolParameter(
          name: "filter", kind: .texts,
          summary: "Run only scenarios whose name matches one of these regular expressions.",
          option: "--filter"),
        ToolParameter(
          name: "trace", kind: .flag,
          summary: "Tell in 'text' the rules that each step tried, why, and what they wrote.",
          option: "--trace"),
        ToolParameter(
          name: "coverage", kind: .flag,
          summary:
            "Tell in 'text' and in the report the rules, guards and listeners that no scenario reached.",
          option: "--coverage"),
        ToolParameter(
          name: "update", kind: .flag,
          summary: """
            Write missing and changed golden files, beside the scenarios, and in .suas-run/ the \
            names of the scenarios that failed.
            """,
          option: "--update"),
      ],
      work: .command(["run", "--report", "json:-", "--no-times"], .json), writing: ["update"]
    ),
    Tool(
      name: "explore", title: "Search for broken promises",
      summary: """
        Searches the states that an app can reach, with generated actions, answers and times, for \
        one that breaks an invariant, a transition or a constraint, or causes an error. Each \
        finding has the shortest steps that lead to it.
        """,
      parameters: [
        spec,
        ToolParameter(
          name: "maxDepth", kind: .number(1...1_000_000),
          summary: "The largest number of steps from the start.", option: "--max-depth"),
        ToolParameter(
          name: "maxStates", kind: .number(1...100_000_000),
          summary: "The largest number of states.", option: "--max-states"),
        time,
        ToolParameter(
          name: "seed", kind: .number(0...Int(Int32.max)),
          summary: "The seed of random walks.", option: "--seed"),
        ToolParameter(
          name: "only", kind: .texts, summary: "Send only these actions or effects.",
          option: "--only"),
        ToolParameter(
          name: "allowErrors", kind: .texts,
          summary: "Codes of errors that actions may cause.", option: "--allow-error"),
        ToolParameter(
          name: "from", kind: .path,
          summary: "Begin where the first scenario of this file ends.", option: "--from"),
        ToolParameter(
          name: "migrations", kind: .flag,
          summary: "Restore states that earlier versions may have saved, in place of the search.",
          option: "--migrations"),
        write("each violation and goal"),
      ],
      work: .command(["explore", "--json"], .json), writing: ["write"], checked: ["files"]),
    Tool(
      name: "mutate", title: "Judge scenarios by changed specs",
      summary: """
        Changes the specs of scenarios in one place at a time, and shows the changes that no \
        scenario notices, with steps that would. 'text' has these in short; the report has all \
        mutants.
        """,
      parameters: [
        scenarios,
        ToolParameter(
          name: "maxStates", kind: .number(1...100_000_000),
          summary: "The largest number of states in which a survivor is compared with its spec.",
          option: "--max-states"),
        write("each mutant that survives"),
      ],
      work: .command(["mutate", "--report", "json:-"], .json), writing: ["write"],
      checked: ["files"]),
    Tool(
      name: "diff", title: "Compare two versions of a spec",
      summary: """
        Compares two versions of a spec: what they declare, and what is breaking in that; then \
        what they do, with the shortest steps after which they differ.
        """,
      parameters: [
        ToolParameter(
          name: "old", kind: .version,
          summary: "The old version: a file, or a file at a revision of git as main:app.yaml.",
          isRequired: true),
        ToolParameter(
          name: "new", kind: .version, summary: "The new version, in the same way.",
          isRequired: true),
        ToolParameter(
          name: "maxStates", kind: .number(1...100_000_000),
          summary: "The largest number of states in which the versions are compared.",
          option: "--max-states"),
        time, write("each difference in behaviour"),
      ],
      work: .command(
        ["diff", "--report", "json", "--fail-on", "breaking", "--fail-on", "behaviour"], .json),
      writing: ["write"],
      checked: ["old", "new"]),
    Tool(
      name: "explain", title: "Explain a code",
      summary: """
        Explains the code of a diagnostic or a refused action, such as unknown-field, with a wrong \
        example and its correction. Without a code, lists all codes.
        """,
      parameters: [ToolParameter(name: "code", kind: .text, summary: "The code.")],
      work: .command(["explain"], .text)),
    Tool(
      name: "eval", title: "Evaluate an expression",
      summary: """
        Evaluates a CEL expression as specs and scenarios have them, and returns its value and its \
        type, or the mistake in it.
        """,
      parameters: [
        ToolParameter(
          name: "expression", kind: .text, summary: "The expression, without ${ }.",
          isRequired: true),
        ToolParameter(
          name: "variables", kind: .variables,
          summary: "The values of variables, by their names.", option: "--var"),
        ToolParameter(
          name: "spec", kind: .path,
          summary: "A spec whose constants, functions and types the expression can use.",
          option: "--spec"),
      ],
      work: .command(["eval", "--json"], .json), checked: ["spec"]),
    Tool(
      name: "docs", title: "Read the manual",
      summary: """
        Gives a page of the manual. Read the page 'for-agents' before you write a spec: it is \
        enough for specs and scenarios that check. Without arguments, lists all pages.
        """,
      parameters: [
        ToolParameter(
          name: "page", kind: .text,
          summary: "The name of a page, such as for-agents, reference/specs or specs/Verbs."),
        ToolParameter(
          name: "section", kind: .text, summary: "Give only the section with this heading."),
        ToolParameter(
          name: "search", kind: .text,
          summary: "Give the sections that have most of these words, in place of a page."),
      ], work: .manual),
    Tool(
      name: "describe", title: "Describe a spec",
      summary: """
        Describes a spec in Markdown: states, types, actions and the rules that write each path, \
        selectors, listeners, effects, conditions.
        """,
      parameters: [spec], work: .command(["docs"], .text), checked: ["files"]),
    Tool(
      name: "generate", title: "Write a spec as native code",
      summary: """
        Writes a spec as Swift, Kotlin or TypeScript into a folder, with the runtime that it \
        needs. Files that were not generated are never replaced.
        """,
      parameters: [
        ToolParameter(
          name: "language", kind: .subcommand(["swift", "kotlin", "typescript"]),
          summary: "The language.", isRequired: true),
        spec,
        ToolParameter(
          name: "output", kind: .path, summary: "The folder for the files.", isRequired: true,
          option: "--output"),
        ToolParameter(
          name: "package", kind: .text,
          summary: "For Kotlin, which needs it: the package, such as com.example.app.",
          option: "--package"),
        ToolParameter(
          name: "check", kind: .flag,
          summary: "Write nothing, and fail if the files are not what would be written.",
          option: "--check"),
        ToolParameter(
          name: "tests", kind: .path,
          summary: "Write scenarios as tests, too, into this folder; needs 'scenarios'.",
          option: "--tests"),
        ToolParameter(
          name: "scenarios", kind: .paths, summary: "The scenario files for 'tests'.",
          option: "--scenarios"),
        ToolParameter(
          name: "module", kind: .text,
          summary: "For Swift: the module of the generated code, which the tests import.",
          option: "--module"),
      ],
      work: .command(["generate"], .files), writing: ["output"], checked: ["files"]),
  ]

  private static let files = ToolParameter(
    name: "files", kind: .paths,
    summary: "Specs, scenario files, or folders with *.scenario.yaml, relative to the root.",
    isRequired: true)

  private static let spec = ToolParameter(
    name: "files", kind: .paths, summary: "The files of one spec, relative to the root.",
    isRequired: true)

  private static let scenarios = ToolParameter(
    name: "files", kind: .scenarios,
    summary: """
      Scenario files, or folders with *.scenario.yaml, relative to the root. FILE:LINE is the \
      scenario at that line.
      """,
    isRequired: true)

  private static let time = ToolParameter(
    name: "time", kind: .text, summary: "End after this time, such as 10s.", option: "--time")

  private static func write(_ what: String) -> ToolParameter {
    ToolParameter(
      name: "write", kind: .path,
      summary: "Write a scenario for \(what) into this folder; never replaces a file.",
      option: "--write")
  }
}

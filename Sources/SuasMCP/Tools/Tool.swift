import SuasSpec

/// A command of the program as a tool for assistants.
struct Tool: Sendable {
  let name: String
  let title: String
  /// The text by which a model chooses the tool.
  let summary: String
  let parameters: [ToolParameter]
  let work: Work
  /// The parameters with which the tool writes files; a tool without any never writes.
  var writing: Set<String> = []
  /// The parameters that name the files of which a failure is explained by a check.
  var checked: Set<String> = []

  /// The way in which a tool is done.
  enum Work: Sendable {
    /// The program is run with these words, and what it prints is read as `output`.
    case command([String], Output)
    /// Pages of the manual are looked up.
    case manual
  }

  /// The form of what a command prints to standard output.
  enum Output: Sendable {
    /// One JSON object; a text for people may go to standard error.
    case json
    /// A text.
    case text
    /// A line such as `wrote PATH` for each file that has changed.
    case files
  }
}

/// A member of a tool's arguments, and its place among the words of the command.
struct ToolParameter: Sendable {
  let name: String
  let kind: Kind
  let summary: String
  var isRequired = false
  /// The option that takes the value; nil for a word without an option.
  var option: String?

  enum Kind: Sendable {
    case flag
    case text
    case number(ClosedRange<Int>)
    case choice([String])
    /// A file or folder below the root.
    case path
    /// Files or folders, at least one if the parameter is required.
    case paths
    /// Scenario files, folders, and files with lines, such as `todo.scenario.yaml:12`.
    case scenarios
    /// A file, or one at a revision of git, such as `main:app.yaml`.
    case version
    /// Several texts, each with an option of its own.
    case texts
    /// An object with the values of variables by their names.
    case variables
    /// A word of the command, which stands before all options.
    case subcommand([String])
  }

  var schema: JSON {
    let type: JSON =
      switch kind {
      case .flag: ["type": "boolean"]
      case .text, .path, .version: ["type": "string"]
      case .number(let range):
        [
          "type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound),
        ]
      case .choice(let names), .subcommand(let names): ["type": "string", "enum": .strings(names)]
      case .paths, .scenarios, .texts:
        ["type": "array", "items": ["type": "string"], "minItems": .int(isRequired ? 1 : 0)]
      case .variables: ["type": "object"]
      }
    return type + ["description": .string(summary)]
  }
}

/// Keeps what is written from being read as a command by the runner of a workflow on GitHub.
///
/// The runner looks at every line of standard output and standard error. One that begins, blanks
/// aside, with `::` is a command, and so is what follows `##[` anywhere in a line (actions/runner,
/// `ActionCommand.cs`): what a file says could set variables of later steps, or hide failures.
struct GuardedLog {
  /// How what is written is read, and so how a character can be written otherwise.
  enum Notation {
    case text, json, markup
    /// Commands for the runner, which are meant.
    case commands
  }

  private static let runsOnGitHub = Terminal.environment("GITHUB_ACTIONS") != nil

  private let isWatched: Bool
  /// Whether nothing but blanks has been written since the last line break.
  private var isAtStart = true
  /// How many `#` were written last.
  private var hashes = 0

  init(isWatched: Bool = runsOnGitHub) { self.isWatched = isWatched }

  /// A part of a text, with what would begin a command written otherwise.
  mutating func guarded(_ text: String, as notation: Notation) -> String {
    guard isWatched else { return text }
    var guarded = ""
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      let next = scalars[scalars.index(after: index)...].first
      // What another part goes on with is not known yet.
      let isCommand = isAtStart && scalar == ":" && (next ?? ":") == ":"
      if notation != .commands, isCommand || hashes >= 2 && scalar == "[" {
        guarded += Self.escape(scalar, in: notation)
      } else {
        guarded.unicodeScalars.append(scalar)
      }
      if scalar == "\n" || scalar == "\r" {
        isAtStart = true
      } else if !scalar.properties.isWhitespace {
        isAtStart = false
      }
      hashes = scalar == "#" ? hashes + 1 : 0
    }
    return guarded
  }

  private static func escape(_ scalar: Unicode.Scalar, in notation: Notation) -> String {
    switch notation {
    case .text: "\\\(scalar)"
    case .json: "\\u00\(String(scalar.value, radix: 16))"
    case .markup: "&#\(scalar.value);"
    case .commands: "\(scalar)"
    }
  }
}

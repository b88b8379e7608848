import SuasReports

/// Escapes output so that the runner of a GitHub workflow does not read parts of it as commands.
///
/// The runner reads every line of standard output and standard error. A line that begins with `::`,
/// after optional blanks, is a command, and so is the text after `##[` anywhere in a line
/// (actions/runner, `ActionCommand.cs`). Text from a file could thus set variables of later steps,
/// or hide failures.
struct GuardedLog {
  typealias Notation = ReportFormat.Notation

  private static let runsOnGitHub = Terminal.environment("GITHUB_ACTIONS") != nil

  private let isWatched: Bool
  /// True if only blanks have been written since the last line break.
  private var isAtStart = true
  /// The number of consecutive `#` at the end of the output so far.
  private var hashes = 0

  init(isWatched: Bool = runsOnGitHub) { self.isWatched = isWatched }

  /// Returns a part of a text in which the characters that would begin a command are escaped.
  mutating func guarded(_ text: String, as notation: Notation) -> String {
    guard isWatched else { return text }
    var guarded = ""
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      let next = scalars[scalars.index(after: index)...].first
      // The start of the next part is not known yet, so a colon at the end is escaped too.
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

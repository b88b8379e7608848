import YAML

/// An annotation of a line of a file, for a workflow on GitHub.
///
/// It is a line of the log, `::error file=a.yaml,line=3,col=5,title=Name::message`.
package struct GitHubAnnotation {
  package enum Level: String { case error, warning, notice }

  package struct Place {
    let file: String
    let location: Location?

    package init(file: String, location: Location? = nil) {
      self.file = file
      self.location = location
    }

    package init(_ range: SourceRange) {
      self.init(file: range.source.name, location: range.location)
    }
  }

  /// The line, with its end.
  package let text: String

  package init(_ level: Level, at place: Place?, _ title: String, _ lines: [String]) {
    var properties: [String] = []
    if let place {
      // GitHub finds the file of a pull request by a path that begins with a name.
      properties.append("file=\(Self.property(String(place.file.trimmingPrefix("./"))))")
      if let location = place.location {
        properties.append("line=\(location.line + 1),col=\(location.column + 1)")
      }
    }
    properties.append("title=\(Self.property(title))")
    let message = lines.map { Self.data(DisplayText.escaped($0)) }.joined(separator: "%0A")
    text = "::\(level.rawValue) \(properties.joined(separator: ","))::\(message)\n"
  }

  /// Returns a message escaped so that it stays in its line (actions/toolkit, `command.ts`).
  private static func data(_ text: String) -> String { escape("%\r\n", in: text) }

  /// Returns a property escaped so that it cannot end early.
  private static func property(_ text: String) -> String {
    escape("%\r\n:,", in: DisplayText.escaped(text))
  }

  private static func escape(_ marks: String, in text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if marks.unicodeScalars.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "%" + (digits.count == 1 ? "0" : "") + digits
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension GitHubAnnotation {
  /// Annotates the place of a diagnostic with its message, its help and the other places that it
  /// names.
  init(_ diagnostic: Diagnostic) {
    let place =
      switch diagnostic.place {
      case .file(let path): Place(file: path)
      case .range(let range): Place(range)
      }
    let help = diagnostic.help.map { "help: \($0)" }
    let notes = diagnostic.notes.map { "note: \($0.message) (\($0.range))" }
    self.init(
      diagnostic.severity == .error ? .error : .warning, at: place, diagnostic.code.rawValue,
      [diagnostic.message] + help + notes)
  }
}

import CEL
import SuasSpec
import YAML

/// Renders the results of a check as one JSON object, with keys in a fixed order.
///
/// The page "Report formats" describes its shape.
struct CheckJSON {
  let text: String

  init(_ check: CheckReport) {
    let items = check.diagnostics.items
    let errors = items.count { $0.severity == .error }
    let json = JSONText.object { json in
      json.write("version", 1)
      json.writeObject("summary") { json in
        json.write("sound", check.soundCount)
        json.write("errors", errors)
        json.write("warnings", items.count - errors)
        json.write("omitted", check.diagnostics.omitted)
      }
      json.write("problem", check.problem)
      json.write("diagnostics", items) { $0.write($1) }
    }
    text = json.text + "\n"
  }
}

extension JSONText {
  /// Writes a diagnostic with its help, the other places that it names, and its fixes.
  package mutating func write(_ diagnostic: Diagnostic) {
    writeObject { json in
      json.write("severity", diagnostic.severity == .error ? "error" : "warning")
      json.write("code", diagnostic.code.rawValue)
      json.write("message", diagnostic.message)
      switch diagnostic.place {
      case .file(let path): json.write("file", path)
      case .range(let range): json.write(wholeRange: range)
      }
      json.write("help", diagnostic.help) { $0.write(string: $1) }
      json.write("related", diagnostic.notes) { json, note in
        json.writeObject { json in
          json.write("message", note.message)
          json.write(wholeRange: note.range)
        }
      }
      json.write("fixes", diagnostic.fixes) { json, fix in
        json.writeObject { json in
          json.write(wholeRange: fix.range)
          json.write("replacement", fix.replacement)
        }
      }
    }
  }

  /// Writes the members of a range: its file, its first character, and the one after its last.
  mutating func write(wholeRange range: SourceRange) {
    write(
      file: range.source.name, line: range.location.line + 1, column: range.location.column + 1)
    let end = range.endLocation
    write("endLine", end.line + 1)
    write("endColumn", end.column + 1)
  }
}

import CEL
import SuasRuntime
import SuasScenario
import SuasSpec
import YAML

/// Renders the results of a check in the Static Analysis Results Interchange Format (SARIF 2.1.0).
///
/// Paths are relative to the working directory, which SARIF names `%SRCROOT%`. Columns count
/// Unicode scalars.
struct SARIF {
  private(set) var text = ""
  private let check: CheckReport
  /// The explanations of the codes that occur, by their position among the rules.
  private let rules: [(code: String, explanation: Explanation?)]
  private let workingFolder = WorkingFolder()

  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  /// - Parameter version: The version of the program.
  init(_ check: CheckReport, version: String) {
    self.check = check
    var codes: Set<String> = []
    rules = check.diagnostics.items.map(\.code.rawValue).filter { codes.insert($0).inserted }
      .map { code in (code, Explanation.all.first { $0.code == code }) }
    let json = JSONText.object { json in
      json.write("$schema", Self.schema)
      json.write("version", "2.1.0")
      json.write("runs", [check]) { json, check in
        json.writeObject { json in
          json.writeObject("tool") { json in
            json.writeObject("driver") { json in
              json.write("name", "suas-run")
              json.write("version", version)
              json.write("rules", rules) { $0.write(rule: $1.code, $1.explanation) }
            }
          }
          writeInvocation(&json)
          json.write("columnKind", "unicodeCodePoints")
          json.write("newlineSequences", ["\r\n", "\n", "\r"]) { $0.write(string: $1) }
          json.write("results", check.diagnostics.items) { json, diagnostic in
            json.writeObject { write(diagnostic, &$0) }
          }
        }
      }
    }
    text = json.text + "\n"
  }

  /// Writes that the program checked something, or the reason why not (section 3.20).
  private func writeInvocation(_ json: inout JSONText) {
    json.write("invocations", [check]) { json, check in
      json.writeObject { json in
        json.write("executionSuccessful", check.problem == nil)
        guard let problem = check.problem else { return }
        json.write("toolExecutionNotifications", [problem]) { json, problem in
          json.writeObject { json in
            json.write("level", "error")
            json.write(message: problem)
          }
        }
      }
    }
  }

  private func write(_ diagnostic: Diagnostic, _ json: inout JSONText) {
    json.write("ruleId", diagnostic.code.rawValue)
    json.write("ruleIndex", rules.firstIndex { $0.code == diagnostic.code.rawValue } ?? -1)
    json.write("level", diagnostic.severity == .error ? "error" : "warning")
    let help = diagnostic.help.map { "help: \($0)" }
    json.write(message: ([diagnostic.message] + help).joined(separator: "\n"))
    json.write("locations", [diagnostic.place]) { json, place in
      json.writeObject { write(place, &$0) }
    }
    if !diagnostic.notes.isEmpty {
      json.write("relatedLocations", diagnostic.notes.enumerated()) { json, item in
        json.writeObject { json in
          json.write("id", item.offset + 1)
          write(.range(item.element.range), &json)
          json.write(message: item.element.message)
        }
      }
    }
    if !diagnostic.fixes.isEmpty {
      json.write("fixes", diagnostic.fixes) { json, fix in json.writeObject { write(fix, &$0) } }
    }
  }

  private func write(_ place: Diagnostic.Place, _ json: inout JSONText) {
    json.writeObject("physicalLocation") { json in
      switch place {
      case .file(let path): writeFile(path, &json)
      case .range(let range):
        writeFile(range.source.name, &json)
        json.write("region", range)
      }
    }
  }

  /// Writes a fix: the replacement of one part of a file (section 3.55).
  private func write(_ fix: Diagnostic.Fix, _ json: inout JSONText) {
    json.writeObject("description") { json in
      let written = fix.replacement.trimmingBlanks
      json.write(
        "text",
        fix.title ?? (written.isEmpty ? "remove '\(fix.range.text)'" : "write '\(written)'"))
    }
    json.write("artifactChanges", [fix]) { json, fix in
      json.writeObject { json in
        writeFile(fix.range.source.name, &json)
        json.write("replacements", [fix]) { json, fix in
          json.writeObject { json in
            json.write("deletedRegion", fix.range)
            json.writeObject("insertedContent") { $0.write("text", fix.replacement) }
          }
        }
      }
    }
  }

  private func writeFile(_ path: String, _ json: inout JSONText) {
    let place = workingFolder.name(ofFile: path)
    json.writeObject("artifactLocation") { json in
      if place.utf8.first == UInt8(ascii: "/") {
        json.write("uri", "file://" + place.percentEncodedPath)
      } else {
        json.write("uri", place.percentEncodedPath)
        json.write("uriBaseId", "%SRCROOT%")
      }
    }
  }
}

extension JSONText {
  fileprivate mutating func write(message: String) {
    writeObject("message") { $0.write("text", message) }
  }

  fileprivate mutating func write(rule code: String, _ explanation: Explanation?) {
    writeObject { json in
      json.write("id", code)
      guard let explanation else { return }
      json.writeObject("shortDescription") { $0.write("text", explanation.title) }
      json.writeObject("fullDescription") { $0.write("text", explanation.meaning) }
      json.writeObject("help") { $0.write("text", explanation.rendered) }
    }
  }

  /// Writes a region, whose end is the place after its last character (section 3.30).
  fileprivate mutating func write(_ key: String, _ range: SourceRange) {
    writeObject(key) { json in
      let (start, end) = (range.location, range.endLocation)
      json.write("startLine", start.line + 1)
      json.write("startColumn", start.column + 1)
      json.write("endLine", end.line + 1)
      json.write("endColumn", end.column + 1)
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

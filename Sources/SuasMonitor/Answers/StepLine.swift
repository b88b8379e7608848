import CEL
import LibYAML
import SuasScenario
import SuasSpec
import YAML

/// The line of a step that the page asks for, as it is typed in a session.
struct StepLine {
  private(set) var text: String
  /// The ranges of the fields in the line, in bytes.
  private var fields: [(name: String, range: Range<Int>)] = []

  /// The verbs of requests that are steps.
  static let verbs: Set<String> = [
    "dispatch", "respond", "end", "fail", "cancel", "advance", "reset", "restart", "listen",
    "unlisten",
  ]

  /// Makes the line of a request.
  ///
  /// - Parameter nextTimer: The time until the next timer goes off; nil if there is none.
  init(_ request: Request, nextTimer: CEL.Duration?) throws(RequestFailure) {
    // One word: more would be read as something else of the line.
    func word(_ key: String) throws(RequestFailure) -> String {
      let word = try request.required(request.text(key), key)
      guard !word.isEmpty, !word.contains(where: \.isWhitespace) else {
        throw RequestFailure("'\(word)' is no name")
      }
      return word
    }
    func effect() throws(RequestFailure) -> String {
      "\(try word("effect"))#\(request.number("which") ?? 0)"
    }
    switch request.verb {
    case "dispatch":
      text = "dispatch \(try word("name"))"
      try add(request.object("with"))
    case "respond", "end":
      text = "\(request.verb) \(try effect())"
      try add(request.object("with"))
    case "fail":
      let message = request.text("message") ?? ""
      text = "fail \(try effect()) \(message.isEmpty ? "no answer" : message.onOneLine)"
    case "cancel": text = "cancel \(try word("effect"))"
    case "advance":
      if let duration = request.text("by") {
        text = "advance \(duration)"
      } else if let nextTimer {
        text = "advance \(nextTimer)"
      } else {
        throw RequestFailure("nothing waits for its time")
      }
    case "reset", "restart": text = request.verb
    case "listen", "unlisten":
      text = "\(request.verb) \(try word("listener"))"
    default: throw RequestFailure("nothing answers '\(request.verb)'")
    }
  }

  private mutating func add(_ values: Map?) throws(RequestFailure) {
    guard let values, values.count > 0 else { return }
    text += " {"
    for (key, value) in values {
      guard case .string(let name) = key, case .string(let given) = value else { continue }
      let written = try Self.oneValue(given, name)
      if !fields.isEmpty { text += ", " }
      text += "\(JSONText.of(.string(name))): "
      let start = text.utf8.count
      // In a session, `${` begins an expression.
      text += written.split(separator: "${", omittingEmptySubsequences: false)
        .joined(separator: "$${")
      fields.append((name, start..<text.utf8.count))
    }
    text += "}"
  }

  /// Returns the text of a field's value on one line.
  ///
  /// - Throws: an error if it is not one value, which could end its field and begin another one.
  private static func oneValue(_ given: String, _ field: String) throws(RequestFailure) -> String {
    // Other blanks may stand in a quoted text.
    let written = String(given.map { $0.isNewline ? " " : $0 })
    let list: Node
    do throws(Diagnostics) {
      list = try parse(Source(name: "", text: "[\(written)]"))
    } catch {
      throw RequestFailure(error.items.first?.message ?? "this is no value", field: field)
    }
    guard case .sequence(let values) = list.content, values.count == 1 else {
      throw RequestFailure("one value is needed here", field: field)
    }
    return written
  }

  /// Returns the field that a mistake in the line is in.
  func field(at offset: Int) -> String? {
    fields.first { $0.range.contains(offset) || $0.range.upperBound == offset }?.name
  }
}

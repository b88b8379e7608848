import CEL
import SuasLanguage
import SuasProgram

/// A JSON value for output; objects keep the order of their keys.
package indirect enum JSON: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([(key: String, value: JSON)])
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .int(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { (key: $0, value: $1) })
  }

  /// Creates the JSON of a value that was read from JSON.
  package init(_ value: Value) {
    self =
      switch value {
      case .bool(let value): .bool(value)
      case .int(let value): .int(Int(value))
      case .double(let value): .double(value)
      case .string(let value): .string(value)
      case .list(let items): .array(items.map(JSON.init))
      case .map(let map): .object(map.map { (key: $0.key.interpolated, value: JSON($0.value)) })
      default: .null
      }
  }

  package static func strings(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

  /// Returns an object with the keys of another appended to its own.
  package static func + (object: JSON, more: JSON) -> JSON {
    guard case .object(let entries) = object, case .object(let others) = more else { return object }
    return .object(entries + others)
  }
}

extension JSONText {
  /// Writes a JSON value.
  package mutating func write(json: JSON) {
    switch json {
    case .null: write(Value.null)
    case .bool(let value): write(Value.bool(value))
    case .int(let value): write(Value.int(Int64(value)))
    case .double(let value): write(Value.double(value))
    case .string(let value): write(string: value)
    case .array(let items): writeArray(items) { $0.write(json: $1) }
    case .object(let entries):
      writeObject { text in
        for entry in entries {
          text.writeKey(entry.key)
          text.write(json: entry.value)
        }
      }
    }
  }
}

extension JSON {
  /// The text on several lines, with two spaces for each level and a line break at the end; an
  /// array or object of scalars is on one line if it fits.
  package var text: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  private static let lineWidth = 100

  private func write(to text: inout String, indent: Int) {
    if let line = line, indent + line.utf8.count <= Self.lineWidth {
      text += line
      return
    }
    let inner = String(repeating: " ", count: indent + 2)
    switch self {
    case .array(let items):
      text += "[\n"
      for (index, item) in items.enumerated() {
        text += (index == 0 ? "" : ",\n") + inner
        item.write(to: &text, indent: indent + 2)
      }
      text += "\n\(String(repeating: " ", count: indent))]"
    case .object(let entries):
      text += "{\n"
      for (index, entry) in entries.enumerated() {
        text += (index == 0 ? "" : ",\n") + inner + "\(JSONText.of(.string(entry.key))): "
        entry.value.write(to: &text, indent: indent + 2)
      }
      text += "\n\(String(repeating: " ", count: indent))}"
    default:
      text += scalarText ?? ""
    }
  }

  /// The value on one line; nil if it contains an array or object.
  private var line: String? {
    switch self {
    case .array(let items):
      let texts = items.compactMap(\.scalarText)
      return texts.count == items.count ? "[\(texts.joined(separator: ", "))]" : nil
    case .object(let entries):
      let texts = entries.compactMap { entry in
        entry.value.scalarText.map { "\(JSONText.of(.string(entry.key))): \($0)" }
      }
      if texts.isEmpty { return entries.isEmpty ? "{}" : nil }
      return texts.count == entries.count ? "{ \(texts.joined(separator: ", ")) }" : nil
    default: return scalarText
    }
  }

  private var scalarText: String? {
    switch self {
    case .null: "null"
    case .bool(let value): JSONText.of(.bool(value))
    case .int(let value): JSONText.of(.int(Int64(value)))
    case .double(let value): JSONText.of(.double(value))
    case .string(let value): JSONText.of(.string(value))
    case .array, .object: nil
    }
  }
}

import CEL

/// JSON that is still to be written: an object's keys keep their order.
package indirect enum JSON: Sendable {
  case bool(Bool)
  case int(Int)
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

  package static func strings(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

  /// An object with the keys of another after its own.
  package static func + (object: JSON, more: JSON) -> JSON {
    guard case .object(let entries) = object, case .object(let others) = more else { return object }
    return .object(entries + others)
  }
}

extension JSON {
  /// The text over several lines, two spaces a level, with a line break at its end; what holds
  /// nothing but scalars and fits is on one line.
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

  /// The whole on one line, where nothing in it holds anything itself.
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
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .string(let value): JSONText.of(.string(value))
    case .array, .object: nil
    }
  }
}

import CEL
import SuasSpec
import YAML

/// YAML in one line, shortened if it is long.
struct FlowText {
  private(set) var text = ""
  private var isFull = false

  /// The number of bytes after which the rest is left out.
  private let limit: Int

  /// True if `***` stands for the values of sensitive fields.
  private let hidesSensitiveFields: Bool

  /// - Parameters:
  ///   - limit: The number of bytes after which the rest is left out.
  ///   - hidesSensitiveFields: True to write `***` for the values of sensitive fields.
  init(limit: Int = 200, hidingSensitiveFields hidesSensitiveFields: Bool = false) {
    self.limit = limit
    self.hidesSensitiveFields = hidesSensitiveFields
  }

  mutating func append(_ part: String) {
    guard !isFull else { return }
    if text.utf8.count < limit {
      text += part.utf8.count > limit ? part.shortened(to: limit) : part
    } else {
      text += "…"
      isFull = true
    }
  }

  mutating func write(_ value: Value) {
    guard !isFull else { return }
    switch value {
    case .string(let string):
      let isLong = string.utf8.count > limit
      append((isLong ? string.shortened(to: limit) : string).flowScalar)
    case .list(let list): writeItems(list) { $0.write($1) }
    case .map(let map):
      writeEntries(map) { text, entry in
        text.write(key: entry.key)
        text.write(entry.value)
      }
    case .record(let record) where record.shape.isVariant: write(record.caseAsWritten)
    case .record(let record):
      writeEntries(zip(record.shape.fields, record.fields)) { text, field in
        text.write(key: field.0.name)
        text.write(
          field.0.isSensitive && text.hidesSensitiveFields ? Shape.Field.hiddenValue : field.1)
      }
    default: append(value.scalarText)
    }
  }

  mutating func write(key: Value) {
    write(key)
    append(": ")
  }

  mutating func write(key: String) { write(key: .string(key)) }

  mutating func writeItems<Items: Sequence>(
    _ items: Items, _ write: (inout FlowText, Items.Element) -> Void
  ) {
    writeAll(items, "[", "]", write)
  }

  mutating func writeEntries<Entries: Sequence>(
    _ entries: Entries, _ write: (inout FlowText, Entries.Element) -> Void
  ) {
    writeAll(entries, "{", "}", write)
  }

  private mutating func writeAll<Items: Sequence>(
    _ items: Items, _ open: String, _ close: String,
    _ write: (inout FlowText, Items.Element) -> Void
  ) {
    append(open)
    var isFirst = true
    for item in items {
      guard !isFull else { return }
      if !isFirst { append(", ") }
      isFirst = false
      write(&self, item)
    }
    append(close)
  }
}

extension Value {
  /// The value as YAML in one line, shortened if it is long.
  package var yaml: String { yaml(upTo: 200) }

  /// Returns the value as YAML in one line, shortened if it is longer than a number of bytes.
  ///
  /// - Parameter hidesSensitiveFields: True to write `***` for the values of sensitive fields.
  package func yaml(
    upTo limit: Int, hidingSensitiveFields hidesSensitiveFields: Bool = false
  ) -> String {
    var text = FlowText(limit: limit, hidingSensitiveFields: hidesSensitiveFields)
    text.write(self)
    return text.text
  }
}

extension String {
  /// Returns the text, or its first `count` Unicode scalars with an ellipsis if it is longer.
  package func shortened(to count: Int) -> String {
    guard let end = unicodeScalars.index(startIndex, offsetBy: count, limitedBy: endIndex),
      end < endIndex
    else { return self }
    return self[..<end] + "…"
  }

  /// The text as a scalar inside `{ }` or `[ ]`: plain if it is then still read as a string.
  fileprivate var flowScalar: String {
    let isPlain =
      !isEmpty && Scalar.resolve(plain: self) == .string
      && first?.isLetter == true && last != " "
      && unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0)
          || " _-./".unicodeScalars.contains($0)
      }
    if isPlain { return self }
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

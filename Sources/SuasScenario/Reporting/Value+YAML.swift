import CEL
import YAML

extension Value {
  /// The value as YAML in one line, shortened where it is long.
  var yaml: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// Beyond this many bytes the rest is left out.
  private static let limit = 200

  fileprivate func write(to text: inout String) {
    guard text.utf8.count < Self.limit else {
      if !text.hasSuffix("…") { text += "…" }
      return
    }
    switch self {
    case .string(let string):
      text += string.flowScalar
    case .list(let list):
      text += "["
      for (index, value) in list.enumerated() where !text.hasSuffix("…") {
        if index > 0 { text += ", " }
        value.write(to: &text)
      }
      text += "]"
    case .map(let map):
      text.writeEntries(map.map { ($0.key, $0.value) })
    case .record(let record):
      text.writeEntries(
        zip(record.shape.fields, record.fields).map { (.string($0.name), $1) })
    default:
      text += interpolated
    }
  }
}

extension String {
  fileprivate mutating func writeEntries(_ entries: [(Value, Value)]) {
    self += "{"
    for (index, (key, value)) in entries.enumerated() where !hasSuffix("…") {
      if index > 0 { self += ", " }
      self += "\(key.yaml): "
      value.write(to: &self)
    }
    self += "}"
  }

  /// The text as a scalar inside `{ }` or `[ ]`: plain where that is safe and still a string.
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

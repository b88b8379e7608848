import Foundation

/// Writes equal objects as the same JSON on every system, with members sorted by code point.
struct JSONText {
  private(set) var bytes: [UInt8] = []

  /// Writes a value that is compatible with JSON.
  static func bytes(of value: Any) -> [UInt8] {
    var text = JSONText()
    text.writeValue(value)
    return text.bytes
  }

  /// Writes an object with members in the given order, followed by a last one, itself an object.
  mutating func write(_ members: [(String, Any)], then last: (String, [(String, Any)])) {
    write("{")
    for (name, value) in members {
      write(name, value)
      write(",")
    }
    writeScalar(last.0)
    write(":")
    writeObject(last.1)
    write("}")
  }

  private mutating func writeValue(_ value: Any) {
    switch value {
    case let object as [String: Any]:
      writeObject(
        object.sorted { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) })
    case let array as [Any]:
      write("[")
      for (position, element) in array.enumerated() {
        if position > 0 { write(",") }
        writeValue(element)
      }
      write("]")
    default: writeScalar(value)
    }
  }

  private mutating func writeObject(_ members: [(String, Any)]) {
    write("{")
    for (position, member) in members.enumerated() {
      if position > 0 { write(",") }
      write(member.0, member.1)
    }
    write("}")
  }

  private mutating func write(_ name: String, _ value: Any) {
    writeScalar(name)
    write(":")
    writeValue(value)
  }

  private mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func writeScalar(_ value: Any) {
    let json = try? JSONSerialization.data(
      withJSONObject: value, options: [.fragmentsAllowed, .withoutEscapingSlashes])
    bytes.append(contentsOf: json ?? Data("null".utf8))
  }
}

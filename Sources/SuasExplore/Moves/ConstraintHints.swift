import CEL
import SuasSpec

/// Values that a constraint itself suggests: the literals in it, and for numbers their neighbours.
struct ConstraintHints {
  private(set) var values: [Value] = []

  init(_ text: String, _ type: FieldType) {
    switch type.unwrapped {
    case .int:
      for number in Self.numbers(in: text) {
        values += [number, number &+ 1, number &- 1].map(Value.int)
      }
    case .double:
      for number in Self.numbers(in: text) { values.append(.double(Double(number))) }
    case .string:
      values = Self.texts(in: text).map(Value.string)
      for number in Self.numbers(in: text) where (1...64).contains(number) {
        values.append(.string(String(repeating: "a", count: Int(number))))
      }
    default: break
    }
  }

  private static func numbers(in text: String) -> [Int64] {
    text.utf8.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      .compactMap { Int64(Substring($0)) }
  }

  private static func texts(in text: String) -> [String] {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "\"" || $0 == "'" }
    return stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) }
  }
}

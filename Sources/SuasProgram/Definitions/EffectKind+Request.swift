import CEL

extension EffectKind {
  /// The parts of this kind of request, as expectations name them.
  package var request: RecordType {
    switch self {
    case .http: Self.httpRequest
    case .delay: Self.delayRequest
    case .every: Self.everyRequest
    case .readFile: Self.readRequest
    case .writeFile: Self.writeRequest
    case .custom: Self.customRequest
    }
  }

  private static let httpRequest = request(
    "an http request",
    [
      ("method", .string), ("url", .string), ("query", .map(key: .string, value: .string)),
      ("headers", .map(key: .string, value: .string)), ("body", .any),
    ])
  private static let delayRequest = request("a delay", [("delay", .duration)])
  private static let everyRequest = request("an interval", [("every", .duration)])
  private static let readRequest = request("a read of a file", [("read-file", .string)])
  private static let writeRequest = request(
    "a write of a file", [("write-file", .string), ("value", .any)])
  private static let customRequest = request(
    "a custom request", [("custom", .string), ("input", .any)])

  private static func request(_ name: String, _ parts: [(String, FieldType)]) -> RecordType {
    RecordType(
      name: name, fields: parts.map { .init(name: $0, type: $1, default: nil) }, enums: [:])
  }
}

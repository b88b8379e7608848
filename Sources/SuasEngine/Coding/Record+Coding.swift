import CEL
import Suas
import SuasProgram

// Sub-states of a spec are decoded as an app's own types, and encoded by any encoder, as the
// monitor does with JSON.

extension Record: ConvertibleSubState {
  package func converted<Converted>(to type: Converted.Type) -> Converted? {
    if type == Value.self { return Value.record(self) as? Converted }
    guard let type = type as? any Decodable.Type else { return nil }
    return try? ValueDecoder.decode(type, from: .record(self)) as? Converted
  }

  package func misfit(with type: Any.Type) -> String? {
    guard let type = type as? any Decodable.Type else { return nil }
    do {
      _ = try ValueDecoder.decode(type, from: .record(self))
      return nil
    } catch {
      return message(of: error)
    }
  }
}

extension Record: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PlainKey.self)
    for (field, value) in zip(shape.fields, fields) where !shape.isVariant || value != .null {
      if field.isSensitive, encoder.hidesSensitiveValues {
        try container.encode(Shape.Field.hidden, forKey: PlainKey(field.name))
      } else {
        try container.encode(value, forKey: PlainKey(field.name))
      }
    }
  }
}

extension Value: Encodable {
  /// Encodes the value as JSON would: times, durations and keys as strings.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .record(let record): try record.encode(to: encoder)
    case .map(let map):
      var container = encoder.container(keyedBy: PlainKey.self)
      for (key, value) in map { try container.encode(value, forKey: PlainKey(key.interpolated)) }
    case .list(let list):
      var container = encoder.unkeyedContainer()
      for element in list { try container.encode(element) }
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .bool(let bool): try container.encode(bool)
      case .int(let int): try container.encode(int)
      case .uint(let uint): try container.encode(uint)
      case .double(let double): try container.encode(double)
      case .string(let text): try container.encode(text)
      case .optional(let value?): try container.encode(value)
      case .optional(nil): try container.encodeNil()
      default: try container.encode(interpolated)
      }
    }
  }
}

extension SpecAction: Encodable {
  /// Encodes the payload.
  public func encode(to encoder: any Encoder) throws { try payload.encode(to: encoder) }
}

extension Timestamp: Codable {
  /// Decodes an RFC 3339 text.
  public init(from decoder: any Decoder) throws {
    self = try decoder.parsedText { Timestamp($0) }
  }

  /// Encodes an RFC 3339 text.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension CEL.Duration: Codable {
  /// Decodes a text such as `1h30m`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.parsedText { CEL.Duration($0) }
  }

  /// Encodes a text in seconds: `90s`.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension Decoder {
  fileprivate func parsedText<Parsed>(_ parse: (String) -> Parsed?) throws -> Parsed {
    let text = try singleValueContainer().decode(String.self)
    if let parsed = parse(text) { return parsed }
    throw DecodingError.dataCorrupted(
      .init(codingPath: codingPath, debugDescription: "'\(text)' is no \(Parsed.self)"))
  }
}

extension Encoder {
  /// True if the values of sensitive fields are to be left out.
  fileprivate var hidesSensitiveValues: Bool {
    CodingUserInfoKey.hidesSensitiveValues.map { userInfo[$0] != nil } ?? false
  }
}

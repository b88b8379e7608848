// Coding by the encoders and decoders of an app, in the form that values have in JSON.

extension SpecRecord {
  package init(from decoder: any Decoder) throws {
    let value = try JSONValue(from: decoder)
    do throws(Failure) {
      try self.init(value, from: .driver)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.message))
    }
  }

  package func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

/// The name of a member of an object.
private struct MemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension JSONValue: Codable {
  /// Reads any value; the members of an object are in the order of their names, since a decoder has
  /// no order for them.
  package init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: MemberName.self) {
      var object = OrderedMap<JSONValue, JSONValue>()
      for key in members.allKeys.sorted(by: { $0.stringValue.order($1.stringValue) < 0 }) {
        object[.string(key.stringValue)] = try members.decode(JSONValue.self, forKey: key)
      }
      self = .object(object)
    } else if var elements = try? decoder.unkeyedContainer() {
      var array: [JSONValue] = []
      while !elements.isAtEnd { array.append(try elements.decode(JSONValue.self)) }
      self = .array(array)
    } else {
      self = try Self.scalar(try decoder.singleValueContainer())
    }
  }

  private static func scalar(_ value: any SingleValueDecodingContainer) throws -> JSONValue {
    if value.decodeNil() { return .null }
    if let bool = try? value.decode(Bool.self) { return .bool(bool) }
    if let int = try? value.decode(Int64.self) { return .int(int) }
    if let double = try? value.decode(Double.self) { return .double(double) }
    return .string(try value.decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let members):
      try Self.encode(members.entries.map { ($0.interpolated, $1) }, to: encoder)
    case .record(let record):
      switch record.form {
      case .members(let members): try Self.encode(members, to: encoder)
      case .name(let name): try JSONValue.string(name).encode(to: encoder)
      case .null: try JSONValue.null.encode(to: encoder)
      }
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .bool(let bool): try container.encode(bool)
      case .int(let int): try container.encode(int)
      case .uint(let uint): try container.encode(uint)
      case .double(let double) where double.isFinite: try container.encode(double)
      default: try container.encode(interpolated)
      }
    }
  }

  private static func encode(_ members: [(String, JSONValue)], to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    for (name, value) in members {
      try container.encode(value, forKey: MemberName(stringValue: name))
    }
  }
}

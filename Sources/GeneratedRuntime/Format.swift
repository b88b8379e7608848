extension String {
  /// The text with its clauses `%s %d %f %e %b %o %x %X` replaced by values.
  package func filled(_ values: [JSONValue]) throws(Failure) -> String {
    try FormatClause.fill(self) { (clause, index) throws(Failure) in
      guard index < values.count else {
        throw .indexOutOfRange(Int64(index), count: values.count)
      }
      return try clause.text(of: values[index])
    }
  }
}

extension FormatClause {
  fileprivate func text(of value: JSONValue) throws(Failure) -> String {
    let result: String? =
      switch value {
      case _ where letter == "s": try value.formatted()
      case .bool(let bool): text(of: bool)
      case .string(let string): text(of: string.utf8)
      case .bytes(let bytes): text(of: bytes)
      default: value.number.flatMap { text(of: $0) }
      }
    guard let result else { throw misfit(value.typeName) }
    return result
  }
}

extension JSONValue {
  fileprivate func formatted() throws(Failure) -> String {
    switch self {
    case .null: return "null"
    case .bool, .int, .uint, .double, .string, .timestamp, .duration: return interpolated
    case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .type(let type): return type.name
    case .array(let elements):
      let parts = try elements.map { element throws(Failure) in try element.formatted() }
      return "[\(parts.joined(separator: ", "))]"
    case .object(let members):
      // The entries are sorted by the text of their keys, whatever the order of the map.
      let parts = try members.entries.map { key, value throws(Failure) in
        (key: try key.formatted(), value: try value.formatted())
      }
      let texts = parts.inOrder { $0.key }.map { "\($0.key): \($0.value)" }
      return "{\(texts.joined(separator: ", "))}"
    case .record, .optional, .opaque: throw .invalidArgument("'%s' takes no \(typeName)")
    }
  }
}

/// `format` (cel-go, "ext/strings": string formatting).
extension Library {
  static let format: [Function] = [
    Function(
      "format",
      [
        .of(
          "string_format", isMember: true, [.string, .list(.dyn)],
          doc: "The text with its clauses %s %d %f %e %b %o %x %X replaced by the list's elements."
        ) { (a: String, b: List, budget) throws(Failure) in
          try budget.spend(bytes: a.utf8.count)
          return try FormatClause.fill(a) { (clause, index) throws(Failure) in
            guard index < b.count else { throw .indexOutOfRange("\(index)", count: b.count) }
            let text = try clause.text(of: b[index], &budget)
            try budget.spend(1 + text.utf8.count >> 4)
            return text
          }
        }
      ])
  ]
}

extension FormatClause {
  fileprivate func text(of value: Value, _ budget: inout Budget) throws(Failure) -> String {
    let result: String? =
      switch value {
      case _ where letter == "s": try string(value, &budget)
      case .bool(let bool): text(of: bool)
      case .string(let string): text(of: string.utf8)
      case .bytes(let bytes): text(of: bytes)
      default: value.number.flatMap { text(of: $0) }
      }
    guard let result else { throw misfit(value.type.name) }
    return result
  }

  private func string(_ value: Value, _ budget: inout Budget) throws(Failure) -> String {
    try budget.spend(1)
    switch value {
    case .null: return "null"
    case .bool(let bool): return bool ? "true" : "false"
    case .int(let int): return String(int)
    case .uint(let uint): return String(uint)
    case .double(let double): return double.shortText
    case .string(let string): return string
    case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .timestamp(let timestamp): return timestamp.description
    case .duration(let duration): return duration.description
    case .type(let type): return type.name
    case .list(let list):
      var parts: [String] = []
      for item in list { parts.append(try string(item, &budget)) }
      return "[\(parts.joined(separator: ", "))]"
    case .map(let map):
      // The entries are sorted by the text of their keys, whatever the order of the map.
      var entries: [(key: String, value: String)] = []
      for (key, item) in map {
        entries.append((try string(key, &budget), try string(item, &budget)))
      }
      entries.sort { $0.key.precedesByCodePoint($1.key) }
      return "{\(entries.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
    default: throw .invalidArgument("'%s' takes no \(value.type.name)")
    }
  }
}

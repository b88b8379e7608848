/// Long expressions in pieces: each piece is a lambda, and so a method of its own, since a method of
/// the JVM has at most 64 KB.
enum KotlinPieces {
  /// The length of the text of which a method is made at most. A character becomes at most about two
  /// bytes of code.
  static let length = 16_000
  /// The number of elements or operands in one piece; the compiler descends into operands.
  private static let count = 200

  static func list(_ elements: [String]) -> String {
    joined(elements, "joinedLists") { "listOf(\($0.joined(separator: ", ")))" }
  }

  /// - Parameter types: The types of keys and values, in angles, where the entries do not show them.
  static func map(_ entries: [String], _ types: String = "") -> String {
    joined(entries, "joinedMaps") { "persistentMapOf\(types)(\($0.joined(separator: ", ")))" }
  }

  static func conjunction(_ terms: [String]) -> String {
    joined(terms, "allOf") { $0.joined(separator: " && ") }
  }

  static func disjunction(_ terms: [String]) -> String {
    joined(terms, "anyOf") { $0.joined(separator: " || ") }
  }

  /// True if operands are too many for one expression.
  static func divides(_ terms: [String]) -> Bool { pieces(terms).count > 1 }

  private static func joined(
    _ parts: [String], _ function: String, _ whole: ([String]) -> String
  ) -> String {
    let pieces = pieces(parts)
    if pieces.count <= 1 { return whole(parts) }
    var lambdas = pieces.map { "{ \(whole($0)) }" }
    while lambdas.count > count {
      lambdas = stride(from: 0, to: lambdas.count, by: count).map { start in
        let some = lambdas[start..<min(start + count, lambdas.count)]
        return "{ \(function)(\(some.joined(separator: ", "))) }"
      }
    }
    return "\(function)(\(lambdas.joined(separator: ", ")))"
  }

  /// The parts in groups; one group if they are few.
  private static func pieces(_ parts: [String]) -> [[String]] {
    var pieces: [[String]] = []
    var room = 0
    for part in parts {
      if room < part.utf8.count || pieces.last?.count == count {
        pieces.append([])
        room = length
      }
      pieces[pieces.count - 1].append(part)
      room -= part.utf8.count + 2
    }
    return pieces
  }
}

/// Long expressions in pieces: each piece is a lambda, and so a method of its own, since a method of
/// the JVM has at most 64 KB.
enum KotlinPieces {
  /// The maximum length of the text from which one method is made. A character becomes at most
  /// about two bytes of code.
  static let length = 16_000
  /// The number of elements or operands in one piece; the compiler descends into operands.
  private static let count = 200

  /// - Parameter types: The type of the elements, in angles, where they do not show it.
  static func list(_ elements: [Document], _ types: Document = "") -> Document {
    joined(elements, "joinedLists") { "listOf\(types)\(.arguments($0))" }
  }

  /// - Parameter types: The types of keys and values, in angles, where the entries do not show them.
  static func map(_ entries: [Document], _ types: Document = "") -> Document {
    joined(entries, "joinedMaps") {
      "\(kotlin: "persistentMapOf")\(types)\(.arguments($0))"
    }
  }

  /// Operands with a sign between them, in lambdas of a function if they are too many.
  static func joined(
    _ operands: [KotlinExpression], _ sign: String, _ function: String
  ) -> KotlinExpression {
    let strength = (KotlinStrength.signs[sign] ?? .any).next
    let documents = operands.map { $0.document(strength) }
    guard divides(documents) else { return .joined(operands, sign) }
    return KotlinExpression(
      joined(documents, function) {
        KotlinExpression.joined($0.map { KotlinExpression($0) }, sign).document()
      })
  }

  /// True if operands are too many for one expression.
  static func divides(_ terms: [Document]) -> Bool { pieces(terms).count > 1 }

  private static func joined(
    _ parts: [Document], _ function: String, _ whole: ([Document]) -> Document
  ) -> Document {
    let pieces = pieces(parts)
    if pieces.count <= 1 { return whole(parts) }
    var lambdas = pieces.map { Document.lambda("", whole($0)) }
    while lambdas.count > count {
      lambdas = stride(from: 0, to: lambdas.count, by: count).map { start in
        let some = lambdas[start..<min(start + count, lambdas.count)]
        return .lambda("", "\(kotlin: function)\(.arguments(Array(some)))")
      }
    }
    return "\(kotlin: function)\(.arguments(lambdas))"
  }

  /// The parts in groups; one group if they are few.
  static func pieces(_ parts: [Document]) -> [[Document]] {
    var pieces: [[Document]] = []
    var room = 0
    for part in parts {
      let size = part.flatText.utf8.count
      if room < size || pieces.last?.count == count {
        pieces.append([])
        room = length
      }
      pieces[pieces.count - 1].append(part)
      room -= size + 2
    }
    return pieces
  }
}

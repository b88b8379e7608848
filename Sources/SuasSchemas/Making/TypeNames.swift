import SuasLanguage

/// The names of the types that are declared, each of which is taken once.
struct TypeNames {
  private var taken: Set<String> = ["list", "map", "partial"]
  /// The number from which on a free name is looked for, by the name without it.
  private var next: [String: Int] = [:]

  private static let longest = 80

  init() { taken.formUnion(TypeResolver.builtin.map(\.0)) }

  /// Returns a free name that is, or begins like, a text, and takes it.
  mutating func take(_ text: String) -> String {
    let name = Self.name(of: text)
    if taken.insert(name).inserted { return name }
    // `list` becomes `List`.
    let capital = Self.capitalized(name)
    if taken.insert(capital).inserted { return capital }
    var number = next[name, default: 2]
    while !taken.insert("\(name)\(number)").inserted { number += 1 }
    next[name] = number + 1
    return "\(name)\(number)"
  }

  /// Returns a text as a name: `com.example.pet-store` becomes `ComExamplePetStore`.
  private static func name(of text: String) -> String {
    if Name.isPossible(text), text.utf8.count <= longest { return text }
    return joined([text])
  }

  /// Returns a name that has the words of some texts.
  static func joined(_ texts: [String]) -> String {
    let words = texts.flatMap {
      $0.unicodeScalars.split { !isPart($0) }.map { String(Substring($0)) }
    }
    let name = String(words.map(capitalized).joined().prefix(longest))
    guard let first = name.unicodeScalars.first else { return "Type" }
    return ("0"..."9").contains(first) ? "Type\(name)" : name
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }

  private static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }
}

import SuasExplore

/// The meaning of differences for an app that is made for the old version, in words.
enum Consequence {
  /// - Parameter use: The ways in which an app meets the part.
  static func ofRemoval(of part: DeclaredPart, _ use: TypeUse) -> String {
    if use.isEmpty { return "only the spec used it" }
    switch part.kind {
    case .action, .effect: return "an app that sends it is refused"
    case .enumCase where use == .read, .field where use == .read:
      return "an app that reads it finds nothing"
    case .selector: return "an app that reads it finds nothing"
    default: return "an app that \(use.verbs) it is refused, or finds nothing"
    }
  }

  /// - Parameter broken: The ways in which an app cannot go on.
  static func ofAddition(of part: DeclaredPart, _ broken: TypeUse) -> String {
    switch part.kind {
    case .effect where broken.contains(.performed): "an app has to perform it"
    case .enumCase where broken == .read, .field where broken == .read:
      "an app that reads it meets a case that it does not know"
    case .field where !broken.isEmpty: "an app has to give it, since it has no default"
    case .action, .effect, .stateKey, .selector, .type, .enumCase, .field: "an app can do without"
    default: "only the spec uses it"
    }
  }

  /// - Parameter broken: The ways in which an app cannot go on.
  static func ofType(_ broken: TypeUse, isSeen: Bool) -> String {
    if !isSeen { return "only the spec uses it" }
    if broken.isEmpty { return "an app can go on" }
    if broken == .read { return "an app that reads it meets values that it does not know" }
    return "values that an app \(broken.verbs) may not fit"
  }
}

extension TypeUse {
  /// The ways in words: `sends, keeps or reads`.
  fileprivate var verbs: String {
    var words: [String] = []
    if contains(.sent) { words.append("sends") }
    if contains(.kept) { words.append("keeps") }
    if contains(.read) { words.append("reads") }
    guard let last = words.popLast() else { return "uses" }
    return words.isEmpty ? last : "\(words.joined(separator: ", ")) or \(last)"
  }
}

import SuasSpec
import YAML

/// Compares messages of errors that two versions of a spec keep in their states: the same message
/// has another place there, and may name a part that has another name.
struct MessageComparison {
  private let files: (old: [String], new: [String])
  private let names: [String: Set<String>]

  init(_ old: CheckedSpec, _ new: CheckedSpec, _ renames: [DeclaredPart: String]) {
    files = (old.coverage.sources.map(\.name), new.coverage.sources.map(\.name))
    var names: [String: Set<String>] = [:]
    for (part, name) in renames { names[part.name, default: []].insert(name) }
    self.names = names
  }

  /// Returns true if two texts are messages with places in the files of the versions, and say the
  /// same.
  func areAlike(_ old: String, _ new: String) -> Bool {
    guard let old = words(of: old, files.old), let new = words(of: new, files.new),
      old.count == new.count
    else { return false }
    return zip(old, new).allSatisfy { $0 == $1 || names[$0]?.contains($1) == true }
  }

  /// The words of a message, without its places; nil for a text without a place.
  private func words(of text: String, _ files: [String]) -> [String]? {
    guard let file = files.first(where: { text.contains("\($0):") }) else { return nil }
    let pieces = text.split(separator: "\(file):", omittingEmptySubsequences: false)
    let rest = pieces.dropFirst().map { $0.drop { $0.isNumber || $0 == ":" } }
    guard let first = pieces.first,
      zip(pieces.dropFirst(), rest).allSatisfy({ $0.count > $1.count })
    else { return nil }
    return ([first] + rest).flatMap { piece in
      piece.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    }
  }
}

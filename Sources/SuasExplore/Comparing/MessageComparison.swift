import SuasSpec
import YAML

/// Compares messages of errors that two versions of a spec keep in their states: the same message
/// has another place there, and may name a part that has another name.
struct MessageComparison {
  /// The names of the files, the longest ones first: one may end as another one does.
  private let files: (old: [String], new: [String])
  private let names: [String: Set<String>]

  init(_ old: CheckedSpec, _ new: CheckedSpec, _ renames: [DeclaredPart: String]) {
    files = (Self.files(of: old), Self.files(of: new))
    var names: [String: Set<String>] = [:]
    for (part, name) in renames { names[part.name, default: []].insert(name) }
    self.names = names
  }

  private static func files(of spec: CheckedSpec) -> [String] {
    spec.coverage.sources.map(\.name).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
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
    var pieces = [text[...]]
    for file in files where text.contains("\(file):") {
      pieces = pieces.flatMap { piece in
        let parts = piece.split(separator: "\(file):", omittingEmptySubsequences: false)
        return parts.prefix(1) + parts.dropFirst().map { $0.drop { $0.isNumber || $0 == ":" } }
      }
    }
    guard pieces.count > 1 else { return nil }
    return pieces.flatMap { piece in
      piece.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    }
  }
}

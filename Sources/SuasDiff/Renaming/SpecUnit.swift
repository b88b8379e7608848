import CEL
import YAML

/// A piece of a spec's files that is equal in two versions, or is not: a field, the rules for an
/// action, a key of a declaration.
struct SpecUnit {
  /// The keys that lead to it.
  let path: [String]
  /// The words of its content, in order; descriptions are left out.
  let words: [String]
  let place: SourceRange

  /// Returns the units of a file.
  static func units(of tree: Node) -> [SpecUnit] {
    (tree.mapping ?? []).flatMap { section in
      let name = section.key.text
      if name == "middleware" {
        return (section.value.sequence ?? []).enumerated().flatMap { index, item in
          units([name, item.name ?? "\(index)"], item, levels: 1)
        }
      }
      return (section.value.mapping ?? []).flatMap { declaration in
        units([name, declaration.key.text], declaration.value, levels: levels(of: name))
      }
    }
  }

  /// The number of levels of keys, below a declaration of a section, that make units of their own.
  private static func levels(of section: String) -> Int {
    switch section {
    case "enums", "types", "states", "actions", "selectors", "listeners", "functions", "rules": 1
    case "variants", "reducers", "effects": 2
    default: 0
    }
  }

  private static func units(_ path: [String], _ node: Node, levels: Int) -> [SpecUnit] {
    let entries = node.mapping ?? []
    if levels > 0, !entries.isEmpty {
      // The name of a middleware stands in its path.
      let named = path.first == "middleware" ? [descriptionKey, "name"] : [descriptionKey]
      let inner = entries.filter { !named.contains($0.key.text) }.flatMap { entry in
        units(path + [entry.key.text], entry.value, levels: levels - 1)
      }
      return [SpecUnit(path: path, words: [], place: node.range)] + inner
    }
    if levels > 0, path.first == "enums", let cases = node.sequence {
      return cases.compactMap { item in
        item.scalar.map { SpecUnit(path: path + [$0.text], words: [], place: $0.range) }
      }
    }
    return [SpecUnit(path: path, words: node.words, place: node.range)]
  }

  fileprivate static let descriptionKey = "description"

  /// All words, with those of the path.
  var allWords: [String] { path + words }
}

extension Node {
  /// The text under the key `name` of a mapping.
  fileprivate var name: String? { self["name"]?.scalar?.text }

  /// The words in the node, with marks for its structure.
  var words: [String] {
    switch content {
    case .scalar(let scalar):
      // 1s and 1000ms are one word.
      return CEL.Duration(scalar.text).map { ["\($0.nanoseconds)ns"] } ?? scalar.text.words
    case .sequence(let items):
      var words = ["["]
      for item in items { words += item.words + [","] }
      return words + ["]"]
    case .mapping(let entries):
      var words = ["{"]
      for entry in entries where entry.key.text != SpecUnit.descriptionKey {
        words += entry.key.text.words
        words.append(":")
        words += entry.value.words
        words.append(",")
      }
      return words + ["}"]
    }
  }
}

extension String {
  /// The names and numbers in the text, and the characters between them, without spaces.
  fileprivate var words: [String] {
    var words: [String] = []
    var word = ""
    func end() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for character in self {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        end()
        if !character.isWhitespace { words.append(String(character)) }
      }
    }
    end()
    return words
  }
}

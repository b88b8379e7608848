import CEL
import YAML

/// A piece of a spec's files that is equal in two versions, or is not: a field, the rules for an
/// action, a key of a declaration.
struct SpecUnit {
  /// The keys that lead to it.
  let path: [String]
  /// The tokens of its content, in order; descriptions are left out.
  let tokens: [String]

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
      let named = path.count == 2 ? keysWithoutMeaning(in: path[0]) : []
      let inner = entries.filter { !named.contains($0.key.text) }.flatMap { entry in
        units(path + [entry.key.text], entry.value, levels: levels - 1)
      }
      return [SpecUnit(path: path, tokens: [])] + inner
    }
    if levels > 0, path.first == "enums", let cases = node.sequence {
      return cases.compactMap { item in
        item.scalar.map { SpecUnit(path: path + [$0.text], tokens: []) }
      }
    }
    // A field in long form has a type, and may have a description beside it.
    let isField = node["type"] != nil && holdsFields(path)
    let content = isField ? node.leavingOut(descriptionKey) : node
    return [SpecUnit(path: path, tokens: content.tokens)]
  }

  private static let descriptionKey = "description"

  /// The keys in a section's declarations that have no effect on behaviour. In sections whose
  /// declarations consist of fields or cases, these keys are names like any other.
  private static func keysWithoutMeaning(in section: String) -> [String] {
    switch section {
    case "enums", "types", "states", "actions", "variants": []
    // The name of a middleware stands in its path.
    case "middleware": [descriptionKey, "name"]
    default: [descriptionKey]
    }
  }

  /// True if the values under keys of this path are fields.
  private static func holdsFields(_ path: [String]) -> Bool {
    switch path.first {
    case "types", "states", "actions", "variants": true
    case "effects": path.count == 4 && path[2] == "payload"
    default: false
    }
  }

  /// All tokens, with the keys of the path.
  var allTokens: [String] { path + tokens }

  /// All tokens, with a mark in place of each of some names.
  func tokens(without names: Set<String>) -> [String] {
    ["\(path.count)"] + allTokens.map { names.contains($0) ? "" : $0 }
  }
}

extension Node {
  /// The text under the key `name` of a mapping.
  fileprivate var name: String? { self["name"]?.scalar?.text }

  /// The mapping without a key.
  fileprivate func leavingOut(_ key: String) -> Node {
    Node(.mapping((mapping ?? []).filter { $0.key.text != key }), at: range)
  }

  /// The tokens in the node, with marks for its structure.
  var tokens: [String] {
    switch content {
    case .scalar(let scalar):
      // 1s and 1000ms are one token.
      return CEL.Duration(scalar.text).map { ["\($0.nanoseconds)ns"] } ?? scalar.text.tokens
    case .sequence(let items):
      var tokens = ["["]
      for item in items { tokens += item.tokens + [","] }
      return tokens + ["]"]
    case .mapping(let entries):
      var tokens = ["{"]
      for entry in entries {
        tokens += entry.key.text.tokens
        tokens.append(":")
        tokens += entry.value.tokens
        tokens.append(",")
      }
      return tokens + ["}"]
    }
  }
}

extension String {
  /// The names and numbers in the text, and the characters between them, without spaces.
  var tokens: [String] {
    var tokens: [String] = []
    var token = ""
    func end() {
      if !token.isEmpty { tokens.append(token) }
      token = ""
    }
    for character in self {
      if character.isLetter || character.isNumber || character == "_" {
        token.append(character)
      } else {
        end()
        if !character.isWhitespace { tokens.append(String(character)) }
      }
    }
    end()
    return tokens
  }
}

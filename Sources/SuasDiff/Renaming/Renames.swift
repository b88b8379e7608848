import SuasExplore
import SuasSpec
import YAML

/// The new names of a spec's parts, and thereby the pairs of parts that correspond.
struct Renames {
  private let old: SpecVersion
  private let new: SpecVersion
  var names: [DeclaredPart: String] = [:]

  init(from old: SpecVersion, to new: SpecVersion) {
    self.old = old
    self.new = new
  }

  func newName(_ kind: DeclaredPart.Kind, _ name: String, of owner: String = "") -> String {
    names[DeclaredPart(kind, name, of: owner)] ?? name
  }

  /// Returns the part of the new version that corresponds to a part, if there is one.
  func counterpart(of part: DeclaredPart) -> DeclaredPart {
    DeclaredPart(
      part.kind, names[part] ?? part.name, of: part.owner.isEmpty ? "" : newOwner(part.owner))
  }

  /// Returns the name in the new version of a type that owns fields or cases.
  func newOwner(_ owner: String) -> String {
    if let action = old.checked.actions.first(where: { $0.payload.name == owner }) {
      let name = newName(.action, action.name)
      return new.checked.actions.first { $0.name == name }?.payload.name ?? owner
    }
    if let effect = old.checked.effects.first(where: { $0.action.payload.name == owner }) {
      let name = newName(.effect, effect.name)
      return new.checked.effects.first { $0.name == name }?.action.payload.name ?? owner
    }
    guard let dot = owner.firstIndex(of: ".") else { return newName(.type, owner) }
    let (variant, name) = (String(owner[..<dot]), String(owner[owner.index(after: dot)...]))
    return RecordType.name(
      ofCase: newName(.field, name, of: variant), in: newName(.type, variant))
  }
}

extension Renames {
  /// True if two pieces of the files are equal except for changed names and the order of the
  /// entries in mappings.
  func areEqual(_ node: Node?, _ newNode: Node?) -> Bool {
    guard let node, let newNode else { return node == nil && newNode == nil }
    switch (node.content, newNode.content) {
    case (.sequence(let items), .sequence(let newItems)):
      return items.count == newItems.count
        && zip(items, newItems).allSatisfy { areEqual($0, $1) }
    case (.mapping(let entries), .mapping(let newEntries)):
      return entries.count == newEntries.count
        && entries.allSatisfy { entry in
          newEntries.contains { new in
            areEqual(entry.key.text, new.key.text) && areEqual(entry.value, new.value)
          }
        }
    default: return areEqual(node.tokens, newNode.tokens)
    }
  }

  /// True if two expressions are equal except for changed names.
  func areEqual(_ text: String, _ newText: String) -> Bool {
    areEqual(text.tokens, newText.tokens)
  }

  /// True if selectors, and the constants and functions that they may use, are equal except for
  /// changed names.
  var keepSelectors: Bool {
    old.checked.selectors.isEmpty
      || ["selectors", "constants", "functions"].allSatisfy { section in
        let (nodes, newNodes) = (old.trees.map { $0[section] }, new.trees.map { $0[section] })
        // The order matters where parameters are given by it.
        return nodes.count == newNodes.count
          && zip(nodes, newNodes).allSatisfy { areEqual($0?.tokens ?? [], $1?.tokens ?? []) }
      }
  }

  private func areEqual(_ tokens: [String], _ newTokens: [String]) -> Bool {
    let pairs = Set(names.map { [$0.key.name, $0.value] })
    return tokens.count == newTokens.count
      && zip(tokens, newTokens).allSatisfy { $0 == $1 || pairs.contains([$0, $1]) }
  }
}

/// The parts of two versions of a spec: those that both have, and those that only one has.
struct PartPairs {
  private(set) var pairs: [(old: DeclaredPart, new: DeclaredPart)] = []
  /// The parts that are gone, without those whose owner is gone as a whole.
  private(set) var removed: [DeclaredPart] = []
  /// The parts that are new, without those whose owner is new as a whole.
  private(set) var added: [DeclaredPart] = []

  init(_ old: SpecVersion, _ new: SpecVersion, _ renames: Renames) {
    let (oldParts, newParts) = (old.parts, new.parts)
    let newSet = Set(newParts)
    let newOwners = new.owners
    var taken: Set<DeclaredPart> = []
    for part in oldParts {
      let counterpart = renames.counterpart(of: part)
      if newSet.contains(counterpart) {
        pairs.append((part, counterpart))
        taken.insert(counterpart)
      } else if newOwners.contains(counterpart.owner) {
        removed.append(part)
      }
    }
    let oldOwners = Set(old.owners.map { $0.isEmpty ? "" : renames.newOwner($0) })
    added = newParts.filter { !taken.contains($0) && oldOwners.contains($0.owner) }
  }
}

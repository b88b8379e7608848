import SuasExplore
import SuasSpec

/// Finds the parts of a spec that only have another name in its new version: everything that
/// mentions them is equal after renaming.
struct RenameFinder {
  private let old: SpecVersion
  private let new: SpecVersion
  private let removed: [DeclaredPart]
  private let added: Set<DeclaredPart>
  private let removedNames: Set<String>
  private let addedNames: Set<String>
  private let newUnits: [[String]: SpecUnit]
  /// The units at whose paths the old version has none, by their tokens without added names.
  private let freshUnits: [[String]: [SpecUnit]]
  /// The new names that stand in place of each removed one.
  private var votes: [String: Set<String>] = [:]
  /// The removed names that something mentions that has changed besides.
  private var blocked: Set<String> = []

  /// Returns the new names of renamed parts.
  static func renames(from old: SpecVersion, to new: SpecVersion) -> Renames {
    let oldUnits = old.trees.flatMap(SpecUnit.units)
    var finder = RenameFinder(old, new, oldUnits)
    guard !finder.removed.isEmpty, !finder.added.isEmpty else {
      return Renames(from: old, to: new)
    }
    finder.compare(oldUnits)
    return finder.renames()
  }

  private init(_ old: SpecVersion, _ new: SpecVersion, _ oldUnits: [SpecUnit]) {
    self.old = old
    self.new = new
    let (oldParts, newParts) = (old.parts, new.parts)
    let (known, kept) = (Set(oldParts), Set(newParts))
    removed = oldParts.filter { !kept.contains($0) }
    added = kept.subtracting(known)
    // A field or case that only moved to a renamed owner has kept its name.
    let moved = Set(removed.map(\.withoutOwner)).intersection(added.map(\.withoutOwner))
    removedNames = Set(removed.filter { !moved.contains($0.withoutOwner) }.map(\.name))
    addedNames = Set(added.filter { !moved.contains($0.withoutOwner) }.map(\.name))
    let units = new.trees.flatMap(SpecUnit.units)
    newUnits = Dictionary(units.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let oldPaths = Set(oldUnits.map(\.path))
    freshUnits = Dictionary(grouping: units.filter { !oldPaths.contains($0.path) }) {
      [addedNames] in $0.tokens(without: addedNames)
    }
  }

  /// Compares each unit that mentions a removed name with its counterpart.
  private mutating func compare(_ units: [SpecUnit]) {
    var open: [OpenUnit] = []
    for unit in units where unit.allTokens.contains(where: removedNames.contains) {
      if let counterpart = newUnits[unit.path] {
        note(pairs(unit, counterpart), in: unit)
        continue
      }
      let found = freshUnits[unit.tokens(without: removedNames)] ?? []
      // Of many that are alike, none stands out.
      guard found.count <= Self.mostCandidates else {
        note(nil, in: unit)
        continue
      }
      let candidates = found.compactMap { pairs(unit, $0) }
      if candidates.count > 1 {
        open.append(OpenUnit(unit: unit, candidates: candidates))
      } else {
        note(candidates.first, in: unit)
      }
    }
    settle(open)
  }

  /// The most counterparts that are considered for a unit.
  private static let mostCandidates = 16

  /// Chooses, for units with more than one possible counterpart, the one that agrees with the rest.
  private mutating func settle(_ open: [OpenUnit]) {
    var open = open
    var isSettling = true
    while isSettling {
      isSettling = false
      var rest: [OpenUnit] = []
      for var item in open {
        item.candidates = item.candidates.filter(agreesWithVotes)
        if item.candidates.count > 1 {
          rest.append(item)
        } else {
          note(item.candidates.first, in: item.unit)
          isSettling = true
        }
      }
      open = rest
    }
    for item in open { note(nil, in: item.unit) }
  }

  /// A unit with more than one possible counterpart.
  private struct OpenUnit {
    let unit: SpecUnit
    /// The pairs of names for each counterpart.
    var candidates: [[(String, String)]]
  }

  private func agreesWithVotes(_ pairs: [(String, String)]) -> Bool {
    pairs.allSatisfy { name, newName in
      if let known = votes[name] { return known == [newName] }
      return !votes.values.contains { $0.contains(newName) }
    }
  }

  private mutating func note(_ pairs: [(String, String)]?, in unit: SpecUnit) {
    if let pairs {
      add(pairs)
    } else {
      blocked.formUnion(unit.allTokens.filter(removedNames.contains))
    }
  }

  private mutating func add(_ pairs: [(String, String)]) {
    for (name, newName) in pairs { votes[name, default: []].insert(newName) }
  }

  /// Returns the pairs of different names in two units that are otherwise equal; nil for others.
  private func pairs(_ unit: SpecUnit, _ other: SpecUnit) -> [(String, String)]? {
    let (tokens, others) = (unit.allTokens, other.allTokens)
    guard unit.path.count == other.path.count, tokens.count == others.count else { return nil }
    var pairs: [(String, String)] = []
    for (token, other) in zip(tokens, others) where token != other {
      guard removedNames.contains(token), addedNames.contains(other) else { return nil }
      pairs.append((token, other))
    }
    return pairs
  }

  /// Returns the new names of the parts that are renamed.
  private func renames() -> Renames {
    var renames = Renames(from: old, to: new)
    // Parts that own others come before these.
    for parts in [removed.filter { $0.owner.isEmpty }, removed.filter { !$0.owner.isEmpty }] {
      let found = parts.compactMap { part in
        newPart(for: part, renames).map { (part: part, new: $0) }
      }
      // Two parts that became one were not renamed.
      let claims = Dictionary(grouping: found, by: \.new)
      for (part, new) in found where claims[new]?.count == 1 { renames.names[part] = new.name }
    }
    return renames
  }

  /// Returns the part that a removed one may have become.
  private func newPart(for part: DeclaredPart, _ renames: Renames) -> DeclaredPart? {
    guard let found = votes[part.name], found.count == 1, let name = found.first,
      !blocked.contains(part.name)
    else { return nil }
    let new = DeclaredPart(part.kind, name, of: renames.counterpart(of: part).owner)
    return added.contains(new) ? new : nil
  }
}

extension DeclaredPart {
  fileprivate var withoutOwner: DeclaredPart { DeclaredPart(kind, name) }
}

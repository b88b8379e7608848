import YAML

/// A tree with one mistake in it.
struct Mutant {
  /// The place and the kind of the mistake.
  let name: String
  let draft: Draft
}

extension Draft {
  /// Makes a draft of a tree as it was written.
  init(_ node: Node) {
    switch node.content {
    case .scalar(let scalar):
      self = scalar.style == .plain ? .plain(scalar.text) : .text(scalar.text)
    case .sequence(let items): self = .sequence(items.map(Draft.init))
    case .mapping(let entries):
      self = .mapping(
        entries.map { entry in
          let text = entry.key.text
          return (entry.key.style == .plain ? .plain(text) : .text(text), Draft(entry.value))
        })
    }
  }

  /// Returns the trees with one mistake: an additional key, a missing key, or a value of another
  /// kind, at every place.
  func mutants(at path: String = "") -> [Mutant] {
    switch self {
    case .plain, .text: return []
    case .sequence(let items):
      return items.indices.flatMap { index in
        items[index].mutants(at: "\(path)[\(index)]").map { mutant in
          var items = items
          items[index] = mutant.draft
          return Mutant(name: mutant.name, draft: .sequence(items))
        }
      }
    case .mapping(let entries):
      var mutants = [
        Mutant(
          name: "\(path): a key too many", draft: .mapping(entries + [("zzz", .plain("zzz"))]))
      ]
      for (index, entry) in entries.enumerated() {
        let place = "\(path).\(entry.key.text)"
        func replaced(_ value: Draft, _ name: String) -> Mutant {
          var entries = entries
          entries[index].value = value
          return Mutant(name: name, draft: .mapping(entries))
        }
        var fewer = entries
        fewer.remove(at: index)
        mutants.append(Mutant(name: "\(place): gone", draft: .mapping(fewer)))
        mutants += [
          replaced(.text("zzz"), "\(place): a text"),
          replaced(.sequence([.text("zzz")]), "\(place): a list"),
          replaced(.mapping([("zzz", .text("zzz"))]), "\(place): a mapping"),
        ]
        mutants += entry.value.mutants(at: place).map { replaced($0.draft, $0.name) }
      }
      return mutants
    }
  }
}

import SuasSpec
import YAML

/// A declaration or scenario that dispatches or handles an action.
package struct CallHierarchyItem {
  package let name: String
  /// The kind of the declaration, such as `effect`, or `scenario`.
  package let noun: String
  package let path: String
  package let range: Range<Int>
  package let selection: Range<Int>
  /// The places in it where the action is named, or, of an action, where it names the others.
  package var places: [Range<Int>] = []
}

extension Workspace {
  /// The item for the action at a cursor.
  package func callHierarchyItem(in document: Document, at offset: Int) -> CallHierarchyItem? {
    name(in: document, at: offset).flatMap(item)
  }

  private func item(_ name: NameAtCursor) -> CallHierarchyItem? {
    guard name.symbol.kind == .action else { return nil }
    let range = name.declaration.range
    return CallHierarchyItem(
      name: name.symbol.name, noun: name.declaration.noun, path: range.source.name,
      range: range.offsets, selection: range.offsets)
  }

  /// The declarations and scenarios that dispatch an action.
  package func callers(of name: NameAtCursor) -> [CallHierarchyItem] {
    containers(of: name) { !$0.isHandling }
  }

  /// The reducers that handle an action, and, for an effect, the actions that it dispatches.
  package func callees(of name: NameAtCursor) -> [CallHierarchyItem] {
    var items = containers(of: name) { $0.isHandling }
    let declaration = name.declaration.range
    guard name.declaration.noun == "effect",
      let unit = analysis(of: declaration.source.name), let tree = unit.tree
    else { return items }
    let names = unit.declaredNames
    var seen: Set<String> = []
    for mention in unit.journal.mentions
    where mention.symbol.kind == .action && mention.range.source.name == declaration.source.name {
      let steps = tree.path(to: mention.range.lowerBound)
      guard steps.first?.key.text == "effects", steps.count > 2,
        steps[1].key.text == name.symbol.name,
        let declared = names.first(where: { $0.symbol == mention.symbol })
      else { continue }
      if seen.insert(mention.symbol.name).inserted {
        items.append(
          CallHierarchyItem(
            name: mention.symbol.name, noun: declared.noun, path: declared.range.source.name,
            range: declared.range.offsets, selection: declared.range.offsets))
      }
      items[items.count - 1].places.append(mention.range.offsets)
    }
    return items
  }

  private struct Container {
    let section: String
    let name: Scalar
    let extent: Range<Int>
    /// True for the rules of a reducer for the action, or its history.
    var isHandling: Bool { section == "reducers" }

    init?(_ steps: [Node.Entry], _ tree: Node, _ offset: Int) {
      guard let section = steps.first else { return nil }
      self.section = section.key.text
      let items = section.value.sequence ?? []
      if let item = items.last(where: { $0.start <= offset }),
        let name = item.mapping?.first(where: { $0.key.text == "name" })?.value.scalar
      {
        self.name = name
        extent = item.range.offsets
      } else if steps.count > 1 {
        name = steps[1].key
        extent =
          name.range
          .lowerBound..<max(
            name.range.upperBound, steps[1].value.range.upperBound)
      } else {
        name = section.key
        extent = name.range.offsets
      }
    }
  }

  private func containers(
    of name: NameAtCursor, _ isWanted: (Container) -> Bool
  ) -> [CallHierarchyItem] {
    var items: [CallHierarchyItem] = []
    for place in places(of: name).dropFirst() {
      guard let tree = analysis(of: place.path)?.tree else { continue }
      let steps = tree.path(to: place.range.lowerBound)
      let dispatches = steps.contains { ["dispatch", "next", "on"].contains($0.key.text) }
      guard dispatches || steps.contains(where: { $0.key.text == "history" }),
        let container = Container(steps, tree, place.range.lowerBound), isWanted(container)
      else { continue }
      let selection = container.name.range.offsets
      if let index = items.firstIndex(where: { $0.path == place.path && $0.selection == selection })
      {
        items[index].places.append(place.range)
        continue
      }
      items.append(
        CallHierarchyItem(
          name: container.name.text, noun: container.section, path: place.path,
          range: container.extent, selection: selection, places: [place.range]))
    }
    return items
  }
}

extension Node {
  /// The entries on the way to an offset, from the outermost mapping on.
  func path(to offset: Int) -> [Entry] {
    switch content {
    case .scalar: []
    case .sequence(let items): items.last { $0.start <= offset }?.path(to: offset) ?? []
    case .mapping(let entries):
      entries.last { $0.key.range.lowerBound <= offset }.map { [$0] + $0.value.path(to: offset) }
        ?? []
    }
  }
}

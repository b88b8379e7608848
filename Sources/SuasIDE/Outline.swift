import SuasFormat
import SuasSpec
import YAML

/// An entry of a file's outline.
package struct OutlineItem {
  package enum Kind {
    case section, type, action, reducer, field, rule, scenario, step, name
  }

  package let name: String
  package let kind: Kind
  package let range: Range<Int>
  /// The range of the name.
  package let selection: Range<Int>
  package var children: [OutlineItem] = []
}

extension Analysis {
  /// The outline of the file: its sections, and what they declare.
  package var outline: [OutlineItem] {
    guard let entries = tree?.mapping else { return [] }
    return entries.compactMap { entry in
      switch (kind, entry.key.text) {
      case (nil, _): nil
      case (.scenario?, "scenarios"):
        item(entry, .section, children: (entry.value.sequence ?? []).compactMap(scenario))
      case (.scenario?, "scenario"):
        item(entry, .scenario, name: entry.value.scalar?.text)
      case (.scenario?, _): item(entry, .section)
      case (_, let section):
        item(entry, .section, children: declarations(entry.value, in: section))
      }
    }
  }

  private func declarations(_ node: Node, in section: String) -> [OutlineItem] {
    if let items = node.sequence {
      return items.compactMap { node in
        guard let entry = node.mapping?.first(where: { $0.key.text == "name" }),
          let name = entry.value.scalar
        else { return nil }
        return OutlineItem(
          name: name.text, kind: .name, range: node.range.offsets, selection: name.range.offsets)
      }
    }
    return (node.mapping ?? []).map { entry in
      let handlers =
        section == "reducers"
        ? entry.value.mapping?.first { $0.key.text == "on" }?.value.mapping : nil
      let isRecord = ["types", "states", "variants", "actions"].contains(section)
      let fields = isRecord ? entry.value.mapping : nil
      return item(
        entry, Self.kinds[section] ?? .name,
        children: (handlers ?? []).map { item($0, .rule) } + (fields ?? []).map { item($0, .field) }
      )
    }
  }

  private static let kinds: [String: OutlineItem.Kind] = [
    "types": .type, "states": .type, "enums": .type, "variants": .type, "actions": .action,
    "effects": .action, "reducers": .reducer, "rules": .rule, "fragments": .rule,
  ]

  private func scenario(_ node: Node) -> OutlineItem? {
    guard let name = node.mapping?.first(where: { $0.key.text == "name" })?.value.scalar else {
      return nil
    }
    return OutlineItem(
      name: name.text, kind: .scenario, range: node.range.offsets,
      selection: name.range.offsets)
  }

  private func item(
    _ entry: Node.Entry, _ kind: OutlineItem.Kind, name: String? = nil,
    children: [OutlineItem] = []
  ) -> OutlineItem {
    let key = entry.key.range.offsets
    return OutlineItem(
      name: name ?? entry.key.text, kind: kind,
      range: key.lowerBound..<max(key.upperBound, entry.value.range.upperBound), selection: key,
      children: children)
  }

  /// The ranges of comments over several lines, each on lines of its own.
  package var commentFoldings: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var block: Range<Int>?
    for line in source.lines {
      let first = source.utf8[line].first { $0 != 0x20 && $0 != 0x09 }
      guard first == UInt8(ascii: "#"), !isInScalar(line.lowerBound) else {
        block = nil
        continue
      }
      if let block {
        if ranges.last?.lowerBound == block.lowerBound { ranges.removeLast() }
        ranges.append(block.lowerBound..<line.upperBound)
      }
      block = (block ?? line).lowerBound..<line.upperBound
    }
    return ranges
  }

  /// True inside a text of several lines, in which a `#` begins no comment.
  private func isInScalar(_ offset: Int) -> Bool {
    func isInside(_ node: Node) -> Bool {
      guard node.range.lowerBound < offset, offset < node.range.upperBound else { return false }
      switch node.content {
      case .scalar: return true
      case .sequence(let items): return items.contains(where: isInside)
      case .mapping(let entries): return entries.contains { isInside($0.value) }
      }
    }
    return tree.map(isInside) ?? false
  }

  /// The ranges of mappings and lists over several lines.
  package var foldings: [Range<Int>] {
    var ranges: [Range<Int>] = []
    func visit(_ node: Node) {
      for entry in node.mapping ?? [] {
        let range =
          entry.key.range
          .lowerBound..<max(
            entry.key.range.upperBound, entry.value.range.upperBound)
        if source.location(of: range.lowerBound).line < source.location(of: range.upperBound).line,
          entry.value.range.source === source, entry.value.range.lowerBound >= range.lowerBound
        {
          ranges.append(range)
        }
        visit(entry.value)
      }
      for item in node.sequence ?? [] { visit(item) }
    }
    if let tree { visit(tree) }
    return ranges
  }
}

extension Workspace {
  /// The declared names of all files that contain a text, whatever the case of its letters.
  package func names(
    containing text: String, most: Int = 500, withVariables: Bool = true
  ) -> [DeclaredName] {
    let wanted = text.lowercased()
    var seen: Set<Place> = []
    var found: [DeclaredName] = []
    for unit in units() {
      for name in unit.declaredNames
      where (wanted.isEmpty || name.symbol.name.lowercased().contains(wanted))
        && (withVariables || name.symbol.kind != .variable)
        && seen.insert(Place(name.range)).inserted
      {
        found.append(name)
        if found.count == most { return found }
      }
    }
    return found
  }
}

import YAML

/// Adds and removes members of a collection, and leaves the others as they are written.
package struct MemberEdit {
  /// A member of the new collection.
  package enum Member {
    /// A member that is kept, by its index in the old collection.
    case kept(Int)
    case item(Draft)
    case entry(key: Draft.Key, Draft)

    package var isKept: Bool { if case .kept = self { true } else { false } }
  }

  private let editable: EditableNode
  private let writer: NodeWriter
  /// The range of each member, with its dash or key.
  private let spans: [Range<Int>]

  /// Returns the edit that gives a collection other members; nil if it has an unusual form.
  static func edit(
    _ editable: EditableNode, to members: [Member], by writer: NodeWriter
  ) -> Edit? {
    guard members.contains(where: \.isKept) else {
      let isBlock = editable.node.scalar == nil && !editable.hasBrackets && !editable.isInFlow
      guard isBlock, !members.isEmpty else {
        let draft = draft(members, isList: editable.node.sequence != nil)
        return writer.replacement(of: editable, with: draft, keepingInteger: false)
      }
      let edit = MemberEdit(editable: editable, writer: writer, spans: [])
      let indent = "\n" + String(repeating: " ", count: editable.contentColumn)
      let text = members.map(edit.blockText).joined(separator: indent)
      return Edit(of: editable.node, [.init(editable.node.range.offsets, text)])
    }
    guard let spans = editable.spans else { return nil }
    let edit = MemberEdit(editable: editable, writer: writer, spans: spans)
    let pieces = editable.hasBrackets ? edit.flowPieces(members) : edit.blockPieces(members)
    return pieces.map { Edit(of: editable.node, $0) }
  }

  /// Returns the edit that removes one of several members.
  ///
  /// - Parameter spans: The ranges of all members.
  static func removal(of place: Int, from editable: EditableNode, _ spans: [Range<Int>]) -> Edit {
    let bytes = editable.bytes
    let span = spans[place]
    let removed =
      if editable.hasBrackets, place == spans.count - 1 {
        spans[place - 1].upperBound..<span.upperBound
      } else if editable.hasBrackets || place == 0 && !bytes.isFirstOnLine(span.lowerBound) {
        // In a block, the next member moves up to the line of the collection's key or dash.
        span.lowerBound..<spans[place + 1].lowerBound
      } else {
        bytes.startOfLine(around: span.lowerBound)..<bytes.startOfNextLine(after: span.upperBound)
      }
    return Edit(of: editable.node, [.init(removed, "")])
  }

  private static func draft(_ members: [Member], isList: Bool) -> Draft {
    var items: [Draft] = []
    var entries: [(key: Draft.Key, value: Draft)] = []
    for member in members {
      switch member {
      case .kept: break
      case .item(let draft): items.append(draft)
      case .entry(let key, let draft): entries.append((key, draft))
      }
    }
    return isList || !items.isEmpty ? .sequence(items) : .mapping(entries)
  }

  /// Returns the members to add before the first kept one, and after each kept one.
  private func additions(_ members: [Member]) -> (before: [Member], after: [Int: [Member]]) {
    var before: [Member] = []
    var after: [Int: [Member]] = [:]
    var last: Int?
    for member in members {
      if case .kept(let place) = member {
        last = place
      } else if let last {
        after[last, default: []].append(member)
      } else {
        before.append(member)
      }
    }
    return (before, after)
  }

  private func keptPlaces(_ members: [Member]) -> [Int]? {
    let places = members.compactMap { if case .kept(let place) = $0 { place } else { nil } }
    // Kept members must keep their order.
    guard zip(places, places.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    return places
  }

  private func flowPieces(_ members: [Member]) -> [Edit.Piece]? {
    guard let kept = keptPlaces(members), let first = kept.first, let last = kept.last else {
      return nil
    }
    let stays = Set(kept)
    var pieces: [Edit.Piece] = []
    let (before, after) = additions(members)
    if !before.isEmpty {
      let text = before.map { flowText($0) + separator(at: first) }.joined()
      pieces.append(.init(spans[first].lowerBound..<spans[first].lowerBound, text))
    }
    for (place, added) in after.sorted(by: { $0.key < $1.key }) {
      let text = added.map { separator(at: place) + flowText($0) }.joined()
      pieces.append(.init(spans[place].upperBound..<spans[place].upperBound, text))
    }
    for place in spans.indices where !stays.contains(place) && place < last {
      pieces.append(.init(spans[place].lowerBound..<spans[place + 1].lowerBound, ""))
    }
    if let end = spans.last?.upperBound, last < spans.count - 1 {
      pieces.append(.init(spans[last].upperBound..<end, ""))
    }
    return pieces
  }

  /// Returns the separator between members: with a line break if they begin on lines of their own.
  private func separator(at place: Int) -> String {
    let start = spans[place].lowerBound
    guard editable.bytes.isFirstOnLine(start) else { return ", " }
    let line = editable.bytes.startOfLine(around: start)
    return ",\n" + String(decoding: editable.bytes[line..<start], as: UTF8.self)
  }

  private func flowText(_ member: Member) -> String {
    switch member {
    case .kept: ""
    case .item(let draft): writer.line(draft, inFlow: true)
    case .entry(let key, let draft): writer.entry(key: key, draft, inFlow: true)
    }
  }

  private func blockPieces(_ members: [Member]) -> [Edit.Piece]? {
    let bytes = editable.bytes
    guard let kept = keptPlaces(members), let first = kept.first else { return nil }
    let stays = Set(kept)
    let indent = String(repeating: " ", count: editable.contentColumn)
    let isCompact = !bytes.isFirstOnLine(spans[0].lowerBound)
    var pieces: [Edit.Piece] = []
    var removed = spans.indices.filter { !stays.contains($0) }
    if isCompact, first > 0 {
      // The first kept member moves up to the line of the collection's key or dash.
      pieces.append(.init(spans[0].lowerBound..<spans[first].lowerBound, ""))
      removed.removeAll { $0 < first }
    }
    for place in removed {
      let line = bytes.startOfLine(around: spans[place].lowerBound)
      pieces.append(.init(line..<bytes.startOfNextLine(after: spans[place].upperBound), ""))
    }
    let (before, after) = additions(members)
    if !before.isEmpty {
      let start = spans[first].lowerBound
      let text = before.map { blockText($0) + "\n" + indent }.joined()
      pieces.append(.init(start..<start, text))
    }
    for (place, added) in after.sorted(by: { $0.key < $1.key }) {
      let end = bytes.startOfNextLine(after: spans[place].upperBound)
      let isEnded = end > 0 && bytes[end - 1] == 0x0A
      let text = added.map { indent + blockText($0) }.joined(separator: "\n")
      pieces.append(.init(end..<end, isEnded ? text + "\n" : "\n" + text))
    }
    return pieces
  }

  /// Returns a member in the style of those beside it, all lines but the first indented.
  private func blockText(_ member: Member) -> String {
    let column = editable.contentColumn
    switch member {
    case .kept: return ""
    case .item(let draft):
      let line = "- " + writer.line(draft, inFlow: false)
      if !draft.isFilled || !editable.hasBlocks && writer.fits(line, at: editable) { return line }
      return writer.block(.sequence([draft]), column: column, hasBlocks: editable.hasBlocks)
    case .entry(let key, let draft):
      let line = writer.entry(key: key, draft, inFlow: false)
      let isShort = !draft.isFilled || !editable.hasBlocks && writer.fits(line, at: editable)
      if isShort, !LayoutWriter.isLong(key) { return line }
      return writer.block(
        .mapping([(key, draft)]), column: column, hasBlocks: editable.hasBlocks)
    }
  }
}

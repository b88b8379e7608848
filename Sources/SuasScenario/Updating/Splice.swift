import YAML

/// Adds and removes members of a collection, and leaves the others as they are written.
struct Splice {
  /// A member of the new collection.
  enum Member {
    /// A member that is kept, by its index in the old collection.
    case kept(Int)
    case item(Draft)
    case entry(key: String, Draft)

    var isKept: Bool { if case .kept = self { true } else { false } }
  }

  let edit: Edit

  private let editable: EditableNode
  private let pen: StyleWriter
  /// The range of each member, with its dash or key.
  private let spans: [Range<Int>]

  /// Returns nil if the collection has an unknown form.
  init?(_ editable: EditableNode, _ members: [Member], _ pen: StyleWriter) {
    guard members.contains(where: \.isKept) else {
      if editable.node.scalar == nil, !editable.hasBrackets, !editable.isInFlow, !members.isEmpty {
        let plain = Self(edit: Edit(of: editable.node, []), editable: editable, pen: pen, spans: [])
        let indent = "\n" + String(repeating: " ", count: editable.contentColumn)
        let text = members.map(plain.blockText).joined(separator: indent)
        self.init(
          edit: Edit(of: editable.node, [.init(editable.node.range.offsets, text)]),
          editable: editable, pen: pen,
          spans: [])
        return
      }
      let isList = editable.node.sequence != nil
      guard
        let edit = pen.replacement(
          of: editable, with: Self.draft(members, isList: isList), keepingInteger: false)
      else { return nil }
      self.init(edit: edit, editable: editable, pen: pen, spans: [])
      return
    }
    guard let spans = editable.spans else { return nil }
    let plain = Self(edit: Edit(of: editable.node, []), editable: editable, pen: pen, spans: spans)
    let pieces = editable.hasBrackets ? plain.flowPieces(members) : plain.blockPieces(members)
    guard let pieces else { return nil }
    self.init(edit: Edit(of: editable.node, pieces), editable: editable, pen: pen, spans: spans)
  }

  private init(edit: Edit, editable: EditableNode, pen: StyleWriter, spans: [Range<Int>]) {
    self.edit = edit
    self.editable = editable
    self.pen = pen
    self.spans = spans
  }

  private static func draft(_ members: [Member], isList: Bool) -> Draft {
    var items: [Draft] = []
    var entries: [(key: String, value: Draft)] = []
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

  // MARK: Brackets

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
    case .item(let draft): pen.hand.line(draft, isInFlow: true)
    case .entry(let key, let draft): pen.hand.entry(key: key, isText: hasTextKeys, draft)
    }
  }

  // MARK: Blocks

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
      let line = "- " + pen.hand.line(draft)
      if !draft.isFilled || !isBlockInside && pen.fits(line, at: editable) { return line }
      return pen.block(.sequence([draft]), column: column)
    case .entry(let key, let draft):
      let line = pen.hand.entry(key: key, isText: hasTextKeys, draft, isInFlow: false)
      if !draft.isFilled || !isBlockInside && pen.fits(line, at: editable) { return line }
      return pen.block(.mapping([(key, draft)]), column: column)
    }
  }

  /// True if the keys are texts, not numbers or booleans.
  private var hasTextKeys: Bool {
    !(editable.node.mapping ?? []).contains { $0.key.resolved != .string }
  }

  /// True if this collection contains other collections that are written as blocks.
  private var isBlockInside: Bool {
    let children = editable.node.sequence ?? editable.node.mapping?.map(\.value) ?? []
    return children.contains { child in
      child.isFilled && !"[{*".utf8.contains(editable.bytes[child.range.lowerBound])
    }
  }
}

extension EditableNode {
  /// The range of each member of the collection, with its dash or key; nil if it is written in an
  /// unusual form.
  fileprivate var spans: [Range<Int>]? {
    if isInFlow, !hasBrackets { return nil }
    let spans: [Range<Int>?]
    if let items = node.sequence {
      spans = items.enumerated().map { index, item in
        if hasBrackets { return item.range.offsets }
        guard let dash = dash(of: index) else { return nil }
        return dash..<max(dash + 1, item.range.upperBound)
      }
    } else {
      spans = (node.mapping ?? []).map { entry in
        let value = value(of: entry, [])
        let start = entry.key.range.lowerBound
        return start..<max(entry.key.range.upperBound, value.end, value.lead ?? 0)
      }
    }
    let known = spans.compactMap(\.self)
    guard known.count == spans.count,
      zip(known, known.dropFirst()).allSatisfy({
        $0.upperBound <= $1.lowerBound
      })
    else { return nil }
    guard !hasBrackets else { return known }
    let isAligned = known.enumerated().allSatisfy { index, span in
      index == 0 ? span.lowerBound == start : isAlone(span.lowerBound)
    }
    return isAligned ? known : nil
  }

  /// Returns true if an offset is the first on its line, in the column of the collection.
  private func isAlone(_ offset: Int) -> Bool {
    bytes.isFirstOnLine(offset)
      && offset - bytes.startOfLine(around: offset) == contentColumn
  }
}

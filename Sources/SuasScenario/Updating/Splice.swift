import YAML

/// Adds to a collection and takes from it, and leaves what stays as it is written.
struct Splice {
  /// What the collection is to hold, in order.
  enum Member {
    /// By its place in what is written.
    case kept(Int)
    case item(Draft)
    case entry(key: String, Draft)

    var isKept: Bool { if case .kept = self { true } else { false } }
  }

  let edit: Edit

  private let spot: Spot
  private let pen: Pen
  /// Where each item stands, with its dash or key.
  private let spans: [Range<Int>]

  /// Nil where the collection has a form that is not understood.
  init?(_ spot: Spot, _ members: [Member], _ pen: Pen) {
    guard members.contains(where: \.isKept) else {
      if spot.node.scalar == nil, !spot.hasBrackets, !spot.isInFlow, !members.isEmpty {
        let plain = Self(edit: Edit(of: spot.node, []), spot: spot, pen: pen, spans: [])
        let indent = "\n" + String(repeating: " ", count: spot.contentColumn)
        let text = members.map(plain.blockText).joined(separator: indent)
        self.init(
          edit: Edit(of: spot.node, [.init(spot.node.range.offsets, text)]), spot: spot, pen: pen,
          spans: [])
        return
      }
      let isList = spot.node.sequence != nil
      guard
        let edit = pen.replacement(
          of: spot, with: Self.draft(members, isList: isList), keepingInteger: false)
      else { return nil }
      self.init(edit: edit, spot: spot, pen: pen, spans: [])
      return
    }
    guard let spans = spot.spans else { return nil }
    let plain = Self(edit: Edit(of: spot.node, []), spot: spot, pen: pen, spans: spans)
    let pieces = spot.hasBrackets ? plain.flowPieces(members) : plain.blockPieces(members)
    guard let pieces else { return nil }
    self.init(edit: Edit(of: spot.node, pieces), spot: spot, pen: pen, spans: spans)
  }

  private init(edit: Edit, spot: Spot, pen: Pen, spans: [Range<Int>]) {
    self.edit = edit
    self.spot = spot
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

  /// What is added before the first that stays, and after each that does.
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
    // What stays keeps its order.
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

  /// What separates an item from the next: a new line where items stand on lines of their own.
  private func separator(at place: Int) -> String {
    let start = spans[place].lowerBound
    guard spot.bytes.isFirstOnLine(start) else { return ", " }
    let line = spot.bytes.startOfLine(around: start)
    return ",\n" + String(decoding: spot.bytes[line..<start], as: UTF8.self)
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
    let bytes = spot.bytes
    guard let kept = keptPlaces(members), let first = kept.first else { return nil }
    let stays = Set(kept)
    let indent = String(repeating: " ", count: spot.contentColumn)
    let isCompact = !bytes.isFirstOnLine(spans[0].lowerBound)
    var pieces: [Edit.Piece] = []
    var removed = spans.indices.filter { !stays.contains($0) }
    if isCompact, first > 0 {
      // The first that stays moves up to the line of what leads to the collection.
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

  /// An item or entry in the style of those beside it, all lines but the first indented.
  private func blockText(_ member: Member) -> String {
    let column = spot.contentColumn
    switch member {
    case .kept: return ""
    case .item(let draft):
      let line = "- " + pen.hand.line(draft)
      if !draft.isFilled || !isBlockInside && pen.fits(line, at: spot) { return line }
      return pen.block(.sequence([draft]), column: column)
    case .entry(let key, let draft):
      let line = pen.hand.entry(key: key, isText: hasTextKeys, draft, isInFlow: false)
      if !draft.isFilled || !isBlockInside && pen.fits(line, at: spot) { return line }
      return pen.block(.mapping([(key, draft)]), column: column)
    }
  }

  /// Whether the keys are texts, and not numbers or booleans.
  private var hasTextKeys: Bool {
    !(spot.node.mapping ?? []).contains { $0.key.resolved != .string }
  }

  /// Whether collections in this one are blocks themselves.
  private var isBlockInside: Bool {
    let children = spot.node.sequence ?? spot.node.mapping?.map(\.value) ?? []
    return children.contains { child in
      child.isFilled && !"[{*".utf8.contains(spot.bytes[child.range.lowerBound])
    }
  }
}

extension Spot {
  /// Where each item of the collection stands, with its dash or key; nil where it is written in an
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

  /// Whether a place is the first on its line, in the column of the collection.
  private func isAlone(_ offset: Int) -> Bool {
    bytes.isFirstOnLine(offset)
      && offset - bytes.startOfLine(around: offset) == contentColumn
  }
}

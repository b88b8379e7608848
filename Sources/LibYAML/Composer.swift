import YAML

/// Builds the tree with source ranges from a parser's events, without recursion.
struct Composer {
  enum Kind { case mapping, sequence }

  /// The properties before a node: an anchor, a tag or both. Tags are found in the text.
  struct Properties {
    var anchor: String?
  }

  static let nestingLimit = 128
  static let aliasLimit = 100_000
  static let nodeLimit = 1_500_000
  /// The maximum number of errors, after which no more are looked for.
  static let errorLimit = 100

  let source: Source
  let bytes: TextBytes
  private(set) var hasFailed = false
  private var sink: [Diagnostic] = []
  private var root: Node?
  private var frames: [Frame] = []
  private var anchors: [Anchor] = []
  /// The index of the latest anchor of each name.
  private var anchorIndex: [String: Int] = [:]
  private var nodeCount = 0
  private var aliasedCount = 0
  /// The parsed text, if places are masked in it.
  private let masked: MaskedText?
  /// True if libyaml has ended the name of an anchor or alias too early.
  var hasCutName = false
  /// The number of brackets that are open.
  private var bracketCount = 0
  /// The end of the last part that was read between brackets.
  private var flowEnd = 0

  /// - Parameter masked: The text that the events are of, if places are masked in it; `bytes` is
  ///   the unmasked text.
  init(source: Source, bytes: TextBytes, masking masked: MaskedText? = nil) {
    self.source = source
    self.bytes = bytes
    self.masked = masked
    frames.reserveCapacity(16)
  }

  /// The tree, or all errors found.
  func result() -> Result<Node, Diagnostics> {
    guard sink.isEmpty else { return .failure(Diagnostics(sink).sorted()) }
    let nothing = SourceRange(source, 0..<0)
    return .success(root ?? Node(.scalar(Scalar("", style: .plain, at: nothing)), at: nothing))
  }

  /// Reports an error after which reading on is pointless.
  mutating func fail(_ diagnostic: Diagnostic) {
    sink.append(diagnostic)
    hasFailed = true
  }

  mutating func report(_ diagnostic: Diagnostic) {
    sink.append(diagnostic)
    guard sink.count >= Self.errorLimit else { return }
    sink[sink.count - 1].help.append("further errors in this file are not shown")
    hasFailed = true
  }
}

/// A collection that is being read.
private struct Frame {
  let kind: Composer.Kind
  let hasBrackets: Bool
  let start: Int
  /// The end of the last child, even if that is a key.
  var end: Int
  /// The index of the collection's anchor.
  let anchor: Int?
  /// The number of nodes before this one, including aliased ones.
  let countBefore: Int
  /// The number of levels below this one.
  var height = 0
  var items: [Node] = []
  var entries: [Node.Entry] = []
  var slot = Slot.key
  /// The key whose value is being read.
  var key: Scalar?
  /// The index of the entry for each key, once there are too many entries for a linear search.
  var index: [ExactText: Int] = [:]

  /// The next part expected in a mapping; a refused key is read with its value and left out.
  enum Slot { case key, value, refusedValue }

  /// Adds a child with `height` levels; returns the error if the child is not allowed as a key.
  mutating func add(_ node: consuming Node, height: Int) -> Diagnostic? {
    self.height = max(self.height, height)
    end = max(end, node.range.upperBound)
    guard kind == .mapping else {
      append(node)
      return nil
    }
    switch slot {
    case .key:
      guard case .scalar(let scalar) = node.content else {
        slot = .refusedValue
        return .keyIsNoText(node.kindName, at: node.range)
      }
      if let refusal = refusal(of: scalar, at: node.range) {
        slot = .refusedValue
        return refusal
      }
      key = scalar
      slot = .value
    case .value:
      if let key = key.take() { append(Node.Entry(key: key, value: node)) }
      slot = .key
    case .refusedValue:
      slot = .key
    }
    return nil
  }

  /// The error if a scalar is not allowed as a key here.
  private func refusal(
    of key: borrowing Scalar, at range: @autoclosure () -> SourceRange
  ) -> Diagnostic? {
    if key.style == .plain {
      if key.range.lowerBound == key.range.upperBound {
        return .keyIsNoText(key.kindName, at: range())
      }
      if key.text == "<<" { return .mergeKey(at: range()) }
    }
    guard let first = firstEntry(for: key.text) else { return nil }
    return .duplicateKey(key.text, at: range(), first: entries[first].key.range)
  }

  private func firstEntry(for key: String) -> Int? {
    let key = ExactText(key)
    return index.isEmpty
      ? entries.indices.first { ExactText(entries[$0].key.text) == key } : index[key]
  }

  private mutating func append(_ item: consuming Node) {
    // Most collections are small; growing them one by one costs more than the memory.
    if items.isEmpty { items.reserveCapacity(4) }
    items.append(item)
  }

  private mutating func append(_ entry: consuming Node.Entry) {
    if entries.isEmpty { entries.reserveCapacity(4) }
    entries.append(entry)
    if entries.count == 17 {
      for (place, entry) in entries.enumerated() { index[ExactText(entry.key.text)] = place }
    } else if entries.count > 17 {
      index[ExactText(entries[entries.count - 1].key.text)] = entries.count - 1
    }
  }
}

/// A text with equality by its characters, however they are composed: two keys that look alike are
/// two keys (YAML 1.2, section 3.2.1.3).
struct ExactText: Hashable {
  private let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}

/// The node of an anchor; nil as long as that node is being read.
private struct Anchor {
  let start: Int
  var node: Node?
  var count = 0
  var height = 0
}

extension Composer {
  mutating func scalar(
    _ text: String, style: Scalar.Style, _ marks: Range<Int>, _ properties: Properties?
  ) {
    var range = marks
    var anchor: String?
    if let properties { (range, anchor) = content(of: marks, properties) }
    if style == .literal || style == .folded {
      judgeEnd(of: text, block: range)
      range = trimmed(block: range)
    } else if range.isEmpty && properties == nil {
      range = emptyValue(at: range.lowerBound)
    }
    let place = SourceRange(source, range)
    var scalar = Scalar(text, style: style, at: place)
    if let masked, masked.hasAny(in: range) { unmask(&scalar) }
    let node = Node(.scalar(scalar), at: place)
    if let anchor { define(anchor, as: Anchor(start: range.lowerBound, node: node, count: 1)) }
    readFlow(from: marks.lowerBound, to: range.upperBound)
    count(at: range)
    add(node, height: 0)
  }

  /// Reports a text that keeps its last line breaks and ends with a line of blanks. That line
  /// counts as one of them though it has no line break itself, and libyaml passes over it.
  private mutating func judgeEnd(of text: String, block range: Range<Int>) {
    let start = bytes.count - bytes.reversed().prefix { $0 == 0x20 }.count
    guard start < bytes.count, start <= range.upperBound, start > 0, bytes[start - 1] == 0x0A,
      !text.hasSuffix(" "),
      bytes[range.lowerBound..<start].prefix(3).contains(UInt8(ascii: "+"))
    else { return }
    report(.lineWithoutEnd(at: SourceRange(source, start..<bytes.count)))
  }

  /// Rescans a scalar in which an escape was masked.
  private mutating func unmask(_ scalar: inout Scalar) {
    let map = ScalarMap(rereading: scalar)
    for escape in map.unreadable where !hasFailed {
      report(.loneSurrogate(at: SourceRange(source, escape)))
    }
    scalar.text = String(decoding: map.decoded, as: UTF8.self)
  }

  mutating func begin(_ kind: Kind, isFlow: Bool, at mark: Int, _ properties: Properties?) {
    var start = mark
    var anchor: Int?
    if let properties {
      let (range, name) = content(of: mark..<bytes.count, properties)
      start = range.lowerBound
      if let name {
        anchor = anchors.count
        define(name, as: Anchor(start: start))
      }
    }
    if frames.count >= Self.nestingLimit {
      let range = SourceRange(source, start..<min(start + 1, bytes.count))
      fail(.nestingTooDeep(limit: Self.nestingLimit, at: range))
      return
    }
    let countBefore = nodeCount + aliasedCount
    count(at: start..<start)
    // A pair in a flow sequence, as in `[a: b]`, is a mapping without brackets.
    let bracket = UInt8(ascii: kind == .mapping ? "{" : "[")
    let hasBrackets = isFlow && start < bytes.count && bytes[start] == bracket
    if hasBrackets {
      readFlow(from: mark, to: start + 1)
      bracketCount += 1
    }
    frames.append(
      Frame(
        kind: kind, hasBrackets: hasBrackets, start: start, end: start, anchor: anchor,
        countBefore: countBefore))
  }

  mutating func end(at mark: Int) {
    guard !frames.isEmpty else { return }
    let frame = frames.removeLast()
    if frame.hasBrackets {
      bracketCount -= 1
      flowEnd = mark
    }
    let end = frame.hasBrackets ? mark : frame.end
    let range = SourceRange(source, frame.start..<max(frame.start, end))
    let node = Node(
      frame.kind == .mapping ? .mapping(frame.entries) : .sequence(frame.items), at: range)
    let height = frame.height + 1
    if let anchor = frame.anchor {
      anchors[anchor].node = node
      anchors[anchor].count = nodeCount + aliasedCount - frame.countBefore
      anchors[anchor].height = height
    }
    add(node, height: height)
  }

  mutating func alias(_ marks: Range<Int>) {
    let range = SourceRange(source, marks)
    let end = AnchorName.end(at: marks.lowerBound, in: bytes)
    if end != marks.upperBound { hasCutName = true }
    let name = String(decoding: bytes[marks.lowerBound + 1..<end], as: UTF8.self)
    readFlow(from: marks.lowerBound, to: end)
    guard let index = anchorIndex[name] else {
      report(.undefinedAlias(name, at: range))
      add(Node(.scalar(Scalar("", style: .plain, at: range)), at: range), height: 0)
      return
    }
    let anchor = anchors[index]
    guard var node = anchor.node else {
      let start = SourceRange(source, anchor.start..<min(anchor.start + 1, bytes.count))
      report(.aliasInsideItself(name, anchor: start, at: range))
      add(Node(.scalar(Scalar("", style: .plain, at: range)), at: range), height: 0)
      return
    }
    aliasedCount += anchor.count
    if aliasedCount > Self.aliasLimit {
      fail(.aliasBudget(limit: Self.aliasLimit, at: range))
    } else if frames.count + anchor.height > Self.nestingLimit {
      fail(.nestingTooDeep(limit: Self.nestingLimit, at: range))
    } else {
      node.range = range
      add(node, height: anchor.height)
    }
  }

  mutating func endDocument(at mark: Int) {
    let rest = skipSeparation(from: mark)
    guard rest < bytes.count else { return }
    let isMarker = bytes[rest...].starts(with: "---".utf8)
    let range = SourceRange(source, rest..<rest + (isMarker ? 3 : 0))
    fail(isMarker ? .secondDocument(at: range) : .contentAfterEnd(at: range))
  }

  /// The first `%TAG` directive before the document.
  func tagDirective() -> Range<Int>? {
    var offset = skipSeparation(from: 0)
    while offset < bytes.count, bytes[offset] == UInt8(ascii: "%") {
      let end = endOfLine(from: offset)
      if bytes[offset..<end].starts(with: "%TAG".utf8) { return offset..<end }
      offset = skipSeparation(from: end)
    }
    return nil
  }
}

extension Composer {
  /// Reads a part between brackets, and looks at the text before it.
  ///
  /// libyaml takes every `?` there for the begin of a key. In YAML 1.2 it is part of a text if
  /// anything but a blank or an indicator follows (section 7.3.3).
  private mutating func readFlow(from start: Int, to end: Int) {
    defer { flowEnd = max(flowEnd, end) }
    guard bracketCount > 0 else { return }
    var offset = flowEnd
    while offset < start, offset + 1 < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "#"): offset = endOfLine(from: offset)
      case UInt8(ascii: "?") where FlowText.isPart(bytes[offset + 1]):
        let text = FlowText.range(from: offset, in: bytes)
        report(.questionMark(at: SourceRange(source, text)))
        return
      default: offset += 1
      }
    }
  }

  private mutating func define(_ name: String, as anchor: Anchor) {
    anchorIndex[name] = anchors.count
    anchors.append(anchor)
  }

  private mutating func count(at range: Range<Int>) {
    nodeCount += 1
    guard nodeCount > Self.nodeLimit else { return }
    fail(.tooManyNodes(limit: Self.nodeLimit, at: SourceRange(source, range)))
  }

  /// Adds a finished node to the innermost collection.
  private mutating func add(_ node: consuming Node, height: Int) {
    let top = frames.count - 1
    guard top >= 0 else {
      root = node
      return
    }
    if let refusal = frames[top].add(node, height: height) { report(refusal) }
  }

  /// The range of an empty value: directly after its `:` or `-`, else directly after its key.
  private func emptyValue(at mark: Int) -> Range<Int> {
    if mark > 0, bytes[mark - 1] == UInt8(ascii: ":") || bytes[mark - 1] == UInt8(ascii: "-") {
      return mark..<mark
    }
    guard let frame = frames.last, frame.kind == .mapping, frame.key != nil, frame.end <= mark
    else { return mark..<mark }
    let next = skipSeparation(from: frame.end)
    let end = next < mark && bytes[next] == UInt8(ascii: ":") ? next + 1 : frame.end
    return end..<end
  }
}

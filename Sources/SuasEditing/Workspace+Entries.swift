import LibYAML
import SuasScenario
import SuasSpec
import YAML

/// Entries of specs that are checked alone, since the check of a whole spec takes longer than the time
/// between two keys if the spec is large.
extension Workspace {
  /// The diagnostics of a spec after a change of one of its entries.
  package struct PromptDiagnostics {
    /// The diagnostics of the entry as it is, and those of all else as it was.
    package let diagnostics: Diagnostics
    /// True if the entry may mean something else to others, so that the whole spec should be checked
    /// at once.
    package let concernsOthers: Bool
  }

  /// Returns the diagnostics of a spec in which one entry has changed since it was checked; nil if
  /// more has changed, or if the entry cannot be checked alone.
  package func promptDiagnostics(of document: Document) -> PromptDiagnostics? {
    guard document.analysis == nil, let whole = document.whole, let checker = whole.reading.entries,
      whole.diagnostics.omitted == 0,
      let edit = Edit(from: whole.source.utf8, to: document.text),
      let (former, current) = edit.entry(of: whole),
      let then = check(former, document.path, checker), then.isDecoded,
      let now = check(current, document.path, checker)
    else { return nil }
    let source = Source(name: document.path, validated: document.text)
    func moved(_ range: SourceRange) -> SourceRange {
      if range.source === now.tree.range.source {
        return SourceRange(
          source, range.lowerBound + current.shift..<range.upperBound + current.shift)
      }
      return range.source === whole.source ? edit.moved(range, to: source) : range
    }
    let diagnostics = now.diagnostics.moved(moved)
    let concernsOthers =
      former.concernsOthers(in: edit.start..<edit.end, then.tree)
      || current.concernsOthers(in: edit.start..<edit.end + edit.growth, now.tree)
    // The stage after the first one that fails finds nothing.
    guard now.isDecoded else {
      return PromptDiagnostics(diagnostics: diagnostics, concernsOthers: concernsOthers)
    }
    let known = Set(then.diagnostics.items.map { Identity($0, shift: former.shift) })
    let others = whole.diagnostics.items.filter { !known.contains(Identity($0)) }
    var all = Diagnostics(others).moved(moved)
    all.add(diagnostics)
    if all.hasErrors { all.items.removeAll { $0.severity != .error } }
    return PromptDiagnostics(diagnostics: all.sorted(), concernsOthers: concernsOthers)
  }

  /// The entry around an offset, if no other has changed since the spec was checked, and what checks
  /// it.
  func entry(around offset: Int, in document: Document) -> (text: EntryText, checker: EntryChecker)?
  {
    guard let whole = document.whole, let checker = whole.reading.entries else { return nil }
    if let edit = Edit(from: whole.source.utf8, to: document.text) {
      guard let (_, entry) = edit.entry(of: whole), entry.start <= offset,
        offset < entry.range.upperBound || offset == document.text.count
      else { return nil }
      return (entry, checker)
    }
    guard let entry = EntryText(around: offset, in: document.text),
      let tree = whole.tree, entry.isEntry(of: tree)
    else { return nil }
    return (entry, checker)
  }

  /// Reads the tree of an entry with a placeholder in it.
  func analyze(entry tree: Node, _ checker: EntryChecker) -> Analysis {
    let analysis = Analysis(source: tree.range.source, tree: tree, isTolerant: true)
    _ = checker.check(Spec(decoding: tree, into: DiagnosticSink()), analysis.journal)
    return analysis
  }

  /// Checks an entry; nil if it cannot be parsed, or if there is something else in its text.
  private func check(
    _ entry: EntryText, _ path: String, _ checker: EntryChecker
  ) -> (tree: Node, diagnostics: Diagnostics, isDecoded: Bool)? {
    let source = Source(name: path, validated: entry.bytes)
    guard let tree = try? LibYAML.parse(source), entry.value(in: tree) != nil else { return nil }
    let sink = DiagnosticSink()
    let spec = Spec(decoding: tree, into: sink)
    let found = sink.hasErrors ? sink.diagnostics : checker.check(spec)
    return (tree, found.explainingTraps(), !sink.hasErrors)
  }

  /// A diagnostic as one of those of a file.
  private struct Identity: Hashable {
    let code: Diagnostic.Code
    let message: String
    let offsets: Range<Int>?

    init(_ diagnostic: Diagnostic, shift: Int = 0) {
      code = diagnostic.code
      message = diagnostic.message
      offsets =
        if case .range(let range) = diagnostic.place {
          range.lowerBound + shift..<range.upperBound + shift
        } else { nil }
    }
  }
}

/// The part of a text in which another one differs from it.
private struct Edit {
  /// The start of the part, in both texts.
  let start: Int
  /// The end of the part in the former text.
  let end: Int
  /// The bytes that the new text has more.
  let growth: Int
  private let text: [UInt8]

  /// Compares two texts; nil if they are equal.
  init?(from former: [UInt8], to text: [UInt8]) {
    let shared = min(former.count, text.count)
    var start = 0
    while start < shared, former[start] == text[start] { start += 1 }
    guard start < shared || former.count != text.count else { return nil }
    var left = 0
    while left < shared - start, former[former.count - 1 - left] == text[text.count - 1 - left] {
      left += 1
    }
    self.start = start
    end = former.count - left
    growth = text.count - former.count
    self.text = text
  }

  /// The entry that holds the whole edit, as it was and as it is; nil if there is none.
  func entry(of whole: Analysis) -> (former: EntryText, current: EntryText)? {
    let bytes = whole.source.utf8
    guard let tree = whole.tree, let former = EntryText(around: start, in: bytes),
      end < former.range.upperBound || former.range.upperBound == bytes.count,
      former.isEntry(of: tree), let current = EntryText(around: start, in: text),
      current.range.lowerBound == former.range.lowerBound,
      current.range.upperBound == former.range.upperBound + growth
    else { return nil }
    return (former, current)
  }

  /// The range in the new text of a range in the former one.
  func moved(_ range: SourceRange, to source: Source) -> SourceRange {
    SourceRange(
      source, moved(range.lowerBound)..<max(moved(range.lowerBound), moved(range.upperBound)))
  }

  private func moved(_ offset: Int) -> Int {
    if offset <= start { return offset }
    return offset >= end ? offset + growth : min(offset, end + growth)
  }
}

extension EntryText {
  /// True if something other than the entry may depend on what is written in a part of it.
  ///
  /// - Parameters:
  ///   - part: Offsets in the spec.
  ///   - tree: The tree of the entry's text.
  fileprivate func concernsOthers(in part: Range<Int>, _ tree: Node) -> Bool {
    let keys = value(in: tree)?.mapping?.map(\.key) ?? []
    func key(at offset: Int) -> String? {
      keys.last { $0.range.lowerBound + shift <= offset }?.text
    }
    let inner = key(at: part.lowerBound)
    guard inner == key(at: part.upperBound) else { return true }
    return switch section {
    case "listeners", "invariants", "transitions", "reachable": false
    case "reducers": inner != "on"
    case "rules": inner != "do"
    default: true
    }
  }
}

extension Diagnostics {
  /// The diagnostics with other places.
  fileprivate func moved(_ move: (SourceRange) -> SourceRange) -> Diagnostics {
    Diagnostics(
      items.map { item in
        var item = item
        if case .range(let range) = item.place { item.place = .range(move(range)) }
        for index in item.notes.indices { item.notes[index].range = move(item.notes[index].range) }
        for index in item.fixes.indices { item.fixes[index].range = move(item.fixes[index].range) }
        return item
      }, omitted: omitted)
  }
}

import SuasSpec
import YAML

/// Checks of single entries: in a large spec, the check of the whole takes longer than the time
/// between two keys.
extension Workspace {
  /// The diagnostics of a spec after a change of one of its entries.
  package struct PromptDiagnostics {
    /// The diagnostics of the entry as it is now, and of everything else as it was.
    package let diagnostics: Diagnostics
    /// True if other entries may depend on the change, so that the whole spec should be checked at
    /// once.
    package let concernsOthers: Bool
  }

  /// The size in bytes up to which a spec, with the files that it includes, is checked as a whole
  /// after each change: that takes a few milliseconds.
  package static let smallSpec = 32 * 1024

  /// Returns the diagnostics of a spec in which at most one entry has changed since it was checked;
  /// nil if more has changed, if the entry cannot be checked alone, or if that takes as long as a
  /// check of the whole spec.
  ///
  /// - Parameter size: The size from which the entry is checked alone.
  package func promptDiagnostics(
    of document: Document, fromSize size: Int = smallSpec
  ) -> PromptDiagnostics? {
    guard document.analysis == nil, let last = document.lastCheck, last.size > size,
      last.diagnostics.omitted == 0
    else { return nil }
    let source = Source(name: document.path, validated: document.text)
    guard let edit = EntryEdit(from: last, to: document.text) else {
      // The edit was taken back.
      let same = last.diagnostics.moved { $0.source === last.source ? $0.moved(to: source) : $0 }
      return PromptDiagnostics(diagnostics: same, concernsOthers: false)
    }
    guard let (former, current) = edit.entries, current.bytes.count * 2 < last.size,
      let then = last.formerCheck(of: former), let now = last.check(current)
    else { return nil }
    func moved(_ range: SourceRange) -> SourceRange {
      if range.source === now.tree.range.source {
        return range.moved(to: source, by: current.shift)
      }
      return range.source === last.source ? edit.moved(range, to: source) : range
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
    let others = last.diagnostics.items.filter { diagnostic in
      guard case .range(let range) = diagnostic.place, range.source === last.source else {
        return true
      }
      // The whole spec tells anew which names of the entry are used.
      if concernsOthers, former.range.contains(range.lowerBound) { return false }
      return !known.contains(Identity(diagnostic))
    }
    var all = Diagnostics(others).moved(moved)
    all.add(diagnostics)
    if all.hasErrors { all.items.removeAll { $0.severity != .error } }
    return PromptDiagnostics(diagnostics: all.sorted(), concernsOthers: concernsOthers)
  }

  /// The entry around an offset, and the last check of its spec, if no other entry has changed since
  /// then.
  func entry(around offset: Int, in document: Document) -> (text: EntryText, check: SpecCheck)? {
    guard let last = document.lastCheck,
      let entry = EntryText(around: offset, in: document.text)
    else { return nil }
    if let edit = EntryEdit(from: last, to: document.text) {
      guard edit.entries?.current.range == entry.range else { return nil }
    } else if !entry.isEntry(of: last.tree) {
      return nil
    }
    return (entry, last)
  }

  /// The identity of a diagnostic among those of a file.
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
    case "listeners", "invariants", "transitions", "at-rest", "reachable", "always-reachable": false
    case "reducers": inner != "on" && inner != "description"
    case "rules", "functions", "selectors": inner != "description"
    default: true
    }
  }
}

extension SourceRange {
  fileprivate func moved(to source: Source, by shift: Int = 0) -> SourceRange {
    SourceRange(source, lowerBound + shift..<upperBound + shift)
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

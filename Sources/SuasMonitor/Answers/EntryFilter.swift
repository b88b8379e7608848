import CEL

/// The entries that the page wants to see.
struct EntryFilter: Equatable {
  private let words: [SearchWord]
  private let kinds: Set<String>
  private let names: Set<String>
  private let isChanging: Bool
  private let isRefused: Bool

  init(_ map: Map?) {
    func texts(_ key: String) -> Set<String> {
      guard case .list(let list)? = map?[.string(key)] else { return [] }
      return Set(list.compactMap { if case .string(let text) = $0 { text } else { nil } })
    }
    if case .string(let text)? = map?["text"] {
      words = text.lowercased().split(whereSeparator: \.isWhitespace).map { SearchWord(String($0)) }
    } else {
      words = []
    }
    kinds = texts("kinds")
    names = texts("names")
    isChanging = map?["changing"] == .bool(true)
    isRefused = map?["refused"] == .bool(true)
  }

  /// True if all entries pass.
  var passesAll: Bool {
    words.isEmpty && kinds.isEmpty && names.isEmpty && !isChanging && !isRefused
  }

  func passes(_ entry: Entry) -> Bool {
    if !kinds.isEmpty, !kinds.contains(entry.kind.rawValue) { return false }
    if !names.isEmpty, !names.contains(entry.name) { return false }
    if isChanging, entry.changes.isEmpty { return false }
    if isRefused, entry.refusal == nil { return false }
    return entry.holds(words)
  }
}

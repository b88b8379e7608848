import YAML

/// The part of a text in which it differs from the one that was checked last.
struct EntryEdit {
  /// The start of the part, in both texts.
  let start: Int
  /// The end of the part in the former text.
  let end: Int
  /// The bytes that the new text has more.
  let growth: Int
  /// The entry that holds the whole part, as it was and as it is; nil if there is none.
  let entries: (former: EntryText, current: EntryText)?

  /// Compares a text with the checked one; nil if they are equal.
  init?(from check: SpecCheck, to text: [UInt8]) {
    let former = check.source.utf8
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
    guard let before = EntryText(around: start, in: former), before.isEntry(of: check.tree),
      end < before.range.upperBound || before.range.upperBound == former.count,
      let after = EntryText(around: start, in: text),
      after.range.lowerBound == before.range.lowerBound,
      after.range.upperBound == before.range.upperBound + growth
    else {
      entries = nil
      return
    }
    entries = (before, after)
  }

  /// The range in the new text of a range in the former one.
  func moved(_ range: SourceRange, to source: Source) -> SourceRange {
    let start = moved(range.lowerBound)
    return SourceRange(source, start..<max(start, moved(range.upperBound)))
  }

  private func moved(_ offset: Int) -> Int {
    if offset <= start { return offset }
    return offset >= end ? offset + growth : min(offset, end + growth)
  }
}

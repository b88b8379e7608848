import YAML

extension Failure {
  /// The part of a line that a failure is about, with the text around it.
  package struct Excerpt: Sendable {
    package let before: String
    package let text: String
    package let after: String
  }

  /// The maximum of bytes that are shown on either side of the beginning of the failure's place.
  private static let reach = (before: 120, after: 280)

  /// The line of the scenario at fault; nil in a live run, because it may have values that are not
  /// shown.
  package var excerpt: Excerpt? {
    guard !differences.display.hidesSensitiveValues else { return nil }
    let source = place.source
    let line = source.line(around: place.lowerBound)
    let start = max(line.lowerBound, min(place.lowerBound, line.upperBound))
    let first = max(line.lowerBound, start - Self.reach.before)
    let last = min(line.upperBound, start + Self.reach.after)
    let end = max(start, min(place.upperBound, last))
    func text(_ range: Range<Int>) -> String {
      String(decoding: source.utf8[source.wholeCharacters(in: range)], as: UTF8.self)
    }
    let lead = text(first..<start)
    return Excerpt(
      before: first > line.lowerBound ? "…" + lead : String(lead.drop { $0 == " " }),
      text: text(start..<end), after: text(end..<last) + (last < line.upperBound ? "…" : ""))
  }
}

extension Source {
  /// Returns a range without the parts of characters at its ends.
  fileprivate func wholeCharacters(in range: Range<Int>) -> Range<Int> {
    func isInside(_ offset: Int) -> Bool { offset < utf8.count && utf8[offset] & 0xC0 == 0x80 }
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isInside(start) { start += 1 }
    while end > start, isInside(end) { end -= 1 }
    return start..<end
  }
}

/// Where each byte of a scalar's decoded text stands in its source.
///
/// Made by scanning the scalar again, the way libyaml does, so that nothing is paid for it unless
/// a place inside a scalar is asked for.
struct ScalarMap {
  /// A stretch of decoded bytes that stand in the source as they are, or come from something else
  /// written there as a whole: an escape or a line break.
  private struct Piece {
    var decoded: Int
    var source: Range<Int>
    var isVerbatim: Bool
  }

  private var pieces: [Piece] = []
  private(set) var decoded: [UInt8] = []
  /// The escapes that stand for no character.
  private(set) var unreadable: [Range<Int>] = []
  /// The place right after the last character written.
  private var contentEnd: Int

  /// The map of a scalar, or nothing if scanning it again gives another text.
  init?(of scalar: Scalar) {
    self.init(rereading: scalar)
    guard decoded.elementsEqual(scalar.text.utf8) else { return nil }
  }

  /// The map of a scalar whose text may not be known; of a block, it has to begin with the same
  /// blanks.
  init(rereading scalar: Scalar) {
    let source = scalar.range.source
    let range = scalar.range.lowerBound..<min(scalar.range.upperBound, source.utf8.count)
    contentEnd = range.upperBound
    let scanner = ScalarScanner(bytes: source.utf8, text: scalar.text)
    switch scalar.style {
    case .plain: scanner.scanFlow(range, style: .plain, into: &self)
    case .singleQuoted, .doubleQuoted:
      guard range.count >= 2 else { return }
      let inside = range.lowerBound + 1..<range.upperBound - 1
      contentEnd = inside.upperBound
      scanner.scanFlow(inside, style: scalar.style, into: &self)
    case .literal, .folded:
      scanner.scanBlock(from: range.lowerBound, isLiteral: scalar.style == .literal, into: &self)
    }
  }

  /// The bytes of the source that a stretch of the decoded text came from.
  func offsets(of range: Range<Int>) -> Range<Int> {
    let start = piece(at: range.lowerBound).map { piece in
      piece.isVerbatim
        ? piece.source.lowerBound + range.lowerBound - piece.decoded : piece.source.lowerBound
    }
    guard let start else { return contentEnd..<contentEnd }
    guard !range.isEmpty else { return start..<start }
    let end = piece(at: range.upperBound - 1).map { piece in
      piece.isVerbatim
        ? piece.source.lowerBound + range.upperBound - piece.decoded : piece.source.upperBound
    }
    return start..<max(start, end ?? contentEnd)
  }

  /// The last piece that starts at or before an offset of the decoded text.
  private func piece(at offset: Int) -> Piece? {
    guard offset >= 0, offset < decoded.count else { return nil }
    var low = 0
    var high = pieces.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if pieces[middle].decoded <= offset { low = middle } else { high = middle }
    }
    return pieces[low]
  }
}

extension ScalarMap {
  /// Adds bytes that stand in the source as they are.
  mutating func append(verbatim range: Range<Int>, of bytes: [UInt8]) {
    guard !range.isEmpty else { return }
    if let last = pieces.last, last.isVerbatim, last.source.upperBound == range.lowerBound {
      pieces[pieces.count - 1].source = last.source.lowerBound..<range.upperBound
    } else {
      pieces.append(Piece(decoded: decoded.count, source: range, isVerbatim: true))
    }
    decoded.append(contentsOf: bytes[range])
  }

  /// Adds bytes that something else in the source stands for.
  mutating func append(_ bytes: some Collection<UInt8>, from range: Range<Int>) {
    guard !bytes.isEmpty else { return }
    pieces.append(Piece(decoded: decoded.count, source: range, isVerbatim: false))
    decoded.append(contentsOf: bytes)
  }

  /// Notes an escape that stands for no character.
  mutating func appendUnreadable(_ escape: Range<Int>) { unreadable.append(escape) }

  /// Says where the last character of a block stands, whose text may end with line breaks.
  mutating func endContent(at offset: Int) { contentEnd = offset }
}

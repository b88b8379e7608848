import YAML

/// The differences between a golden file and the text that would replace it, if both have the same
/// values.
struct GoldenBytes {
  /// The differences in words: the form of the file, and the first line that differs besides.
  private(set) var differences: [String] = []

  init(of file: [UInt8], against rendered: [UInt8]) {
    guard let text = (try? Source(name: "", bytes: file))?.utf8 else { return }
    if text != file {
      differences.append(
        file.starts(with: [0xEF, 0xBB, 0xBF])
          ? "it begins with a byte-order mark" : "it is encoded as UTF-16")
    }
    var lines = Self.lines(text)
    let expected = Self.lines(rendered)
    if lines.contains(where: { $0.last == 0x0D }) {
      differences.append("its lines end with CR LF")
      lines = lines.map { $0.last == 0x0D ? $0.dropLast() : $0 }
    }
    if text.last != 0x0A, text.last != 0x0D {
      differences.append("its last line has no line break")
    } else if lines.count > expected.count, lines[expected.count...].allSatisfy(\.isEmpty) {
      differences.append("it has blank lines at its end")
      lines.removeSubrange(expected.count...)
    }
    let count = max(lines.count, expected.count)
    let first = (0..<count).first { index in
      !(index < lines.count && index < expected.count && lines[index] == expected[index])
    }
    guard let first else { return }
    let line = first < lines.count ? "is '\(Self.shown(lines[first]))'" : "is missing"
    let other =
      first < expected.count ? "'\(Self.shown(expected[first]))' is written" : "none is written"
    differences.append("line \(first + 1) \(line), where \(other)")
  }

  /// The differences in one sentence, with the way to mend them.
  var sentence: String {
    let all = differences.isEmpty ? "" : ": " + differences.joined(separator: "; ")
    return "says the same in other bytes\(all); write it anew with --update"
  }

  private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func shown(_ line: ArraySlice<UInt8>) -> String {
    let text = String(decoding: line, as: UTF8.self)
    return text.count > 120 ? "\(text.prefix(120))…" : text
  }
}

import SuasFormat
import SuasSpec
import YAML

extension Workspace {
  /// The edit that formats a file, or some of its lines, as `fmt` does.
  ///
  /// - Parameter lines: The lines, counted from 1; nil for all.
  package func formatting(
    _ document: Document, lines: ClosedRange<Int>? = nil
  ) throws(EditingFailure) -> [TextEdit] {
    let outcome: Formatter.Outcome
    do throws(Diagnostics) {
      outcome = try Formatter.format(
        try Source(name: document.path, bytes: document.text), lines: lines, skipsOthers: true)
    } catch {
      throw EditingFailure(message: error.items.first?.message ?? "the file cannot be formatted")
    }
    switch outcome {
    case .formatted(let text):
      return [TextEdit(replacing: document.text, by: text, in: document.path)].compactMap(\.self)
    case .other: return []
    case .fault(let fault):
      throw EditingFailure(message: "the file is left as it is: \(fault)")
    }
  }
}

extension TextEdit {
  /// The edit of the part in which two texts differ; nil if they are equal.
  init?(replacing old: [UInt8], by new: [UInt8], in path: String) {
    guard old != new else { return nil }
    // Whole lines, so that the edit splits no character.
    var start = zip(old, new).prefix { $0 == $1 }.count
    while start > 0, old[start - 1] != 0x0A { start -= 1 }
    let most = min(old.count, new.count) - start
    var tail = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    tail = min(tail, most)
    while tail > 0, old[old.count - tail - 1] != 0x0A { tail -= 1 }
    self.init(
      place: Place(path: path, range: start..<old.count - tail),
      text: String(decoding: new[start..<new.count - tail], as: UTF8.self))
  }
}

import LibYAML
import YAML

/// Verifies that edits change only the nodes that they are meant to change.
struct Verification {
  private let source: Source
  private let tree: Node

  init(_ source: Source, _ tree: Node) {
    self.source = source
    self.tree = tree
  }

  /// Returns the edits that can be made, and adds the others to `unsound`.
  func sound(_ edits: [Edit], unsound: inout [LeftExpectation]) -> [Edit] {
    var sound: [Edit] = []
    add(edits[...], to: &sound, unsound: &unsound)
    return sound
  }

  /// Adds the edits that can be made together with `sound`. As each check parses the whole
  /// text, they are halved only if not all of them can be made.
  private func add(
    _ edits: ArraySlice<Edit>, to sound: inout [Edit], unsound: inout [LeftExpectation]
  ) {
    guard let edit = edits.first else { return }
    if isSound(sound + edits) {
      sound += edits
    } else if edits.count > 1 {
      let middle = edits.startIndex + edits.count / 2
      add(edits[..<middle], to: &sound, unsound: &unsound)
      add(edits[middle...], to: &sound, unsound: &unsound)
    } else {
      let place = SourceRange(
        source: source, lowerBound: edit.node.lowerBound, upperBound: edit.node.upperBound)
      unsound.append(LeftExpectation(place: place, reason: LeftReason.unusualForm.text))
    }
  }

  private func isSound(_ edits: [Edit]) -> Bool {
    let text = String(decoding: EditedText(source, edits).bytes, as: UTF8.self)
    guard let new = try? LibYAML.parse(Source(name: source.name, text: text)) else { return false }
    return isSame(tree, new, but: Set(edits.map(\.node)))
  }

  private func isSame(_ old: Node, _ new: Node, but changed: Set<Range<Int>>) -> Bool {
    if changed.contains(old.range.offsets) { return true }
    switch (old.content, new.content) {
    case (.scalar(let old), .scalar(let new)):
      return old.text == new.text && old.style == new.style
    case (.sequence(let old), .sequence(let new)):
      return old.count == new.count && zip(old, new).allSatisfy { isSame($0, $1, but: changed) }
    case (.mapping(let old), .mapping(let new)):
      return old.count == new.count
        && zip(old, new).allSatisfy {
          $0.key.text == $1.key.text && isSame($0.value, $1.value, but: changed)
        }
    default: return false
    }
  }
}

import LibYAML
import Values
import YAML
import YAMLSyntax

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
    return tree.isSame(as: new, but: Set(edits.map(\.node)))
  }
}

extension Node {
  /// True if two trees have the same keys and values, except for some nodes.
  ///
  /// - Parameter changed: The ranges of these nodes in this tree.
  func isSame(as other: Node, but changed: Set<Range<Int>> = []) -> Bool {
    if changed.contains(range.offsets) { return true }
    switch (content, other.content) {
    case (.scalar(let scalar), .scalar(let other)):
      return scalar.text.hasSameCodePoints(as: other.text) && Scalar.haveSameValue(scalar, other)
    case (.sequence(let items), .sequence(let others)):
      return items.count == others.count
        && zip(items, others).allSatisfy { $0.isSame(as: $1, but: changed) }
    case (.mapping(let entries), .mapping(let others)):
      return entries.count == others.count
        && zip(entries, others).allSatisfy {
          $0.key.text.hasSameCodePoints(as: $1.key.text)
            && $0.value.isSame(as: $1.value, but: changed)
        }
    default: return false
    }
  }
}

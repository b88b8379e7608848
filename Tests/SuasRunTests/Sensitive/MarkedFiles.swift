import Foundation
import LibYAML
import YAML

/// A spec with its scenarios, in which some fields and effects are sensitive, and have values that
/// nothing else has.
struct MarkedFiles {
  /// The texts of the files, by their names.
  let original: [String: String]
  /// The names of the fields and effects that are sensitive.
  var marks: Set<String>

  /// The texts of all planted values.
  static let planted = ["zq7Xk9vW", "8305117"]

  var specs: [String] { names { $0["suas"] != nil } }
  var scenarios: [String] {
    names { $0["suas"] == nil && ($0["scenarios"] != nil || $0["scenario"] != nil) }
  }

  /// The files of the spec that a scenario file names.
  func specs(of scenario: String) -> [String] {
    let named = original[scenario].flatMap(Self.tree)?.members["spec"]
    return named.map { $0.text.map { [$0] } ?? $0.items.compactMap(\.text) } ?? []
  }

  private func names(_ isWanted: ([String: Node]) -> Bool) -> [String] {
    original.filter { isWanted(Self.tree($1)?.members ?? [:]) }.map(\.key).sorted()
  }

  /// The names of all fields and effects that could be marked.
  var names: [String] {
    let declared = specs.compactMap { original[$0].flatMap(Self.tree) }.flatMap(Declared.all)
    return Set(declared.map(\.name)).sorted()
  }

  /// The files with planted values, and with or without the marks.
  func texts(areMarked: Bool) -> [String: String] {
    var texts = original
    for name in scenarios {
      texts[name] = edited(name) { tree, edits in plant(tree, &edits) }
    }
    for name in specs {
      texts[name] = edited(name) { tree, edits in
        // A log is known to be of another version of a spec by its name.
        if tree.members["name"] == nil, let first = tree.entries.first {
          edits.append(Edit(first.key.range, "name: Swept\nsuas"))
        }
        for declared in Declared.all(tree) where areMarked && marks.contains(declared.name) {
          edits += declared.edits
        }
      }
    }
    return texts
  }

  private func edited(_ name: String, _ add: (Node, inout [Edit]) -> Void) -> String? {
    guard let text = original[name], let tree = Self.tree(text) else { return nil }
    var edits: [Edit] = []
    add(tree, &edits)
    var bytes = Array(text.utf8)
    var end = bytes.count
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound })
    where edit.range.upperBound <= end {
      bytes.replaceSubrange(edit.range, with: edit.text.utf8)
      end = edit.range.lowerBound
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func tree(_ text: String) -> Node? {
    try? LibYAML.parse(Source(name: "file.yaml", text: text))
  }
}

/// A text in place of a range of bytes.
struct Edit {
  var range: Range<Int>
  var text: String

  init(_ range: SourceRange, _ text: String) {
    self.range = range.lowerBound..<range.upperBound
    self.text = text
  }
}

/// A declaration that can have a mark.
private struct Declared {
  let name: String
  /// The text that adds the mark.
  let edits: [Edit]

  /// Returns the fields and effects of a spec.
  static func all(_ spec: Node) -> [Declared] {
    let sections = spec.members
    func entries(_ name: String) -> [Node.Entry] { sections[name]?.entries ?? [] }
    var fields = ["types", "states", "actions"].flatMap(entries).flatMap(\.value.entries)
    fields += entries("variants").flatMap(\.value.entries).flatMap(\.value.entries)
    let effects = entries("effects")
    fields += effects.flatMap { $0.value.members["payload"]?.entries ?? [] }
    return (fields + effects).compactMap(Declared.init)
  }

  private init?(_ entry: Node.Entry) {
    let node = entry.value
    switch node.content {
    case .scalar(let scalar):
      let parts = scalar.text.split(separator: "=", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard let type = parts.first, !type.isEmpty else { return nil }
      let value = parts.count > 1 ? ", default: \(parts[1])" : ""
      edits = [Edit(scalar.range, "{ type: \"\(type)\"\(value), sensitive: true }")]
    case .mapping(let entries):
      guard let first = entries.first else { return nil }
      let isMarked = entries.contains { $0.key.text == "sensitive" }
      let start = SourceRange(
        source: node.range.source, lowerBound: first.key.range.lowerBound,
        upperBound: first.key.range.lowerBound)
      let isFlow = node.range.text.hasPrefix("{")
      let indent = String(repeating: " ", count: first.key.range.location.column)
      edits =
        isMarked ? [] : [Edit(start, isFlow ? "sensitive: true, " : "sensitive: true\n\(indent)")]
    case .sequence: return nil
    }
    name = entry.key.text
  }
}

extension MarkedFiles {
  /// Replaces the values of marked fields and of the answers to marked effects.
  ///
  /// - Parameters:
  ///   - isInside: True inside such a value.
  ///   - holdsValues: True inside values for the spec.
  private func plant(
    _ node: Node, isInside: Bool = false, holdsValues: Bool = false, _ edits: inout [Edit]
  ) {
    switch node.content {
    case .scalar(let scalar):
      if isInside, let value = Self.planted(in: scalar) { edits.append(Edit(scalar.range, value)) }
    case .sequence(let items):
      for item in items { plant(item, isInside: isInside, holdsValues: holdsValues, &edits) }
    case .mapping(let entries):
      let answered = ["respond", "end", "dispatch"].compactMap { node.members[$0]?.text }.first
      let isAnswer = answered.map(marks.contains) == true
      for entry in entries where !["expect", "examples"].contains(entry.key.text) {
        let holds = isAnswer && ["with", "fail"].contains(entry.key.text)
        let isMarked = holdsValues && marks.contains(entry.key.text)
        plant(
          entry.value, isInside: isInside || holds || isMarked,
          holdsValues: holdsValues || ["given", "with"].contains(entry.key.text), &edits)
      }
    }
  }

  /// Returns a value of the same kind; nil if there is none.
  private static func planted(in scalar: Scalar) -> String? {
    let text = scalar.text
    if scalar.style == .plain {
      if ["null", "true", "false", "~", ""].contains(text) { return nil }
      if Int64(text) != nil { return planted[1] }
      if Double(text) != nil { return planted[1] + ".5" }
    }
    let isTime = text.contains(/^\d+(ms|s|m|h|d)$|^\d{4}-\d\d-\d\dT/)
    return text.contains("${") || isTime ? nil : "\"\(planted[0])\(text.count)\""
  }

  /// The steps of a scenario file as lines of `play`, each scenario for itself.
  func played(_ text: String) -> [[String]] {
    guard let file = Self.tree(text) else { return [] }
    let scenarios = file.members["scenarios"]?.items ?? [file]
    return scenarios.map { scenario in
      let steps = (scenario.members["steps"]?.items ?? []).map(\.members)
      return steps.compactMap { step in
        let with = step["with"].map { " " + $0.flow } ?? ""
        if let name = step["dispatch"]?.text { return "dispatch \(name)\(with)" }
        if let name = step["respond"]?.text {
          return step["fail"]?.text.map { "fail \(name) \($0)" } ?? "respond \(name)\(with)"
        }
        if let name = step["end"]?.text { return "end \(name)\(with)" }
        return step["advance"]?.text.map { "advance \($0)" }
      }
    }
  }
}

extension Node {
  var entries: [Entry] { if case .mapping(let entries) = content { entries } else { [] } }
  var items: [Node] { if case .sequence(let items) = content { items } else { [] } }
  var text: String? { if case .scalar(let scalar) = content { scalar.text } else { nil } }
  var members: [String: Node] {
    Dictionary(entries.map { ($0.key.text, $0.value) }) { first, _ in first }
  }

  /// The node in one line.
  fileprivate var flow: String {
    switch content {
    case .scalar(let scalar):
      scalar.style == .plain && scalar.text.contains(/^[\w.+-]+$/)
        ? scalar.text
        : "\""
          + scalar.text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
          .replacing("\n", with: "\\n") + "\""
    case .sequence(let items): "[\(items.map(\.flow).joined(separator: ", "))]"
    case .mapping(let entries):
      "{\(entries.map { "\"\($0.key.text)\": \($0.value.flow)" }.joined(separator: ", "))}"
    }
  }
}

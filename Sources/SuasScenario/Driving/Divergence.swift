import Values
import YAML

/// The differences between the interpreter and a generated program in a step.
struct Divergence {
  /// The names of the effects whose requests are not shown.
  private let hidden: Set<String>
  private var lines: [String] = []

  private init(hiding hidden: Set<String>) { self.hidden = hidden }

  /// The maximum number of differences that are reported for one step.
  private static let shown = 10

  /// Returns a line for each difference between two answers of drivers.
  ///
  /// - Parameter hidden: The names of the effects whose requests are not shown.
  static func lines(
    between expected: Node, and actual: Node, hiding hidden: Set<String>
  ) -> [String] {
    var divergence = Divergence(hiding: hidden)
    divergence.compare(expected, actual, at: "")
    let hidden = divergence.lines.count - shown
    return hidden > 0
      ? divergence.lines.prefix(shown) + ["… and \(hidden) more"] : divergence.lines
  }

  private mutating func compare(_ expected: Node, _ actual: Node, at path: String) {
    switch (expected.content, actual.content) {
    case (.mapping(let expected), .mapping(let actual)):
      compare(expected, actual, at: path)
    case (.sequence(let expected), .sequence(let actual)):
      for (index, (expected, actual)) in zip(expected, actual).enumerated() {
        compare(expected, actual, at: "\(path)[\(index)]")
      }
      for index in actual.indices.dropFirst(expected.count) {
        tell("\(path)[\(index)]", nil, actual[index])
      }
      for index in expected.indices.dropFirst(actual.count) {
        tell("\(path)[\(index)]", expected[index], nil)
      }
    default:
      if !expected.agrees(with: actual, at: path) { tell(path, expected, actual) }
    }
  }

  private mutating func compare(
    _ expected: [Node.Entry], _ actual: [Node.Entry], at path: String
  ) {
    let isHidden = expected.contains {
      $0.key.text == "name" && hidden.contains($0.value.scalar?.text ?? "")
    }
    for entry in expected {
      // Drivers of earlier versions do not report it.
      if path.isEmpty, entry.key.text == "requests",
        !actual.contains(where: { $0.key.text == "requests" })
      {
        continue
      }
      let key = path.isEmpty ? entry.key.text : "\(path).\(entry.key.text)"
      if isHidden, entry.key.text == "run" {
        compare(hidden: entry.value, actual.first { $0.key.text == "run" }?.value, at: key)
        continue
      }
      if let other = actual.first(where: { $0.key.text.utf8.elementsEqual(entry.key.text.utf8) }) {
        compare(entry.value, other.value, at: key)
      } else {
        tell(key, entry.value, nil)
      }
    }
    let keys = expected.map { Array($0.key.text.utf8) }
    for entry in actual where !keys.contains(Array(entry.key.text.utf8)) {
      tell(path.isEmpty ? entry.key.text : "\(path).\(entry.key.text)", nil, entry.value)
    }
    guard lines.isEmpty, expected.count == actual.count else { return }
    for (left, right) in zip(expected, actual)
    where !left.key.text.hasSameCodePoints(as: right.key.text) {
      lines.append("'\(path)' has its keys in another order")
      return
    }
  }

  private mutating func compare(hidden expected: Node, _ actual: Node?, at path: String) {
    var shown = Divergence(hiding: [])
    if let actual { shown.compare(expected, actual, at: path) }
    if actual == nil || !shown.lines.isEmpty {
      lines.append("'\(path)' is another one than the interpreter's, which is sensitive")
    }
  }

  private mutating func tell(_ path: String, _ expected: Node?, _ actual: Node?) {
    lines.append(
      "'\(path)' is \(actual?.shownText ?? "not there"), where the interpreter has "
        + (expected?.shownText ?? "none"))
  }
}

extension Node {
  /// The JSON of the node, shortened.
  fileprivate var shownText: String {
    let text = range.text
    return text.count > 100 ? text.prefix(100) + "…" : text
  }

  /// True if two parts that are not both collections mean the same.
  fileprivate func agrees(with other: Node, at path: String) -> Bool {
    let text = range.text
    if text.hasSameCodePoints(as: other.range.text) { return true }
    guard let scalar else { return false }
    // The files of a spec may have been named by another path.
    if path.hasSuffix(".at"), let place = other.scalar?.text {
      return scalar.text.lastPathComponent == place.lastPathComponent
    }
    // A body that is sent is a text here; there, it may be the value that becomes this text.
    if path.hasSuffix(".run.http.body") || path.hasSuffix(".run.write-file.value") {
      return scalar.text.hasSameCodePoints(as: other.range.text)
    }
    guard let value = other.scalar, scalar.style != .plain, value.style != .plain else {
      return false
    }
    return scalar.text.utf8.elementsEqual(value.text.utf8)
  }
}

extension String {
  fileprivate var lastPathComponent: Substring {
    split(separator: "/").last ?? self[...]
  }
}

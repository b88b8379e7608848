/// A place in a reducer's state, from the state on.
struct StatePath: Hashable {
  enum Step: Hashable {
    /// A field of a record, or a case of a variant.
    case field(String)
    /// An element of a list or map, by its index or key as it is written.
    case element(String)
  }

  var steps: [Step] = []

  static func + (path: StatePath, step: Step) -> StatePath { StatePath(steps: path.steps + [step]) }

  /// The path as it is shown, with `[*]` for elements: `cards[*].status`.
  var text: String {
    var text = ""
    for step in steps {
      switch step {
      case .field(let name): text += text.isEmpty ? name : ".\(name)"
      case .element: text += "[*]"
      }
    }
    return text
  }

  /// True if the path leads through a list or map.
  var hasElements: Bool {
    steps.contains { if case .element = $0 { true } else { false } }
  }

  /// Returns true if a change at this path may change the value at another one.
  func mayChange(_ other: StatePath) -> Bool {
    let (first, second) = (steps, other.steps)
    return zip(first, second).allSatisfy { first, second in
      switch (first, second) {
      case (.field(let first), .field(let second)): first == second
      // Two keys that are written differently may be equal.
      case (.element, .element): true
      default: false
      }
    }
  }
}

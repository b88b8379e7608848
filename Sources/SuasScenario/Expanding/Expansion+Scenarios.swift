import YAML

/// The kind of content under each key of a scenario: value, text or expression.
extension Expansion {
  /// Expands a scenario's mapping; its steps are left for later, as they may use fragments.
  func scenario(_ node: Node) -> Node {
    mapping(node) { key, value in
      switch key {
      case "given": expand(value, as: .value)
      case "steps", "before", "scenarios", "examples", "spec", "include": value
      default: expand(value, as: .text)
      }
    }
  }

  /// Expands a step's mapping; what a `for-each` repeats is left for later, as it sees an element.
  func step(_ node: Node) -> Node {
    mapping(node) { key, value in
      switch key {
      case "for-each", "steps": value
      case "with": expand(value, as: .value)
      case "expect": expectations(value)
      default: expand(value, as: .text)
      }
    }
  }

  private func expectations(_ node: Node) -> Node {
    mapping(node) { key, value in
      switch key {
      case "that": value
      case "handled": expand(value, as: .text)
      case "error" where value.scalar != nil: expand(value, as: .text)
      case "error":
        mapping(value) { key, value in expand(value, as: key == "code" ? .text : .value) }
      default: expand(value, as: .value)
      }
    }
  }
}

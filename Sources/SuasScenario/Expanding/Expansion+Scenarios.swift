import YAML

/// The kind of content under each key of a scenario: value, text or expression.
extension Expansion {
  /// Expands a scenario's mapping; its steps are left for later, as they may use fragments.
  func scenario(_ node: Node) -> Node {
    mapping(node) { key, value in
      switch key.text {
      case "given", "saved": expand(value, as: .value)
      case "steps", "before", "scenarios", "examples", "spec", "include": value
      default: expand(value, as: .text)
      }
    }
  }

  /// Expands a step's mapping; steps that a `for-each` repeats are left for later, because they use
  /// its element.
  func step(_ node: Node) -> Node {
    // An argument of a fragment may become an expectation there.
    let isUse = node.mapping?.contains { $0.key.text == "use" } ?? false
    return mapping(node) { key, value in
      switch key.text {
      case "for-each", "steps": value
      case "restart": expand(value, as: .value)
      case "with": expand(value, as: isUse ? .pattern : .value)
      case "expect": expectations(value)
      default: expand(value, as: .text)
      }
    }
  }

  private func expectations(_ node: Node) -> Node {
    mapping(node) { key, value in
      switch key.text {
      case "that": value
      case "handled": expand(value, as: .text)
      case "error" where value.scalar != nil: expand(value, as: .text)
      case "error":
        mapping(value) { key, value in expand(value, as: key.text == "code" ? .text : .pattern) }
      default: expand(value, as: .pattern)
      }
    }
  }
}

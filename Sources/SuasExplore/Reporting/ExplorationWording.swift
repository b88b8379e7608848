import Suas

extension ActionError {
  /// The problem that the error stands for, as part of a heading.
  var subject: String {
    switch code {
    case "invariant-violated": "the \(named("invariant")) is broken"
    case "transition-violated": "the \(named("transition")) is broken"
    case "constraint-violated": "a constraint is broken"
    default: "an action meets \(code)"
    }
  }

  /// Returns the name that the message quotes, after its kind.
  private func named(_ kind: String) -> String {
    let parts = message.split(separator: "'", maxSplits: 2)
    return parts.count > 1 ? "\(kind) '\(parts[1])'" : kind
  }
}

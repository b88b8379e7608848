/// A state diagram in Mermaid's notation.
struct StateChart {
  private var states: [String] = []
  /// The index of each state.
  private var places: [String: Int] = [:]
  private var edges: [String] = []

  /// - Parameter cases: The names of the states, all of which are drawn.
  init(_ cases: [String]) { for name in cases { _ = identifier(name) } }

  mutating func begin(at state: String) { edges.append("[*] --> \(identifier(state))") }

  /// Adds an arrow; nil stands for any state, and `new` for none before.
  mutating func connect(_ from: String?, isNew: Bool = false, _ to: String?, _ label: String) {
    let origin = isNew ? "[*]" : identifier(from)
    edges.append("\(origin) --> \(identifier(to)): \(FlowChart.escaped(label, ":;"))")
  }

  private mutating func identifier(_ state: String?) -> String {
    let name = state ?? Self.any
    if let place = places[name] { return "s\(place)" }
    places[name] = states.count
    states.append(name)
    return "s\(states.count - 1)"
  }

  /// The name of the state that stands for any; no case has a blank in its name.
  private static let any = "any case"

  /// The diagram as a Markdown code block.
  var markdown: String {
    let lines =
      ["stateDiagram-v2"]
      + states.enumerated().map { "  state \"\($0.element)\" as s\($0.offset)" }
      + edges.map { "  \($0)" }
    return "```mermaid\n\(lines.joined(separator: "\n"))\n```"
  }
}

import CEL
import SuasScenario
import SuasSpec
import YAML

/// Draws a state graph as text for Graphviz or Mermaid.
package struct GraphText {
  package enum Language: Sendable { case dot, mermaid }

  package private(set) var text = ""

  /// - Parameter spec: The spec that the states belong to.
  package init(_ graph: StateGraph, of spec: CompiledSpec, as language: Language) {
    let states = graph.states.map { $0.label }
    let isBroken = graph.edges.contains { $0.to == nil }
    // All edges from one state to another are drawn as one line.
    var labels: [Pair: [String]] = [:]
    var pairs: [Pair] = []
    for edge in graph.edges {
      let pair = Pair(from: edge.from, to: edge.to)
      if labels[pair] == nil { pairs.append(pair) }
      labels[pair, default: []].append(edge.move.line(of: spec))
    }
    switch language {
    case .dot:
      text = "digraph states {\n"
      for (number, state) in states.enumerated() {
        let shape = number == 0 ? ", peripheries=2" : ""
        text += "  s\(number) [label=\"\(Self.dot(state))\"\(shape)]\n"
      }
      if isBroken { text += "  broken [label=\"✗\", shape=octagon]\n" }
      for pair in pairs {
        let label = Self.dot(Self.joined(labels[pair] ?? []))
        text += "  s\(pair.from) -> \(pair.target) [label=\"\(label)\"]\n"
      }
      text += "}\n"
    case .mermaid:
      text = "flowchart TD\n"
      for (number, state) in states.enumerated() {
        let label = Self.mermaid(state)
        text += number == 0 ? "  s0([\"\(label)\"])\n" : "  s\(number)[\"\(label)\"]\n"
      }
      if isBroken { text += "  broken{{\"✗\"}}\n" }
      for pair in pairs {
        let label = Self.mermaid(Self.joined(labels[pair] ?? []))
        text += "  s\(pair.from) -->|\"\(label)\"| \(pair.target)\n"
      }
    }
  }

  private struct Pair: Hashable {
    let from: Int
    let to: Int?
    var target: String { to.map { "s\($0)" } ?? "broken" }
  }

  private static func joined(_ lines: [String]) -> String {
    let shown = lines.prefix(3).joined(separator: "\n")
    return lines.count > 3 ? shown + "\n… \(lines.count - 3) more" : shown
  }

  private static func dot(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      DisplayText.escaped(String(line)).unicodeScalars.reduce(into: "") { shown, scalar in
        if scalar == "\"" || scalar == "\\" { shown += "\\" }
        shown.unicodeScalars.append(scalar)
      }
    }.joined(separator: "\\n")
  }

  private static func mermaid(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      DisplayText.escaped(String(line)).unicodeScalars.reduce(into: "") { shown, scalar in
        switch scalar {
        case "\"": shown += "#quot;"
        case "#": shown += "#35;"
        case "<": shown += "#lt;"
        case ">": shown += "#gt;"
        case "`": shown += "#96;"
        default: shown.unicodeScalars.append(scalar)
        }
      }
    }.joined(separator: "<br>")
  }
}

extension Record {
  /// The store in a few lines, one for each sub-state.
  fileprivate var label: String {
    zip(shape.fields, fields).map { field, value in
      fields.count == 1 ? value.yaml : "\(field.name): \(value.yaml)"
    }.joined(separator: "\n")
  }
}

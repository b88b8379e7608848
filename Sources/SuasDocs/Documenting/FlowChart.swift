import SuasLanguage
import SuasProgram
import YAML

/// A flow chart in Mermaid's notation, with nodes in the order in which they are first used.
struct FlowChart {
  /// The kinds of nodes, each drawn in its own shape.
  enum Shape {
    case action, effect, path, state, listener, middleware

    fileprivate func drawn(_ label: String) -> String {
      switch self {
      case .action: "[\(label)]"
      case .effect: "([\(label)])"
      case .path: "(\(label))"
      case .state: "[(\(label))]"
      case .listener: ">\(label)]"
      case .middleware: "{{\(label)}}"
      }
    }
  }

  private struct Node: Hashable {
    let shape: Shape
    let label: String
  }

  private var nodes: [Node] = []
  private var places: [Node: Int] = [:]
  private var edges: [String] = []
  private var known: Set<String> = []

  var isEmpty: Bool { edges.isEmpty }

  /// Returns the identifier of a node, which is added if it is new.
  mutating func node(_ shape: Shape, _ label: String) -> String {
    let node = Node(shape: shape, label: label)
    if let place = places[node] { return "n\(place)" }
    places[node] = nodes.count
    nodes.append(node)
    return "n\(nodes.count - 1)"
  }

  /// Adds an arrow, which is drawn only once.
  mutating func connect(_ from: String, _ to: String, _ label: String = "") {
    let edge = label.isEmpty ? "\(from) --> \(to)" : "\(from) -->|\(Self.quoted(label))| \(to)"
    if known.insert(edge).inserted { edges.append(edge) }
  }

  /// The chart as a Markdown code block.
  package var markdown: String {
    let lines =
      ["flowchart LR"]
      + nodes.enumerated().map {
        "  n\($0.offset)\($0.element.shape.drawn(Self.quoted($0.element.label)))"
      }
      + edges.map { "  \($0)" }
    return "```mermaid\n\(lines.joined(separator: "\n"))\n```"
  }

  private static func quoted(_ label: String) -> String { "\"\(escaped(label))\"" }

  /// A label with characters that have a meaning in Mermaid as entities.
  ///
  /// - Parameter others: Further characters with a meaning where the label stands.
  static func escaped(_ label: String, _ others: String = "") -> String {
    var text = ""
    for scalar in DisplayText.escaped(label.onOneLine).unicodeScalars {
      switch scalar {
      case "\"": text += "#quot;"
      case "#", "<", ">", "&", "`", "|", "\\": text += "#\(scalar.value);"
      case _ where others.unicodeScalars.contains(scalar): text += "#\(scalar.value);"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

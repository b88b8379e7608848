import CEL
import SuasScenario
import SuasSpec

/// The states of a search and the moves between them.
package struct StateGraph: Sendable {
  package struct Edge: Sendable {
    package let from: Int
    /// `nil` if the move leads to a violation.
    package let to: Int?
    package let move: Sandbox.Move
  }

  package internal(set) var states: [Record] = []
  package internal(set) var edges: [Edge] = []
}

/// A graph under construction.
struct GraphSketch {
  struct Edge: Sendable {
    let from: StateKey
    let to: StateKey?
    let act: Sandbox.Move
    /// The store that the edge leads to, if its state may be new.
    var store: Record?
  }

  private var numbers: [StateKey: Int] = [:]
  private var states: [Record] = []
  private var edges: [Edge] = []

  mutating func addState(_ key: StateKey, _ store: Record) {
    guard numbers[key] == nil else { return }
    numbers[key] = states.count
    states.append(store)
  }

  mutating func add(_ edges: [Edge]) {
    for edge in edges {
      if let key = edge.to, let store = edge.store { addState(key, store) }
      self.edges.append(edge)
    }
  }

  var graph: StateGraph {
    StateGraph(
      states: states,
      edges: edges.compactMap { edge in
        guard let from = numbers[edge.from] else { return nil }
        guard let key = edge.to else {
          return StateGraph.Edge(from: from, to: nil, move: edge.act)
        }
        // A state that the search does not continue from is not in the graph.
        return numbers[key].map { StateGraph.Edge(from: from, to: $0, move: edge.act) }
      })
  }
}

import CEL
import SuasScenario
import SuasSpec

/// The states of a search and what leads from one to another.
package struct StateGraph: Sendable {
  package struct Edge: Sendable {
    package let from: Int
    /// Nil where it leads to a violation.
    package let to: Int?
    package let move: Rehearsal.Move
  }

  package internal(set) var states: [Record] = []
  package internal(set) var edges: [Edge] = []
}

/// A graph that is being drawn.
struct GraphSketch {
  struct Edge: Sendable {
    let from: StateKey
    let to: StateKey?
    let act: Rehearsal.Move
    /// The store that it leads to, where that may be new.
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
        return StateGraph.Edge(
          from: from, to: edge.to.flatMap { numbers[$0] }, move: edge.act)
      })
  }
}

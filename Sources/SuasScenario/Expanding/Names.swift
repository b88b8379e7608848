import CEL
import YAML

/// The names that `${…}` and the expressions of a scenario see: a row's columns, or a fragment's
/// parameters.
struct Names: Sendable {
  struct Binding: Sendable {
    let name: String
    let value: Value
    let type: Type
    /// What the name alone in `${…}` stands for.
    let literal: Node
  }

  let bindings: [Binding]
  /// How many nodes each literal has.
  let sizes: [Int]

  init(_ bindings: [Binding]) {
    self.bindings = bindings
    sizes = bindings.map(\.literal.size)
  }

  static let none = Names([])

  /// What the slots of a frame hold, in the order in which ``declare(in:)`` takes them.
  var values: ContiguousArray<Value> { ContiguousArray(bindings.map(\.value)) }

  /// Declares the names; what is declared afterwards takes the slots after theirs.
  func declare(in environment: inout CEL.Environment) {
    for binding in bindings { environment.declare(binding.name, binding.type) }
  }
}

extension Node {
  /// How many nodes the tree has, keys left out.
  var size: Int {
    switch content {
    case .scalar: 1
    case .sequence(let nodes): nodes.reduce(1) { $0 + $1.size }
    case .mapping(let entries): entries.reduce(1) { $0 + $1.value.size }
    }
  }

  /// How many levels the tree has.
  var depth: Int {
    switch content {
    case .scalar: 1
    case .sequence(let nodes): 1 + nodes.reduce(0) { max($0, $1.depth) }
    case .mapping(let entries): 1 + entries.reduce(0) { max($0, $1.value.depth) }
    }
  }
}

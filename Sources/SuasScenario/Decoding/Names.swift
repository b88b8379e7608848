import CEL
import SuasSpec
import YAML

/// The names that `${…}` and the expressions of a scenario see: a row's columns, a fragment's
/// parameters, and the elements for which steps are repeated.
struct Names: Sendable {
  struct Binding: Sendable {
    let name: String
    let value: Value
    let type: Type
    /// The node that replaces the name alone in `${…}`.
    let literal: Node
    /// The symbol of the declaration; nil if no journal is kept.
    var symbol: Symbol?
  }

  let bindings: [Binding]
  /// The number of nodes of each literal.
  let sizes: [Int]

  init(_ bindings: [Binding]) {
    self.bindings = bindings
    sizes = bindings.map(\.literal.size)
  }

  static let none = Names([])

  /// Returns these names and others; the others hide those with the same name.
  func hidden(by others: Names) -> Names {
    if bindings.isEmpty { return others }
    let hidden = Set(others.bindings.map(\.name))
    return Names(bindings.filter { !hidden.contains($0.name) } + others.bindings)
  }

  /// The symbols of the declarations, by their names.
  var symbols: [String: Symbol] {
    Dictionary(
      bindings.compactMap { binding in binding.symbol.map { (binding.name, $0) } },
      uniquingKeysWith: { $1 })
  }

  /// The values for the slots of a frame, in the order in which ``declare(in:)`` takes them.
  var values: ContiguousArray<Value> { ContiguousArray(bindings.map(\.value)) }

  /// Declares the names; later declarations take the slots after theirs.
  func declare(in environment: inout CEL.Environment) {
    for binding in bindings { environment.declare(binding.name, binding.type) }
  }

  /// Names with a meaning in the expressions of a scenario, and reserved words of CEL.
  private static let taken: Set<String> = [
    "as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in",
    "it", "let", "loop", "namespace", "null", "package", "return", "store", "true", "var", "void",
    "while",
  ]

  /// Returns true if a column or parameter can have this name.
  static func isName(_ text: String) -> Bool { text.isPlainName && !taken.contains(text) }
}

extension Node {
  /// The number of nodes of the tree, without keys.
  var size: Int {
    switch content {
    case .scalar: 1
    case .sequence(let nodes): nodes.reduce(1) { $0 + $1.size }
    case .mapping(let entries): entries.reduce(1) { $0 + $1.value.size }
    }
  }

  /// The number of levels of the tree.
  var depth: Int {
    switch content {
    case .scalar: 1
    case .sequence(let nodes): 1 + nodes.reduce(0) { max($0, $1.depth) }
    case .mapping(let entries): 1 + entries.reduce(0) { max($0, $1.value.depth) }
    }
  }
}

/// An expression whose names are resolved and whose types fit.
package struct CheckedExpr: Sendable {
  let root: Node
  /// How many slots a frame needs, those of the variables that macros bind included.
  let frameSize: Int
  package var type: Type { root.type }

  final class Node: Sendable {
    let kind: Kind
    let type: Type
    let range: Range<Int>

    init(_ kind: Kind, _ type: Type, _ range: Range<Int>) {
      self.kind = kind
      self.type = type
      self.range = range
    }
  }

  enum Kind: Sendable {
    case constant(Value)
    case place(Environment.Place)
    /// A field of a record whose shape is known.
    case field(Node, Shape, slot: Int)
    case hasField(Node, Shape, slot: Int)
    /// A key of a map, a field of a record, or what an optional holds: known when it runs.
    case select(Node, String)
    case hasSelect(Node, String)
    case optionalSelect(Node, String)
    case optionalIndex(Node, Node)
    case call(String, [Overload], [Node])
    case and([Node])
    case or([Node])
    case conditional(Node, Node, Node)
    case list([(node: Node, isOptional: Bool)])
    case map([(key: Node, value: Node, isOptional: Bool)])
    case record(Shape, [(slot: Int, node: Node, isOptional: Bool)])
    case comprehension(Comprehension)
    /// What an unchecked expression says that means nothing: an error where it is reached.
    case failure(Failure)
  }

  struct Comprehension: Sendable {
    var kind: Expr.Comprehension.Kind
    var range: Node
    var slots: [Int]
    var filter: Node?
    var body: Node
  }
}

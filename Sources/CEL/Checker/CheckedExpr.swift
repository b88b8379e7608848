/// An expression as a syntax tree whose names are resolved and whose types fit.
package struct CheckedExpr: Sendable {
  package let root: Node
  /// The number of slots that a frame needs, including those of macros' variables.
  let frameSize: Int
  /// The environment against which the expression was checked.
  let environment: Environment
  /// True if every value is sure to be of the type; where something in the expression is `dyn`, the
  /// result may hold anything.
  package let isProven: Bool
  /// The cases that are read although no test shows that they are present, each once.
  package let unguardedCases: [CaseReading]
  package var type: Type { root.type }
  /// The types against which the expression was checked.
  package var types: Types { environment.types }

  /// The reading of a variant's case.
  package struct CaseReading: Sendable {
    /// The name of the case.
    package let name: String
    package let variant: Shape
    /// The text that selects the case from its variant.
    package let range: Range<Int>
  }

  package final class Node: Sendable {
    package let kind: Kind
    package let type: Type
    /// The part of the text, in UTF-8 bytes.
    package let range: Range<Int>
    /// The name of the constant of the host that the node stands for.
    package let constantName: String?

    init(_ kind: Kind, _ type: Type, _ range: Range<Int>, constantName: String? = nil) {
      self.kind = kind
      self.type = type
      self.range = range
      self.constantName = constantName
    }
  }

  package enum Kind: Sendable {
    case constant(Value)
    case place(Environment.Place)
    /// A variable of `cel.bind`, by its slot; the next slot tells whether it has its value.
    case bound(Int)
    /// A field of a record whose shape is known.
    case field(Node, Shape, slot: Int)
    case hasField(Node, Shape, slot: Int)
    /// A field that a partial record may have.
    case part(Node, String, of: Shape)
    /// A selection of a map's key, a record's field, or from an optional, resolved at run time.
    case select(Node, String)
    case hasSelect(Node, String)
    case optionalSelect(Node, String)
    case optionalIndex(Node, Node)
    case call(String, [Overload], [Node])
    /// A call of a function that the host defines.
    case apply(Application)
    case and([Node])
    case or([Node])
    case conditional(Node, Node, Node)
    case list([(node: Node, isOptional: Bool)])
    case map([(key: Node, value: Node, isOptional: Bool)])
    case record(Shape, [(slot: Int, node: Node, isOptional: Bool)])
    case comprehension(Comprehension)
    /// A part without meaning in an unchecked expression; an error if it is evaluated.
    case failure(Failure)
  }

  package struct Application: Sendable {
    package var function: DefinedFunction
    package var arguments: [Node]
    /// For each argument, true if its value is converted or judged at run time.
    var isJudged: [Bool]
    /// The first slot for a body that is planned as a part of the expression.
    var slot: Int
  }

  package struct Comprehension: Sendable {
    package var kind: Expr.Comprehension.Kind
    package var range: Node
    /// The slots of the variables.
    package var slots: [Int]
    package var filter: Node?
    /// The first result of a fold.
    package var start: Node?
    package var body: Node
  }
}

extension CheckedExpr.Comprehension {
  /// The operand and the parts that are evaluated for it, in order.
  package var parts: [CheckedExpr.Node] { [range, start, filter, body].compactMap(\.self) }
}

extension CheckedExpr {
  /// The type to which every value is sure to belong.
  package var provenType: Type { isProven ? type : .dyn }

  /// Returns a part of the expression as an expression that is evaluated on the same frames.
  ///
  /// A macro's body, which has variables of its own, must not be such a part.
  package func part(_ node: Node) -> CheckedExpr {
    CheckedExpr(
      root: node, frameSize: frameSize, environment: environment, isProven: node.isProven,
      unguardedCases: [])
  }
}

extension CheckedExpr.Node {
  /// True if no variable, macro or failure is in the expression.
  var isClosed: Bool {
    switch kind {
    case .constant: true
    case .place, .bound, .failure, .comprehension: false
    default: allChildren(\.isClosed)
    }
  }

  /// The parts of the node in order; a macro has none here.
  package var children: [CheckedExpr.Node] {
    switch kind {
    case .constant, .place, .bound, .failure, .comprehension: []
    case .field(let operand, _, _), .hasField(let operand, _, _), .select(let operand, _),
      .hasSelect(let operand, _), .optionalSelect(let operand, _), .part(let operand, _, _):
      [operand]
    case .optionalIndex(let operand, let index): [operand, index]
    case .call(_, _, let arguments): arguments
    case .apply(let call): call.arguments
    case .and(let terms), .or(let terms): terms
    case .conditional(let condition, let then, let otherwise): [condition, then, otherwise]
    case .list(let elements): elements.map(\.node)
    case .map(let entries): entries.flatMap { [$0.key, $0.value] }
    case .record(_, let fields): fields.map(\.node)
    }
  }

  /// The constants in the expression, those in macros included, in the order of the text.
  package var constants: [Value] {
    switch kind {
    case .constant(let value): [value]
    case .comprehension(let it):
      it.parts.flatMap(\.constants)
    default: children.flatMap(\.constants)
    }
  }

  /// Returns true if a test holds for all ``children``, which are tested in turn until one fails.
  func allChildren<Failure>(
    _ test: (CheckedExpr.Node) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    switch kind {
    case .constant, .place, .bound, .failure, .comprehension: return true
    case .field(let operand, _, _), .hasField(let operand, _, _), .select(let operand, _),
      .hasSelect(let operand, _), .optionalSelect(let operand, _), .part(let operand, _, _):
      return try test(operand)
    case .call(_, _, let nodes), .and(let nodes), .or(let nodes):
      for node in nodes where !(try test(node)) { return false }
    default: for child in children where !(try test(child)) { return false }
    }
    return true
  }
}

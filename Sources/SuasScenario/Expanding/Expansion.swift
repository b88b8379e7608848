import CEL
import SuasSpec
import YAML

/// Expands trees of a scenario so that they mean the same without the names in scope.
///
/// In values, a computed `${n + 1}` becomes the constant `${4}`, so that it keeps its type; a name
/// alone becomes its literal. Elsewhere, in names, notes and numbers, every `${…}` becomes plain
/// YAML. Keys that hold expressions, such as `that`, are left as they are.
struct Expansion {
  let names: Names
  let sink: DiagnosticSink
  private let reader: ValueReader
  private let budget: ExpansionBudget

  /// Returns the elements of the list that an expression gives, as meanings for a name; nil, once
  /// reported, if there are none.
  ///
  /// - Parameter written: The name for the element; nil for `item`.
  func elements(of syntax: ExpressionSyntax, named written: Scalar?) -> [Names.Binding]? {
    sink.readings?.symbolsInScope = names.symbols
    defer { sink.readings?.symbolsInScope = [:] }
    guard let expression = reader.compile(syntax) else { return nil }
    let name = written?.text ?? "item"
    let symbol = written.flatMap { sink.readings?.declareVariable($0) }
    let element: Type
    switch expression.type {
    case .list(let type): element = type
    case .dyn: element = .dyn
    default:
      sink.report(.notAListToRepeat("\(expression.type)", at: syntax.range))
      return nil
    }
    do throws(EvaluationError) {
      let value = try budget.evaluations.evaluate(.computed(expression, .proven), names.values)
      guard case .list(let list) = value else {
        sink.report(.notAListToRepeat("\(value.type)", at: syntax.range))
        return nil
      }
      return list.map { value in
        Names.Binding(
          name: name, value: value, type: element,
          literal: Node(literal: value, at: syntax.range), symbol: symbol)
      }
    } catch {
      sink.report(
        Diagnostic(.invalidLiteral, error.message, at: syntax.scalar.range(of: error.range)))
      return nil
    }
  }

  init(_ names: Names, _ types: TypeTable, _ budget: ExpansionBudget, _ sink: DiagnosticSink) {
    self.names = names
    self.sink = sink
    self.budget = budget
    var environment = CEL.Environment(types: types.cel)
    names.declare(in: &environment)
    reader = ValueReader(types: types, environment: environment, sink: sink)
  }

  enum Context {
    case value
    /// A value in which matchers may stand.
    case pattern
    case text
  }

  /// Expands a tree whose contents are all of one kind.
  func expand(_ node: Node, as place: Context) -> Node {
    budget.spend(1)
    guard !budget.isExhausted else { return node }
    switch node.content {
    case .scalar(let scalar):
      return expand(scalar, as: place, at: node.range)
    case .sequence(let nodes):
      return Node(.sequence(nodes.map { expand($0, as: place) }), at: node.range)
    case .mapping:
      return mapping(node) { key, value in
        let isThat =
          place == .pattern && !key.isVerbatim && key.text == MatcherKeyword.that.rawValue
        return isThat ? value : expand(value, as: place)
      }
    }
  }

  /// Expands the keys of a mapping, and its values by `transform`.
  func mapping(_ node: Node, _ transform: (Scalar, Node) -> Node) -> Node {
    guard case .mapping(let entries) = node.content else { return expand(node, as: .text) }
    var expanded: [Node.Entry] = []
    expanded.reserveCapacity(entries.count)
    var hasNewKeys = false
    for entry in entries {
      var key = entry.key
      if key.holdsExpression {
        hasNewKeys = true
        guard let new = self.key(key) else { continue }
        key = new
      }
      expanded.append(Node.Entry(key: key, value: transform(key, entry.value)))
    }
    if hasNewKeys { expanded = unique(expanded) }
    return Node(.mapping(expanded), at: node.range)
  }

  private func key(_ scalar: Scalar) -> Scalar? {
    let node = expand(scalar, as: .text, at: scalar.range)
    guard case .scalar(var key) = node.content else {
      sink.report(.wrongKind("a key", is: "a text", not: node))
      return nil
    }
    key.range = scalar.range
    key.isVerbatim = scalar.text.beginsInterpolation
    return key
  }

  private func unique(_ entries: [Node.Entry]) -> [Node.Entry] {
    var first: [CodePoints: Scalar] = [:]
    return entries.filter { entry in
      let key = CodePoints(entry.key.text)
      guard let other = first.updateValue(entry.key, forKey: key) else { return true }
      sink.report(.duplicateKey(entry.key, first: other))
      return false
    }
  }

  private func expand(_ scalar: Scalar, as place: Context, at range: SourceRange) -> Node {
    let written = Node(.scalar(scalar), at: range)
    guard scalar.holdsExpression else {
      // Reports text that was meant as an expression now, while the names are known.
      if place != .text, !names.bindings.isEmpty, scalar.style == .plain {
        _ = reader.read(written, as: .any)
      }
      return written
    }
    sink.readings?.symbolsInScope = names.symbols
    defer { sink.readings?.symbolsInScope = [:] }
    if let slot = names.bindings.firstIndex(where: { scalar.isReference(to: $0.name) }) {
      mention(names.bindings[slot].name, in: scalar)
      return literal(slot, as: place, at: range)
    }
    guard let template = reader.read(written, as: .any) else { return written.emptied }
    if place != .text, template.constant != nil { return written }
    do throws(EvaluationError) {
      let value = try budget.evaluations.evaluate(template, names.values)
      let node =
        switch (place, template) {
        case (.text, _): Node(plain: value, at: range)
        case (_, .text): Node(text: value.interpolated.escapingInterpolation, at: range)
        default: Node(text: "${\(value)}", at: range)
        }
      // A value may be larger than the expression that computes it.
      budget.spend((node.scalar?.text.utf8.count ?? node.size * 16) / 16)
      return node
    } catch {
      sink.report(
        Diagnostic(.invalidLiteral, error.message, at: scalar.range(of: error.range)))
      return written.emptied
    }
  }

  /// Notes the use of a name in a scalar that is `${name}`.
  private func mention(_ name: String, in scalar: Scalar) {
    guard let journal = sink.readings, let symbol = journal.symbolsInScope[name] else { return }
    let blanks = scalar.text.utf8.dropFirst(2).prefix { $0 == UInt8(ascii: " ") }.count
    journal.mention(symbol, at: scalar.range(of: 2 + blanks..<2 + blanks + name.utf8.count))
  }

  /// Returns the literal for a name alone. As with an alias, the node has the range of the name,
  /// and its scalars have their own.
  private func literal(_ slot: Int, as place: Context, at range: SourceRange) -> Node {
    let binding = names.bindings[slot]
    budget.spend(names.sizes[slot])
    var node = binding.literal
    if place == .text, node.scalar?.text.holdsInterpolation != false {
      node = Node(plain: binding.value, at: range)
    }
    node.range = range
    return node
  }
}

extension Scalar {
  fileprivate var holdsExpression: Bool { text.holdsInterpolation }

  /// Returns true if the scalar is `${name}` and nothing else.
  fileprivate func isReference(to name: String) -> Bool {
    var code = text.utf8[...]
    guard code.starts(with: "${".utf8), code.last == UInt8(ascii: "}") else { return false }
    code = code.dropFirst(2).dropLast().drop { $0 == UInt8(ascii: " ") }
    return code.starts(with: name.utf8)
      && code.dropFirst(name.utf8.count).allSatisfy { $0 == UInt8(ascii: " ") }
  }
}

extension String {
  /// True if the text begins with a `${` or a `$${`.
  fileprivate var beginsInterpolation: Bool {
    utf8.starts(with: "${".utf8) || utf8.starts(with: "$${".utf8)
  }
}

extension Node {
  /// A placeholder for an erroneous node, which causes no further diagnostics.
  fileprivate var emptied: Node { Node(text: "", at: range) }

  /// Creates a text that is a string, whatever its characters.
  init(text: String, at range: SourceRange) {
    self.init(.scalar(Scalar(text, style: .doubleQuoted, at: range)), at: range)
  }

  /// Creates a value as an author writes it where `${` has its meaning.
  init(literal value: Value, at range: SourceRange) {
    switch value {
    case .list(let list):
      self.init(.sequence(list.map { Node(literal: $0, at: range) }), at: range)
    case .map(let map) where map.allSatisfy({ !$0.key.interpolated.holdsInterpolation }):
      self.init(
        .mapping(
          map.map { key, value in
            Entry(
              key: Scalar(key: key, at: range),
              value: Node(literal: value, at: range))
          }), at: range)
    case .string(let text): self.init(text: text.escapingInterpolation, at: range)
    case .null, .bool, .int, .double: self.init(plain: value, at: range)
    default: self.init(text: "${\(value)}", at: range)
    }
  }

  /// Creates a value as YAML without expressions.
  init(plain value: Value, at range: SourceRange) {
    func scalar(_ text: String, _ style: Scalar.Style) -> Content {
      .scalar(Scalar(text, style: style, at: range))
    }
    let content: Content =
      switch value {
      case .list(let list): .sequence(list.map { Node(plain: $0, at: range) })
      case .map(let map):
        .mapping(
          map.map { key, value in
            Entry(
              key: Scalar(key: key, at: range),
              value: Node(plain: value, at: range))
          })
      case .null, .bool, .int, .double: scalar(value.scalarText, .plain)
      default: scalar(value.interpolated, .doubleQuoted)
      }
    self.init(content, at: range)
  }
}

extension Scalar {
  /// Creates the key of a map, which is itself whatever it begins with.
  fileprivate init(key: Value, at range: SourceRange) {
    if case .string(let text) = key {
      self.init(text, style: .doubleQuoted, at: range)
      isVerbatim = true
    } else {
      self.init(key.scalarText, style: .plain, at: range)
    }
  }
}

import CEL
import SuasProgram
import YAML

/// Finds the declared names that an expression uses.
private struct ExpressionMentions {
  private let names: NamesOfExpression
  private let parsed: Expr
  private let tree: CheckedExpr
  private let journal: ReadingJournal
  /// The types of the parts of the expression, and the places of their values, by their ranges.
  private var nodes: [Range<Int>: CheckedExpr.Node] = [:]

  /// Returns nil for an expression with errors.
  init?(_ names: NamesOfExpression, _ journal: ReadingJournal) {
    guard let parsed = names.parsed, let tree = names.tree else { return nil }
    self.names = names
    self.parsed = parsed
    self.tree = tree
    self.journal = journal
    collect(tree.root)
  }

  private var scalar: Scalar { names.scalar }
  private var vocabulary: Vocabulary? { names.vocabulary }

  /// Notes the names in the expression.
  func note() { note(parsed) }

  private mutating func collect(_ node: CheckedExpr.Node) {
    nodes[node.range] = node
    if case .comprehension(let it) = node.kind {
      for part in it.parts { collect(part) }
    }
    for child in node.children { collect(child) }
  }

  /// Notes the names in a part of the expression.
  ///
  /// - Parameter locals: The variables of the macros around it, by their names. For a literal such
  /// as `Load.loaded{…}`, the variant and its case are mentioned.
  private func mention(madeBy name: Expr.Name) {
    // The contents of `Load{loaded: {…}}` have no name of their own.
    if name.range.isEmpty { return }
    guard let dot = name.text.lastIndex(of: "."), name.range.count == name.text.utf8.count,
      names.types.records[String(name.text[..<dot])]?.isVariant == true
    else { return mention(Symbol(.type, name.text), at: name.range) }
    let variant = String(name.text[..<dot])
    let end = name.range.lowerBound + variant.utf8.count
    mention(Symbol(.type, variant), at: name.range.lowerBound..<end)
    mention(
      Symbol(.field, String(name.text[dot...].dropFirst()), in: variant),
      at: end + 1..<name.range.upperBound)
  }

  private func note(_ expression: Expr, locals: [String: Symbol] = [:]) {
    switch expression.kind {
    case .ident(let name):
      if let variable = locals[name] {
        mention(variable, at: expression.range)
      } else {
        noteName(name, at: expression.range)
      }
    case .select(let operand, let name, _), .has(let operand, let name):
      if case .ident("selected") = operand.kind, locals["selected"] == nil,
        nodes[operand.range] == nil
      {
        mention(Symbol(.selector, name.text), at: name.range)
        return
      }
      noteField(name, of: operand)
      note(operand, locals: locals)
    case .call(let name, let target, let arguments):
      if names.types.definitions[name.text] != nil {
        mention(Symbol(.definition, name.text), at: name.range)
      }
      if ["_==_", "_!=_"].contains(name.text) { noteActionType(arguments) }
      for part in (target.map { [$0] } ?? []) + arguments { note(part, locals: locals) }
    case .record(let name, let fields):
      mention(madeBy: name)
      for field in fields {
        mention(Symbol(.field, field.name.text, in: name.text), at: field.name.range)
        note(field.value, locals: locals)
      }
    case .comprehension(let macro):
      note(macro.range, locals: locals)
      if let start = macro.start { note(start, locals: locals) }
      var inner = locals
      for variable in macro.variables {
        inner[variable.text] = journal.declareVariable(
          variable.text, at: scalar.range(of: variable.range))
      }
      if let filter = macro.filter { note(filter, locals: inner) }
      note(macro.body, locals: inner)
    default:
      for child in expression.children { note(child, locals: locals) }
    }
  }

  private func noteName(_ name: String, at range: Range<Int>) {
    if let variable = vocabulary?.variables[name] {
      mention(variable, at: range)
    } else if case .field(let field, let record)? = vocabulary?[name] {
      mention(Symbol(.field, field, in: record.name), at: range)
    } else if let symbol = names.symbols[name] {
      mention(symbol, at: range)
    } else if names.types.definitions[name] != nil, case .constant? = nodes[range]?.kind {
      mention(Symbol(.definition, name), at: range)
    }
  }

  private func noteField(_ name: Expr.Name, of operand: Expr) {
    var type = nodes[operand.range]?.type.nonNull
    if let wrapped = type?.wrapped { type = wrapped.nonNull }
    if case .ident("action") = operand.kind,
      case .payloads(let payloads)? = vocabulary?["action"]
    {
      // One name of several payloads: each of them has a part in it.
      for payload in payloads where payload.shape.slot(of: name.text) != nil {
        mention(Symbol(.field, name.text, in: payload.name), at: name.range)
      }
      return
    }
    guard case .record(let record)? = type else { return }
    if record == PendingShape.typeName {
      return mention(Symbol(.action, name.text), at: name.range)
    }
    guard record == StoreShape.typeName else {
      mention(
        Symbol(.field, name.text, in: tree.types[record]?.whole ?? record), at: name.range)
      return
    }
    if let key = tree.types[record]?.fields.first(where: { $0.name == name.text }),
      case .record(let state) = key.type
    {
      mention(.stateKey(name.text, of: state), at: name.range)
    }
  }

  /// Notes the names of actions that `actionType` is compared with.
  private func noteActionType(_ operands: [Expr]) {
    let isAsked = operands.contains { operand in
      if case .ident("actionType") = operand.kind { true } else { false }
    }
    guard isAsked
    else { return }
    for operand in operands {
      guard case .literal(.string(let text)) = operand.kind,
        let inner = scalar.text.range(ofLiteral: text, in: operand.range)
      else { continue }
      mention(Symbol(.action, text), at: inner)
    }
  }

  private func mention(_ symbol: Symbol, at range: Range<Int>) {
    journal.mention(symbol, at: scalar.range(of: range))
  }
}

extension String {
  /// The range of a literal's text in its quotes; nil if it is written with escapes.
  func range(ofLiteral text: String, in range: Range<Int>) -> Range<Int>? {
    guard range.count == text.utf8.count + 2 else { return nil }
    return range.lowerBound + 1..<range.upperBound - 1
  }
}

/// The names in scope of an expression.
private final class NamesOfExpression: ExpressionNames {
  let scalar: Scalar
  /// The expression as it is written; nil if there are errors in it.
  let parsed: Expr?
  let tree: CheckedExpr?
  let types: TypeTable
  let vocabulary: Vocabulary?
  /// The parameters, columns and elements in scope, by their names.
  let symbols: [String: Symbol]

  init(
    _ scalar: Scalar, _ parsed: Expr?, _ tree: CheckedExpr?, _ values: ValueReader,
    _ symbols: [String: Symbol]
  ) {
    self.scalar = scalar
    self.parsed = parsed
    self.tree = tree
    types = values.types
    vocabulary = values.vocabulary
    self.symbols = symbols
  }

  var payloads: [RecordType]? {
    if case .payloads(let payloads)? = vocabulary?["action"] { payloads } else { nil }
  }

  func note(in journal: ReadingJournal) { ExpressionMentions(self, journal)?.note() }
}

extension ReadingJournal {
  /// Notes an expression with the names in scope of a reader.
  ///
  /// - Parameters:
  ///   - expected: The type that the value is assigned to, if it is known.
  ///   - parsed: The expression with its tree; nil if there are errors in it.
  func note(
    _ syntax: ExpressionSyntax, _ values: ValueReader, expected: FieldType? = nil,
    _ parsed: Expr? = nil, _ tree: CheckedExpr? = nil
  ) {
    note(
      Expression(
        syntax: syntax, environment: values.environment, expected: expected, tree: tree,
        names: NamesOfExpression(syntax.scalar, parsed, tree, values, symbolsInScope)))
  }
}

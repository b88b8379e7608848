import CEL
import SuasProgram
import YAML

/// A record of the names and values in a spec or a scenario file, by place, as its check reads it:
/// for editors.
package final class ReadingJournal {
  /// A place where a declared name is used.
  package struct Mention {
    package let symbol: Symbol
    /// The range of the name; of a name with a suffix, such as the key of a history, without it.
    package let range: SourceRange
  }

  /// An expression with the names that are in scope there.
  package struct Expression {
    package let syntax: ExpressionSyntax
    package let environment: CEL.Environment
    /// The type that the value is assigned to, if it is known.
    package let expected: FieldType?
    /// The tree; nil if there are errors in the expression.
    package let tree: CheckedExpr?
    let names: any ExpressionNames

    /// The payloads that `action` may be; nil if it does not stand for several.
    package var payloads: [RecordType]? { names.payloads }
  }

  /// A place for a name or a value, with the kind that belongs there.
  package struct Request {
    package enum Subject {
      /// The name of an action or effect.
      case action
      case effect
      /// The name of an action that reducers can handle.
      case reducible
      case type
      case state
      case record
      case stateKey
      case selector, listener, sharedRule, fragment
      /// A field as a key, of a record some of whose fields are there.
      case field(of: RecordType)
      /// One of some words.
      case word([String])
      case value(FieldType)
    }

    package let subject: Subject
    package let range: SourceRange
  }

  /// The uses of names; those in expressions are found when they are first asked for.
  package var mentions: [Mention] {
    for expression in expressions[readExpressions...] {
      expression.names.note(in: self)
    }
    readExpressions = expressions.count
    return found
  }

  private var found: [Mention] = []

  /// The names that rules, macros, rows and repeated steps bind, where an author has written them.
  package var variables: [DeclaredName] {
    // Those of macros are found with the names in expressions.
    _ = mentions
    return declared
  }

  private var declared: [DeclaredName] = []
  private var declaredPlaces: Set<Symbol> = []
  /// The number of expressions whose names are found.
  private var readExpressions = 0
  package private(set) var expressions: [Expression] = []
  package private(set) var requests: [Request] = []
  /// True if a stage of the check begins whatever errors there were before it.
  package let isTolerant: Bool
  /// The parameters, columns and elements in scope, by their names.
  package var symbolsInScope: [String: Symbol] = [:]

  /// The types of the spec, for as long as its functions are asked for.
  var types: TypeTable?

  package init(isTolerant: Bool = false) { self.isTolerant = isTolerant }

  /// Notes the use of a name; of a key of a store, only the part that an author has declared.
  package func mention(_ symbol: Symbol, at range: SourceRange) {
    // The records of a variant's cases have names that nobody writes.
    if symbol.kind == .type, symbol.name.contains(".") { return }
    let length = range.upperBound - range.lowerBound
    let isPart = symbol.kind == .stateKey || symbol.kind == .type
    let declared = isPart ? symbol.name.utf8.count : length
    found.append(
      Mention(
        symbol: symbol,
        range: SourceRange(
          range.source, range.lowerBound..<range.lowerBound + min(length, declared))))
  }

  /// Notes that a name is bound, and returns the symbol for it.
  func declareVariable(
    _ name: String, at range: SourceRange, _ noun: String = "variable"
  ) -> Symbol {
    let symbol = Symbol(.variable, name, in: "\(range.source.name):\(range.lowerBound)")
    if declaredPlaces.insert(symbol).inserted {
      declared.append(DeclaredName(symbol, at: range, noun))
    }
    return symbol
  }

  /// Notes that a scalar binds a name, and returns the symbol for it.
  package func declareVariable(_ name: Scalar, _ noun: String = "variable") -> Symbol {
    declareVariable(name.text, at: name.range(of: 0..<name.text.utf8.count), noun)
  }

  /// Notes the use of a name that a scalar is.
  package func mention(_ symbol: Symbol, at scalar: Scalar) {
    mention(symbol, at: scalar.range(of: 0..<scalar.text.utf8.count))
  }

  package func request(_ subject: Request.Subject, at range: SourceRange) {
    requests.append(Request(subject: subject, range: range))
  }

  func note(_ expression: Expression) { expressions.append(expression) }

  /// Takes the names for parameters while the body of a declaration is checked.
  func enter(_ owner: String, parameters names: some Sequence<String>) {
    for name in names { symbolsInScope[name] = Symbol(.parameter, name, in: owner) }
  }

  func leave() { symbolsInScope = [:] }
}

/// The names in an expression, which are found when somebody asks for them.
protocol ExpressionNames {
  /// The payloads that `action` may be; nil if it does not stand for several.
  var payloads: [RecordType]? { get }

  /// Notes the uses of names in the expression.
  func note(in journal: ReadingJournal)
}

extension DiagnosticSink {
  /// The journal of the check; nil if nobody asks for one.
  package var readings: ReadingJournal? { journal as? ReadingJournal }

  /// Notes a name that is used, or, if no declaration has it, the kind of name that belongs there.
  func note(
    _ name: Name, _ kind: Symbol.Kind, in owner: String = "",
    requesting subject: ReadingJournal.Request.Subject, isKnown: Bool
  ) {
    guard let journal = readings else { return }
    if isKnown {
      journal.mention(Symbol(kind, name.text, in: owner), at: name.range)
    } else {
      journal.request(subject, at: name.range)
    }
  }

  /// Notes a scalar that is a name, or, if no declaration has it, the kind of name that belongs
  /// there.
  package func note(
    _ scalar: Scalar, _ kind: Symbol.Kind, in owner: String = "",
    requesting subject: ReadingJournal.Request.Subject, isKnown: Bool
  ) {
    guard let journal = readings else { return }
    if isKnown {
      journal.mention(Symbol(kind, scalar.text, in: owner), at: scalar)
    } else {
      journal.request(subject, at: scalar.range)
    }
  }

  /// Ends a stage: throws if any error was found, unless the check is for a tolerant journal.
  package func endStage() throws(Diagnostics) {
    if readings?.isTolerant != true { try throwErrors() }
  }
}

extension Name {
  /// The name as a scalar.
  var scalar: Scalar { Scalar(text, style: .plain, at: range) }
}

import CEL
import SuasSpec
import YAML

/// Completion inside an expression, at the placeholder in it.
struct ExpressionCompletion {
  private let expression: ReadingJournal.Expression
  private let names: VocabularyOfFile
  private var environment: CEL.Environment { expression.environment }

  init(_ expression: ReadingJournal.Expression, _ names: VocabularyOfFile) {
    self.expression = expression
    self.names = names
  }

  var completions: [Completion] {
    let code = expression.syntax.text
    guard let tree = Self.parse(code), let place = tree.place(of: RepairedText.placeholder) else {
      return namesInScope([])
    }
    let outline = environment.outline(tree)
    switch place {
    case .member(let operand): return members(of: outline.types[operand.range] ?? .dyn, operand)
    case .name(let variables):
      return namesInScope(
        variables.compactMap { variable in
          outline.variables.last { $0.name.range == variable.range }
            .map { (name: variable.text, type: $0.type) }
        })
    case .field(let record): return fields(of: record)
    }
  }

  /// Parses code that may end at the placeholder, with all that is open closed.
  private static func parse(_ code: Substring) -> Expr? {
    let environment = CEL.Environment()
    let text = String(code)
    if let tree = try? environment.parse(text) { return tree }
    guard let cursor = text.firstRange(of: RepairedText.placeholder) else { return nil }
    let head = String(text[..<cursor.upperBound])
    let closing = String(decoding: OpenExpression(Array(head.utf8)).closing, as: UTF8.self)
    for middle in ["", ": 0", " : 0", ", true", ", x, true"] {
      if let tree = try? environment.parse(head + middle + closing) { return tree }
    }
    return try? environment.parse(head + closing, expandsMacros: false)
  }

  private func namesInScope(_ variables: [(name: String, type: Type)]) -> [Completion] {
    var items = variables.reversed().map { Completion($0.name, .variable, "\($0.type)") }
    var roots: Set<String> = []
    for (name, type) in environment.declaredNames {
      // A name with dots begins with one that stands alone: `selected.cities`.
      guard let dot = name.firstIndex(of: ".") else {
        let isCall = name.hasSuffix("()")
        items.append(
          Completion(name, isCall ? .function : .variable, Self.described(type), text: name))
        continue
      }
      if roots.insert(String(name[..<dot])).inserted {
        items.append(Completion(String(name[..<dot]), .variable))
      }
    }
    for name in names.declared where name.symbol.kind == .definition {
      items.append(
        Completion(
          name.symbol.name, name.noun == "constant" ? .constant : .function, name.detail,
          name.documentation ?? ""))
    }
    for name in names.declared
    where name.symbol.kind == .type && (name.noun == "type" || name.noun == "state") {
      items.append(Completion(name.symbol.name, .type, name.detail, text: "\(name.symbol.name){"))
    }
    for (name, function) in environment.library.functions.sorted(by: { $0.key < $1.key })
    where !function.isOperator {
      let overloads = function.overloads.filter { !$0.isMember }
      guard let first = overloads.first else { continue }
      items.append(
        Completion(name, .function, function.usages.first?.calls.first ?? "", first.doc))
    }
    items += ["true", "false", "null"].map { Completion($0, .word) }
    items.append(Completion("has", .function, "has(x.name)", "True if the field is there."))
    return items
  }

  private func members(of type: Type, _ operand: Expr) -> [Completion] {
    var items: [Completion] = []
    if case .ident(let root) = operand.kind {
      // Names with dots, such as those of selectors and of functions with a namespace.
      for (name, type) in environment.declaredNames where name.hasPrefix(root + ".") {
        items.append(
          Completion(String(name.dropFirst(root.count + 1)), .selector, Self.described(type)))
      }
      for (name, function) in environment.library.functions where name.hasPrefix(root + ".") {
        items.append(
          Completion(
            String(name.dropFirst(root.count + 1)), .function,
            function.usages.first?.calls.first ?? "", function.overloads.first?.doc ?? ""))
      }
      // `Load.loaded{…}` makes a case of a variant.
      if let variant = environment.types[root], variant.isVariant {
        items += variant.fields.map {
          Completion($0.name, .type, "a case of \(root)", text: "\($0.name){")
        }
      }
      if root == "action", let payloads = expression.payloads, type == .dyn {
        for payload in payloads { items += names.fields(of: payload) }
      }
    }
    let receiver = (type.wrapped ?? type).nonNull
    if case .record(let name) = receiver { items += fields(of: name) }
    for (name, function) in environment.library.functions.sorted(by: { $0.key < $1.key }) {
      let usable = function.overloads.first { overload in
        overload.isMember
          && overload.parameters.first.map { receiver.mayBe($0) || type.mayBe($0) } == true
      }
      guard let usable else { continue }
      items.append(Completion(name, .method, "\(usable.result)", usable.doc))
    }
    for macro in Library.macros {
      guard let dot = macro.call.firstIndex(where: { ".(".contains($0) }),
        macro.call[dot] == ".", !macro.call.hasPrefix("cel.")
      else {
        continue
      }
      let call = macro.call[macro.call.index(after: dot)...]
      items.append(
        Completion(String(call.prefix { $0 != "(" }), .method, String(call), macro.doc))
    }
    for name in names.declared where name.noun == "function" {
      items.append(
        Completion(name.symbol.name, .function, name.detail, name.documentation ?? ""))
    }
    return items
  }

  private func fields(of record: String) -> [Completion] {
    guard let shape = environment.types[record] else { return [] }
    return shape.fields.map { field in
      Completion(
        field.name, .field, Self.described(field.type),
        names.documentation(of: Symbol(.field, field.name, in: shape.whole ?? record)) ?? "")
    }
  }

  private static func described(_ type: Type) -> String {
    type == .record(StoreShape.typeName) ? "the whole store" : "\(type)"
  }
}

extension Type {
  /// True if a value of the type may be the receiver of a method for another type.
  fileprivate func mayBe(_ other: Type) -> Bool {
    switch (self, other) {
    case (.dyn, _): true
    case (_, .parameter), (_, .dyn): false
    case (.list, .list), (.map, .map): true
    case (.nullable(let wrapped), _): wrapped.mayBe(other)
    default: self == other || wrapped != nil && other.wrapped != nil
    }
  }
}

extension Expr {
  /// The place of a name in an expression.
  enum NamePlace {
    /// After a dot.
    case member(of: Expr)
    /// By itself, with the variables of the macros around it, outermost first.
    case name(variables: [Name])
    /// A field in a record of a type.
    case field(of: String)
  }

  func place(of name: String, _ variables: [Name] = []) -> NamePlace? {
    switch kind {
    case .ident(let text) where text.contains(name): return .name(variables: variables)
    case .select(let operand, let field, _), .has(let operand, let field):
      if field.text.contains(name) { return .member(of: operand) }
      return operand.place(of: name, variables)
    case .call(let function, let target, let arguments):
      if function.text.contains(name) {
        return target.map { .member(of: $0) } ?? .name(variables: variables)
      }
      return ((target.map { [$0] } ?? []) + arguments)
        .firstValue { $0.place(of: name, variables) }
    case .record(let type, let fields):
      if type.text.contains(name) { return .name(variables: variables) }
      if fields.contains(where: { $0.name.text.contains(name) }) { return .field(of: type.text) }
      return fields.firstValue { $0.value.place(of: name, variables) }
    case .comprehension(let macro):
      if let place = macro.range.place(of: name, variables)
        ?? macro.start?.place(of: name, variables)
      {
        return place
      }
      let inner = variables + macro.variables
      return macro.filter?.place(of: name, inner) ?? macro.body.place(of: name, inner)
    default:
      return children.firstValue { $0.place(of: name, variables) }
    }
  }
}

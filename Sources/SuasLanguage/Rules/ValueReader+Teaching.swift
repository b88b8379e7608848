import CEL
import SuasProgram
import YAML

/// Names that mean something in other places of a spec.
extension ValueReader {
  /// Reports the issues of an expression; for a name that is known elsewhere, says where.
  func report(_ issues: Issues, of expression: Expr, in scalar: Scalar) {
    for issue in issues.items { sink.report(diagnostic(issue, of: expression, in: scalar)) }
  }

  private func diagnostic(_ issue: Issue, of expression: Expr, in scalar: Scalar) -> Diagnostic {
    var diagnostic = Diagnostic(
      issue, at: scalar.range(of: issue.range), types.definitions)
    let name = String(scalar.text.utf8Slice(issue.range))
    if issue.kind == .unknownField, issue.help == nil,
      let teaching = stateTeaching(name, at: issue.range, in: expression)
    {
      return diagnostic.helping(teaching)
    }
    if issue.kind == .noMatchingOverload, issue.help == nil,
      let teaching = comparisonTeaching(at: issue.range, in: expression, scalar)
    {
      return diagnostic.helping(teaching)
    }
    if issue.kind == .unknownField,
      let teaching = variantFieldTeaching(at: issue.range, in: expression, scalar)
    {
      return diagnostic.helping(teaching)
    }
    guard issue.kind == .undeclaredName else { return diagnostic }
    if let teaching = constructorTeaching(name, at: issue.range, in: expression) {
      return diagnostic.helping(teaching)
    }
    if isInFunction, Scope.givenNames.contains(name) {
      diagnostic.help = [Diagnostic.scopeOfFunctions]
      return diagnostic
    }
    switch name {
    case "selected":
      guard case .selectors(let known)? = vocabulary?["selected"] else {
        return diagnostic.helping(storeTeaching(name))
      }
      guard let selection = expression.selection(ofNameAt: issue.range) else {
        return .selectedAlone(at: scalar.range(of: issue.range), hidesField: hasField(name))
      }
      return .unknownSelector(
        selection.text, among: known.names, at: scalar.range(of: selection.range),
        hidesField: hasField(name))
    case "pending": return diagnostic.helping(.noPending)
    case "store": return diagnostic.helping(storeTeaching(name))
    case "now", "uuid":
      return diagnostic.helping(environment.declares("state") ? .pureRules(name) : .noClock(name))
    case "action", "item", "index", "key":
      guard isInSharedRule else {
        return name != "action" && environment.declares("state")
          ? diagnostic.helping(.elementElsewhere(name)) : diagnostic
      }
      let field = expression.selection(ofNameAt: issue.range)?.text
      if name == "item", let field, hasField(field) {
        return diagnostic.helping(.ownField(field))
      }
      guard name != "action" || field != nil else { return diagnostic.helping(.noAction) }
      let parameter = field ?? name
      return diagnostic.helping(
        .noContext(
          name, field: field,
          parameter: hasField(parameter) ? parameter.afterNew : parameter))
    default:
      if expression.hasEntry(withKeyAt: issue.range) {
        return diagnostic.helping(.keyWithoutQuotes(name))
      }
      if let known = types.enums[name] {
        let field = expression.selection(ofNameAt: issue.range)?.text ?? known.cases.first ?? ""
        return diagnostic.helping(.enumName(field, of: name))
      }
      if let teaching = caseTeaching(name, at: issue.range, in: expression, scalar) {
        return diagnostic.helping(teaching)
      }
      guard issue.help == nil else { return diagnostic }
      if environment.declares("self") { return diagnostic.helping(.ownValue) }
      let paths = self.paths(to: name, at: issue.range, in: expression)
      if !paths.isEmpty { return diagnostic.helping(.fieldElsewhere(paths)) }
      return isInSharedRule ? diagnostic.helping(.scopeOfSharedRule) : diagnostic
    }
  }

  /// True in the rules of a shared rule.
  private var isInSharedRule: Bool { environment.declares("#payload") }

  /// The place where the whole store is known, for an expression that does not know it.
  private func storeTeaching(_ name: String) -> Teaching {
    if environment.declares(Scope.hiddenState) { return .scopeOfMigration }
    if environment.declares("old") { return .storeBeforeAndAfter }
    if environment.declares("self") { return .constraint(name) }
    if environment.declares("action") { return .actionAlone(name) }
    return environment.slotCount == 0 ? .definition(name) : .noStore(name)
  }

  /// The state key that is missing before the name of a field, or else the keys that there are.
  private func stateTeaching(
    _ name: String, at range: Range<Int>, in expression: Expr
  ) -> Teaching? {
    guard let operand = expression.operand(ofSelectionAt: range),
      case .ident(let store) = operand.kind
    else { return nil }
    if types.records[store]?.shape.slot(of: name) != nil {
      let paths = (hasField(name) ? [name] : []) + paths(toField: name)
      return paths.isEmpty ? nil : .fieldElsewhere(paths)
    }
    guard
      case .record(let type)? = (try? environment.check(operand))?.type.nonNull,
      type == StoreShape.typeName, let shape = environment.types[type]
    else { return nil }
    let owner = shape.fields.first { key in
      guard case .record(let state) = key.type else { return false }
      return environment.types[state]?.slot(of: name) != nil
    }
    return owner.map { .fieldOfState(name, "\(store).\($0.name)") }
      ?? .stateKeys(shape.fields.map(\.name))
  }

  /// The paths that a name which is none here may stand for: to a field, to a state whose key differs in the case
  /// of its letters, or to what is selected from `state`.
  private func paths(to name: String, at range: Range<Int>, in expression: Expr) -> [String] {
    let selected = expression.selection(ofNameAt: range)?.text
    if name == "state", let selected { return paths(toField: selected) }
    let keys = shape(of: environment.type(ofVariable: "store"))?.fields ?? []
    let key = keys.first { $0.name.lowercased() == name.lowercased() }
    return key.map { ["store.\($0.name)" + (selected.map { ".\($0)" } ?? "")] }
      ?? paths(toField: name)
  }

  private func shape(of type: Type?) -> Shape? {
    if case .record(let name)? = type?.nonNull { environment.types[name] } else { nil }
  }

  /// The paths to the fields of a name that expressions here can read.
  private func paths(toField name: String) -> [String] {
    let near = ["action", "item", "response", "error", "new"].filter { variable in
      shape(of: environment.type(ofVariable: variable))?.slot(of: name) != nil
    }
    let states = shape(of: environment.type(ofVariable: "store"))?.fields ?? []
    return near.map { "\($0).\(name)" }
      + states.filter { shape(of: $0.type)?.slot(of: name) != nil }
      .map { "store.\($0.name).\(name)" }
  }

  /// The way to write a case whose name stands alone; nil if no type has such a case.
  private func caseTeaching(
    _ name: String, at range: Range<Int>, in expression: Expr, _ scalar: Scalar
  ) -> Teaching? {
    guard let part = expression.part(at: range), case .ident = part.kind else { return nil }
    if let type = types.enums.values.filter({ $0.has(name) }).map(\.name).min() {
      return .enumCase(name, of: type)
    }
    return expression.comparison(with: range)
      .flatMap { variantTeaching(name, comparedWith: $0, scalar) }
  }

  /// The test for the case of a variant, for a comparison of the variant with a text.
  private func comparisonTeaching(
    at range: Range<Int>, in expression: Expr, _ scalar: Scalar
  ) -> Teaching? {
    for part in expression.part(at: range)?.children ?? [] {
      guard case .literal(.string(let word)) = part.kind,
        let other = expression.comparison(with: part.range)
      else { continue }
      return variantTeaching(word, comparedWith: other, scalar)
    }
    return nil
  }

  /// The test for the case of a variant that another value was compared with.
  private func variantTeaching(
    _ name: String, comparedWith operand: Expr, _ scalar: Scalar
  ) -> Teaching? {
    guard case .record(let type)? = (try? environment.check(operand))?.type.nonNull,
      let variant = types.records[type], variant.isVariant, variant.shape.slot(of: name) != nil
    else { return nil }
    return .variantCase(name, of: type, path: String(scalar.text.utf8Slice(operand.range)))
  }

  /// The test for the case of a variant, for a field that was selected from it as if it held its case.
  private func variantFieldTeaching(
    at range: Range<Int>, in expression: Expr, _ scalar: Scalar
  ) -> Teaching? {
    guard let operand = expression.operand(ofSelectionAt: range),
      case .record(let type)? = (try? environment.check(operand))?.type.nonNull,
      let variant = types.records[type], variant.isVariant
    else { return nil }
    let selection = operand.range.lowerBound..<range.upperBound
    let compared = expression.comparison(with: selection)
    let path = String(scalar.text.utf8Slice(operand.range))
    if case .literal(.string(let word))? = compared?.kind, variant.shape.slot(of: word) != nil {
      return .variantCase(word, of: type, path: path)
    }
    return variant.fields.first.map { .variantCase($0.name, of: type, path: path) }
  }

  /// The way to make a value of a case that is called as a function.
  private func constructorTeaching(
    _ name: String, at range: Range<Int>, in expression: Expr
  ) -> Teaching? {
    guard let operand = expression.operand(ofCallAt: range), case .ident(let type) = operand.kind
    else { return nil }
    return literal(of: name, in: type).map(Teaching.variantLiteral)
  }

  /// The expression for a case of a variant, with its fields.
  func literal(of name: String, in type: String) -> String? {
    guard let variant = types.records[type], variant.isVariant,
      let slot = variant.shape.slot(of: name),
      case .record(let contents) = variant.fields[slot].type
    else { return nil }
    let fields = types.records[contents]?.fields.map { "\($0.name): …" } ?? []
    return "\(type).\(name){\(fields.joined(separator: ", "))}"
  }

  /// True if the state that rules change has a field of that name.
  private func hasField(_ name: String) -> Bool {
    guard case .record(let state)? = vocabulary?["state"] else { return false }
    return state.shape.slot(of: name) != nil
  }
}

extension Diagnostic {
  fileprivate func helping(_ teaching: Teaching) -> Diagnostic {
    Diagnostic(code, message, at: place, notes: notes, help: [teaching.wording])
  }
}

extension Expr {
  /// The name that is selected from the name at a range of the text.
  fileprivate func selection(ofNameAt range: Range<Int>) -> Name? {
    if case .select(let operand, let name, _) = kind, case .ident = operand.kind,
      operand.range == range
    {
      return name
    }
    return allChildren.firstValue { $0.selection(ofNameAt: range) }
  }

  /// The expression from which the name at a range of the text is selected.
  fileprivate func operand(ofSelectionAt range: Range<Int>) -> Expr? {
    if case .select(let operand, let name, _) = kind, name.range == range { return operand }
    return allChildren.firstValue { $0.operand(ofSelectionAt: range) }
  }

  /// The value on which the function is called whose name is at a range of the text.
  fileprivate func operand(ofCallAt range: Range<Int>) -> Expr? {
    if case .call(let name, let operand?, _) = kind, name.range == range { return operand }
    return allChildren.firstValue { $0.operand(ofCallAt: range) }
  }

  /// True if a map has an entry whose key is the expression at a range of the text.
  fileprivate func hasEntry(withKeyAt range: Range<Int>) -> Bool {
    if case .map(let entries) = kind, entries.contains(where: { $0.key.range == range }) {
      return true
    }
    return allChildren.contains { $0.hasEntry(withKeyAt: range) }
  }

  /// The part of the expression at a range of the text.
  fileprivate func part(at range: Range<Int>) -> Expr? {
    if self.range == range { return self }
    return allChildren.firstValue { $0.part(at: range) }
  }

  /// The operand that the one at a range of the text is compared with, as equal or not.
  fileprivate func comparison(with range: Range<Int>) -> Expr? {
    if case .call(let name, nil, let operands) = kind, name.text == "_==_" || name.text == "_!=_",
      operands.count == 2
    {
      if operands[0].range == range { return operands[1] }
      if operands[1].range == range { return operands[0] }
    }
    return allChildren.firstValue { $0.comparison(with: range) }
  }

  /// True if one of the names stands in the expression.
  func mentions(_ names: Set<String>) -> Bool {
    if case .ident(let name) = kind { return names.contains(name) }
    return allChildren.contains { $0.mentions(names) }
  }

  /// The parts of the expression, those of macros included.
  var allChildren: [Expr] {
    guard case .comprehension(let it) = kind else { return children }
    return [it.range, it.start, it.filter, it.body].compactMap(\.self)
  }
}

/// The place where a name is known that means nothing here.
enum Teaching {
  case noStore(String)
  /// In a place other than a promise at rest or a goal.
  case noPending
  case storeBeforeAndAfter
  case scopeOfMigration
  case pureRules(String)
  case noClock(String)
  /// In a field's `where`.
  case constraint(String)
  /// In an expression on an action that is not dispatched yet.
  case actionAlone(String)
  /// In a constant, a default or an initial value.
  case definition(String)
  /// In a shared rule: a name that stands for something around its uses, what is selected from it,
  /// and a name for a parameter in its place.
  case noContext(String, field: String?, parameter: String)
  case noAction
  /// In a shared rule: a field of its own record.
  case ownField(String)
  case scopeOfSharedRule
  /// A case of an enum.
  case enumCase(String, of: String)
  /// A case that is selected from the name of an enum.
  case enumName(String, of: String)
  /// The name of an element, or of its index or key, where there is no element.
  case elementElsewhere(String)
  /// In a field's `where`: the name of a field, or another one that is not known there.
  case ownValue
  /// The expression for a value of a variant.
  case variantLiteral(String)
  /// A case of a variant, and the path that it was compared with.
  case variantCase(String, of: String, path: String)
  /// A field of a state, and the path to that state.
  case fieldOfState(String, String)
  case stateKeys([String])
  /// The key of a map that is written as a field of a record is.
  case keyWithoutQuotes(String)
  /// The paths to fields of a name that stands alone.
  case fieldElsewhere([String])
}

extension String {
  /// The name with `new` before it: a parameter cannot be named as a field.
  fileprivate var afterNew: String { "new" + prefix(1).uppercased() + dropFirst() }
}

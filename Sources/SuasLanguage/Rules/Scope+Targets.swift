import CEL
import SuasProgram
import YAML

/// Paths: a name, followed by `.field` and `[expression]`.
extension Scope {
  /// Resolves a path to the place it names.
  ///
  /// - Parameters:
  ///   - fallback: The value, as written, for a map's key that does not exist yet.
  ///   - use: The use of the place by the rule.
  func target(
    _ syntax: ExpressionSyntax, default fallback: Node? = nil, for use: TargetUse = .changing
  ) -> Target? {
    guard let expression = values.parse(syntax) else { return nil }
    var resolver = PathResolver(syntax: syntax)
    guard var target = resolver.resolve(expression, in: self) else { return nil }
    if use == .assigning,
      let place = entered.last(where: {
        $0.isMatched(by: target, naming: expression.names, boundNames)
      })
    {
      target = place.matched
    }
    if resolver.readsCase { values.warnOfUnguardedCases(in: expression, of: syntax.scalar) }
    guard mayChange(&target, use, at: syntax.range) else { return nil }
    if use == .changing || use == .assigning { noteWriting(target) }
    return adding(fallback, to: target)
  }

  /// Adds the value, as written, for a map's key that does not exist yet.
  func adding(_ fallback: Node?, to target: Target) -> Target? {
    guard let fallback else { return target }
    guard target.endsInKey else {
      sink.report(.defaultWithoutKey(at: fallback.range))
      return nil
    }
    var target = target
    target.fallback = value(fallback, as: target.type)
    return target.fallback == nil ? nil : target
  }

  /// Resolves the place that a shared rule is used on; `state` if no path is written.
  func target(
    of rule: SharedRules.Signature, at path: ExpressionSyntax?, _ range: SourceRange
  ) -> Target? {
    guard
      var target = path.map({ target($0, for: .reading) })
        ?? Target(
          components: [], type: .record(state.name), text: "state", items: [], endsInKey: false)
    else { return nil }
    // The rule changes some fields of the record, and nothing else in it.
    let written = rule.written?.map { slot in
      Target(
        components: target.components + [.field(slot)], type: .any, text: target.text,
        items: target.items, endsInKey: false)
    }
    for place in entered where !target.items.contains(where: { $0.slot == place.slot }) {
      if (written ?? [target]).contains(where: place.forbids) {
        sink.report(.insideUpdate(place.text, at: range))
        return nil
      }
      if let item = place.item(overlapping: target) { target.items.append(item) }
    }
    if !target.components.isEmpty { noteWriting(target) }
    return target
  }

  /// Reports a target that lies in a list or map on the way to a place that rules are run on, but
  /// not at that place; to other targets, adds the items that have to be read again after a change.
  private func mayChange(_ target: inout Target, _ use: TargetUse, at range: SourceRange) -> Bool {
    guard use != .reading else { return true }
    for place in entered where !target.items.contains(where: { $0.slot == place.slot }) {
      if place.forbids(target) {
        sink.report(.insideUpdate(place.text, at: range))
        return false
      }
      if let item = place.item(overlapping: target) { target.items.append(item) }
    }
    return true
  }

  private func noteWriting(_ target: Target) {
    let usage = values.vocabulary?.usage
    if case .field(let slot)? = target.components.first {
      usage?.noteWriting(slot, of: state)
    } else {
      for slot in state.fields.indices { usage?.noteWriting(slot, of: state) }
    }
  }

  /// Returns the name that a path begins with, if it stands for a copy and not for a place.
  func copy(atStartOf syntax: ExpressionSyntax) -> String? {
    guard var expression = values.parse(syntax, reporting: false) else { return nil }
    while true {
      switch expression.kind {
      case .ident(let name): return copies.contains(name) ? name : nil
      case .select(let operand, _, _), .index(let operand, _, _): expression = operand
      default: return nil
      }
    }
  }

  /// Resolves a path to a place whose type is accepted by `isExpected`, or is `any`.
  func target(
    _ syntax: ExpressionSyntax, default fallback: Node? = nil, as expected: String,
    where isExpected: (FieldType) -> Bool
  ) -> Target? {
    guard let target = target(syntax, default: fallback) else { return nil }
    guard target.type.unwrapped == .any || isExpected(target.type.unwrapped) else {
      var diagnostic = Diagnostic.typeMismatch(
        "'\(target.text)' is \(target.type.withArticle), not \(expected)", at: syntax.range)
      if isExpected(.list(.any)) { diagnostic.help = listMeant(by: target).map { [$0] } ?? [] }
      sink.report(diagnostic)
      return nil
    }
    return target
  }

  /// The advice for a path to an element where a path to a list is needed: it names a list in the
  /// element, or the list around it.
  private func listMeant(by target: Target) -> String? {
    func isList(_ field: RecordType.Field) -> Bool {
      if case .list = field.type.unwrapped { true } else { false }
    }
    if case .record(let name) = target.type.unwrapped,
      let list = values.types.records[name]?.fields.first(where: isList)
    {
      return "did you mean '\(target.text).\(list.name)'?"
    }
    guard case .element? = target.components.last else { return nil }
    var path: [String] = []
    var record: RecordType? = state
    for component in target.components.dropLast() {
      guard case .field(let slot) = component, let field = record?.fields[slot] else { return nil }
      path.append(field.name)
      record =
        if case .record(let name) = field.type.unwrapped { values.types.records[name] } else { nil }
    }
    return
      "it is an element of '\(path.joined(separator: "."))': a rule for that list stands outside"
  }

  /// Resolves a path to a list, and returns the type of its elements, too.
  func listTarget(
    _ syntax: ExpressionSyntax, default fallback: Node? = nil
  ) -> (Target, element: FieldType)? {
    let target = target(syntax, default: fallback, as: "a list") {
      if case .list = $0 { true } else { false }
    }
    guard let target else { return nil }
    if case .list(let element) = target.type.unwrapped { return (target, element) }
    return (target, .any)
  }
}

extension Scope {
  /// Returns true if a text can be a key of a type; one that is no case of an enum is reported.
  fileprivate func isKey(
    _ text: String, of type: FieldType, at range: SourceRange, isQuoted: Bool = false
  ) -> Bool {
    guard case .enumeration(let name) = type else { return true }
    return values.isCase(text, of: name, at: range, isQuoted: isQuoted)
  }
}

/// The use of a place by a rule.
enum TargetUse {
  /// Changes a value that is there.
  case changing
  /// Replaces a value that is there.
  case assigning
  /// Puts the initial value back.
  case resetting
  /// Runs rules on it, which change it or not.
  case entering
  case reading
}

extension Expr {
  /// The names in the expression.
  fileprivate var names: Set<String> {
    if case .ident(let name) = kind { return [name] }
    return children.reduce(into: []) { $0.formUnion($1.names) }
  }
}

private struct PathResolver {
  let syntax: ExpressionSyntax
  private var components: [Target.Component] = []
  private var endsInKey = false
  /// True if the path leads through a case of a variant.
  private(set) var readsCase = false

  init(syntax: ExpressionSyntax) { self.syntax = syntax }

  /// One step of a path, from the root outwards.
  private enum Link {
    case field(Expr.Name)
    case element(Expr)
  }

  mutating func resolve(_ expression: Expr, in scope: Scope) -> Target? {
    var links: [Link] = []
    guard let (name, range) = unwind(expression, into: &links, scope) else { return nil }
    components.reserveCapacity(links.count + 1)
    guard let (rootType, items) = root(name, at: range, then: links.first, scope) else {
      return nil
    }
    var type = rootType
    for link in links {
      endsInKey = false
      let next =
        switch link {
        case .field(let name): member(name, of: type, scope)
        case .element(let key): element(key, of: type, scope)
        }
      guard let next else { return nil }
      type = next
    }
    return Target(
      components: components, type: type, text: String(syntax.text), items: items,
      endsInKey: endsInKey)
  }

  /// Collects the links of a path, and returns the name that it begins with.
  private func unwind(
    _ expression: Expr, into links: inout [Link], _ scope: Scope
  ) -> (name: String, range: Range<Int>)? {
    var expression = expression
    while true {
      switch expression.kind {
      case .ident(let name):
        links.reverse()
        return (name, expression.range)
      case .select(let operand, let field, optional: false):
        links.append(.field(field))
        expression = operand
      case .index(let operand, let key, optional: false):
        links.append(.element(key))
        expression = operand
      default:
        scope.sink.report(.notAPath(at: syntax.scalar.range(of: expression.range)))
        return nil
      }
    }
  }

  /// The names that stand for something else than a part of the state.
  private static let contextNames: Set<String> = ["action", "item", "store"]

  private mutating func root(
    _ name: String, at range: Range<Int>, then link: Link?, _ scope: Scope
  ) -> (FieldType, items: [Target.Item])? {
    if let variable = scope.values.vocabulary?.variables[name] {
      scope.sink.readings?.mention(variable, at: syntax.scalar.range(of: range))
    }
    if let element = scope.elements[name] {
      components = element.components
      return (element.type, element.items)
    }
    if scope.copies.contains(name) {
      scope.sink.report(
        .notAPlace(
          name, isMigration: scope.stateName == Scope.hiddenState,
          at: syntax.scalar.range(of: range)))
      return nil
    }
    if name == scope.stateName { return (.record(scope.state.name), []) }
    if scope.stateName == "state", scope.state.shape.slot(of: name) == nil,
      Self.contextNames.contains(name)
    {
      let selected: String? = if case .field(let field)? = link { field.text } else { nil }
      scope.sink.report(
        .notInState(
          name, of: scope.state, isShared: scope.initial == nil, then: selected,
          at: syntax.scalar.range(of: range)))
      return nil
    }
    return field(name, at: range, of: scope.state, scope).map { ($0, []) }
  }

  private mutating func field(
    _ name: String, at range: Range<Int>, of record: RecordType, _ scope: Scope
  ) -> FieldType? {
    let slot = record.shape.slot(of: name)
    if slot != nil {
      scope.sink.readings?.mention(
        Symbol(.field, name, in: record.name), at: syntax.scalar.range(of: range))
    }
    guard let slot else {
      scope.sink.report(
        .unknownField(
          name, of: record.name, among: record.fields.map(\.name),
          at: syntax.scalar.range(of: range)))
      return nil
    }
    components.append(.field(slot))
    return record.fields[slot].type
  }

  private mutating func member(
    _ name: Expr.Name, of type: FieldType, _ scope: Scope
  ) -> FieldType? {
    switch type.unwrapped {
    case .record(let recordName):
      return scope.values.types.records[recordName].flatMap { record in
        if record.isVariant { readsCase = true }
        return field(name.text, at: name.range, of: record, scope)
      }
    case .map(let key, let value) where key.isNamed:
      guard scope.isKey(name.text, of: key, at: syntax.scalar.range(of: name.range)) else {
        return nil
      }
      components.append(.member(name.text))
      endsInKey = true
      return value
    case .any:
      components.append(.member(name.text))
      endsInKey = true
      return .any
    default:
      scope.sink.report(.noFields(in: type, at: syntax.scalar.range(of: name.range)))
      return nil
    }
  }

  private mutating func element(
    _ key: Expr, of type: FieldType, _ scope: Scope
  ) -> FieldType? {
    let keyType: FieldType
    let elementType: FieldType
    switch type.unwrapped {
    case .list(let element): (keyType, elementType) = (.int, element)
    case .map(let key, let value): (keyType, elementType) = (key, value)
    case .any: (keyType, elementType) = (.any, .any)
    default:
      scope.sink.report(.noElements(in: type, at: syntax.scalar.range(of: key.range)))
      return nil
    }
    guard let key = scope.values.expression(key, in: syntax, as: keyType.cel) else {
      return nil
    }
    if case .string(let text)? = key.constant,
      !scope.isKey(text, of: keyType, at: key.range, isQuoted: true)
    {
      return nil
    }
    let fit: Fit =
      key.isProven && keyType.isWhatCELSees ? .proven : .judged(keyType, scope.values.types)
    components.append(.element(.computed(key, fit)))
    if case .list = type.unwrapped {} else { endsInKey = true }
    return elementType
  }
}

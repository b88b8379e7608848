import CEL
import SuasProgram
import Values
import YAML

/// Facts about places that tests have shown, and that end where rules may write.
extension Scope {
  /// Returns the scope in which an expression, as it would be written, is known to be true.
  func assuming(_ test: String) -> Scope {
    assuming(try? values.environment.parse(test), is: true)
  }

  /// Returns the scope in which a test has had a certain result; an unparsed test changes nothing.
  func assuming(_ test: Expr?, is truth: Bool) -> Scope {
    guard let test else { return self }
    var scope = self
    scope.values.look(into: values.environment.assuming(test, is: truth))
    return scope
  }

  /// Notes that a name stands for an element of a list.
  mutating func know(_ name: String, isElementOf list: ExpressionSyntax) {
    guard let list = values.parse(list, reporting: false) else { return }
    values.look(into: values.environment.knowing(name, isElementOf: list))
  }

  /// Notes the facts after a rule: those about places that it may have written end, and a variant
  /// that it has set is known to have the new case.
  mutating func learn(from rule: Rule, _ operation: Operation?, condition: Expr?) {
    forgetPlaces(writtenBy: [rule])
    if type(of: rule.verb).refuses, let condition, let test = rule.condition {
      values.look(into: values.environment.knowing(condition, is: test.negated))
    }
    guard rule.condition == nil, case .set(let target, let value)? = operation,
      case .record(let name) = target.type.unwrapped, let variant = values.types.records[name],
      let made = value.writtenCase(of: variant), let syntax = rule.path,
      let path = values.parse(syntax, reporting: false)?.path,
      // The assignment may have changed the indices and keys on its own path.
      let written = path.steps(in: self),
      !path.keys.flatMap(\.reads).contains(where: {
        $0.steps(in: self).map(written.mayContain) ?? false
      }
      ),
      let test = try? values.environment.parse("has((\(syntax.text)).\(made))")
    else { return }
    values.look(into: values.environment.knowing(test, is: true))
  }

  /// Forgets the facts about places that rules may write.
  ///
  /// - Parameter element: The name of the element, if the rules are run on each element of a list
  ///   or map. Facts about this element stay: the rules for one element cannot end those of the
  ///   next.
  mutating func forgetPlaces(writtenBy rules: [Rule], inEach element: String? = nil) {
    var environment = values.environment
    guard environment.hasKnowledge else { return }
    let written = placesWritten(by: rules)
    guard !written.isEmpty else { return }
    let ofElement = element.flatMap { elements[$0] }.map { steps(of: $0.components) }
    environment.forget { path in
      path.reads.contains { read in
        guard let steps = read.steps(in: self) else { return false }
        let isOfElement = element.map { read.root == .name($0) } ?? false
        return written.contains { place in
          if isOfElement, let ofElement, place.starts(with: ofElement) { return false }
          return place.mayContain(steps)
        }
      }
    }
    values.look(into: environment)
  }

  /// The places that rules may write, as far as the texts of their paths tell.
  private func placesWritten(by rules: [Rule]) -> [[PlaceStep]] {
    var writing = Writing(scope: self)
    writing.add(rules)
    return writing.places
  }

  /// The steps of a path from the reducer's state.
  fileprivate func steps(of components: [Target.Component]) -> [PlaceStep] {
    var type = FieldType.record(state.name)
    return components.map { component in
      let unwrapped = type.unwrapped
      type = .any
      switch component {
      case .field(let slot):
        guard case .record(let name) = unwrapped, let record = values.types.records[name],
          record.fields.indices.contains(slot)
        else { return .any }
        type = record.fields[slot].type
        return .named(record.fields[slot].name)
      case .member(let name):
        if case .map(_, let value) = unwrapped { type = value }
        return .named(name)
      case .element(let key):
        switch unwrapped {
        case .list(let element): type = element
        case .map(_, let value): type = value
        default: break
        }
        guard case .computed(let key, _) = key, let constant = key.constant else { return .any }
        return Key(constant).map { .key($0) } ?? .any
      }
    }
  }

  /// The steps from the state to the place that a name stands for; nil for a name that stands for no
  /// place of the state.
  fileprivate func steps(of name: String) -> [PlaceStep]? {
    if let element = elements[name] { return steps(of: element.components) }
    if copies.contains(name) { return nil }
    if name == "state" { return [] }
    let reserved = initial == nil ? Self.reservedInSharedRules : Self.reserved
    guard !reserved.contains(name), state.shape.slot(of: name) != nil else { return nil }
    return [.named(name)]
  }
}

/// A step on the way to a place.
enum PlaceStep: Equatable {
  /// A field, or an index or key that is written out.
  case key(Key)
  /// An index or key that is computed.
  case any

  static func named(_ name: String) -> PlaceStep { .key(.string(CodePoints(name))) }

  func mayBe(_ other: PlaceStep) -> Bool { self == .any || other == .any || self == other }
}

extension [PlaceStep] {
  /// True if the place may be another one, or contain it. Writing a part of a place changes neither
  /// whether it is null nor its case.
  fileprivate func mayContain(_ other: [PlaceStep]) -> Bool {
    count <= other.count && zip(self, other).allSatisfy { $0.mayBe($1) }
  }
}

extension PlacePath {
  /// The steps from the state to the place; nil for a place that no rule writes.
  fileprivate func steps(in scope: Scope) -> [PlaceStep]? {
    switch self {
    case .literal: nil
    case .name(let name): scope.steps(of: name)
    case .field(let operand, let name):
      operand.steps(in: scope).map { $0 + [.named(name)] }
    case .index(let operand, let key):
      operand.steps(in: scope).map { steps in
        if case .literal(let key) = key { steps + [.key(key)] } else { steps + [.any] }
      }
    }
  }
}

/// The places that rules may write.
struct Writing {
  private let scope: Scope
  private(set) var places: [[PlaceStep]] = []
  /// The places that the names of the rules around may stand for.
  private var names: [String: [[PlaceStep]]] = [:]

  fileprivate init(scope: Scope) { self.scope = scope }

  mutating func add(_ rules: [Rule]) {
    for rule in rules { add(rule) }
  }

  private mutating func add(_ rule: Rule) { rule.verb.noteWriting(by: rule, in: &self) }

  /// Adds the places that rules may write that give a name to one of some places.
  mutating func add(_ rules: [Rule], naming name: Name?, _ places: [[PlaceStep]]) {
    let outer = names
    names[name?.text ?? "item"] = places
    add(rules)
    names = outer
  }

  /// Adds the place to which a path leads.
  mutating func add(_ path: ExpressionSyntax?) { places += places(of: path) }

  /// Adds the fields that a shared rule writes in the record to which a path leads; without a path,
  /// in the state.
  mutating func add(fieldsWrittenBy name: String, on path: ExpressionSyntax?) {
    let used = path.map { places(of: $0) } ?? [[]]
    guard let rule = scope.sharedRules[name], let written = rule.written else {
      places += used
      return
    }
    for slot in written.sorted() {
      places += used.map { $0 + [.named(rule.record.fields[slot].name)] }
    }
  }

  /// The places that a name may stand for.
  func places(of name: String) -> [[PlaceStep]] {
    names[name] ?? scope.steps(of: name).map { [$0] } ?? []
  }

  /// The places that a path may lead to, as far as its text tells.
  func places(of syntax: ExpressionSyntax?) -> [[PlaceStep]] {
    guard let syntax, var expression = scope.values.parse(syntax, reporting: false) else {
      return []
    }
    var links: [PlaceStep] = []
    while true {
      switch expression.kind {
      case .select(let operand, let name, _):
        links.append(.named(name.text))
        expression = operand
      case .index(let operand, let key, _):
        if case .literal(let key)? = key.path {
          links.append(.key(key))
        } else {
          links.append(.any)
        }
        expression = operand
      case .ident(let name): return places(of: name).map { $0 + links.reversed() }
      default: return []
      }
    }
  }
}

extension CheckedTemplate {
  /// The case of a variant that the template is sure to make; nil if it is computed.
  fileprivate func writtenCase(of variant: RecordType) -> String? {
    guard variant.isVariant else { return nil }
    switch self {
    case .constant(.record(let record)):
      return record.presentCase.map { variant.fields[$0].name }
    case .record(_, let fields):
      let slot = fields.firstIndex { if case .constant(.null) = $0 { false } else { true } }
      return slot.map { variant.fields[$0].name }
    case .computed(let expression, _):
      guard case .record(let shape, let fields) = expression.tree.root.kind,
        shape.name == variant.name, fields.count == 1
      else { return nil }
      return variant.fields[fields[0].slot].name
    default: return nil
    }
  }
}

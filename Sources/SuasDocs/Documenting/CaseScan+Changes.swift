import CEL
import SuasProgram

/// Changes.
extension CaseScan {
  mutating func write(_ operation: Operation, _ context: inout CaseContext) {
    guard let target = operation.target, let path = path(of: target, context) else { return }
    switch operation {
    case .set(_, let value):
      write(value, at: path, &context)
      return
    case .merge(_, .fields(let fields)):
      guard case .record(let name)? = type(at: path)?.unwrapped, let record = types.records[name]
      else { break }
      for (slot, value) in fields {
        write(value, at: path + .field(record.fields[slot].name), &context)
      }
      return
    case .merge(_, .whole(let value)):
      write(value, at: path, &context)
      return
    case .merge(_, .computed): write(nil, at: path, &context)
    case .insert(_, .one(let value), _):
      write(value, at: path + .element("new"), &context, isNew: true)
    case .insert(_, .all(let value), _): writeElements(value, of: path, &context)
    case .upsert(_, _, let value):
      write(value, at: path + .element("new"), &context, isNew: true)
      write(value, at: path + .element("found"), &context)
    default: break
    }
    context.facts.forget(path)
  }

  /// Notes that a value is written at a path; nil for an unknown one.
  private mutating func write(
    _ value: CheckedTemplate?, at path: StatePath, _ context: inout CaseContext, isNew: Bool = false
  ) {
    if let names = caseNames(at: path) {
      let found = value.flatMap { cases(of: $0, context) }
      add(found, at: path, names, context, isNew)
      context.facts.forget(path)
      if let found { context.facts.note(path, found) }
      return
    }
    switch type(at: path)?.unwrapped {
    case .list, .map: writeElements(value, of: path, &context)
    default: break
    }
    if case .record(let name)? = type(at: path), let record = types.records[name] {
      for (slot, field) in record.fields.enumerated() {
        write(value?.field(slot), at: path + .field(field.name), &context, isNew: isNew)
      }
    }
    context.facts.forget(path)
  }

  /// Notes that the elements of a list or map are written: as new ones, as far as they are known.
  private mutating func writeElements(
    _ value: CheckedTemplate?, of path: StatePath, _ context: inout CaseContext
  ) {
    let elements: [CheckedTemplate]
    switch value {
    case .constant(.list(let list)): elements = list.map { .constant($0) }
    case .constant(.map(let map)): elements = map.map { .constant($0.value) }
    case .list(let items): elements = items
    case .map(let entries): elements = entries.map(\.value)
    default:
      wholes.append((path, action))
      return
    }
    for element in elements {
      write(element, at: path + .element("new"), &context, isNew: true)
    }
  }

  private mutating func add(
    _ found: Set<String>?, at path: StatePath, _ names: [String], _ context: CaseContext,
    _ isNew: Bool
  ) {
    func ordered(_ cases: Set<String>?) -> [String]? {
      guard let cases, cases.count < names.count else { return nil }
      return cases.count == 1 ? Array(cases) : names.filter(cases.contains)
    }
    // Contradictory conditions: the rule is never reached.
    if context.facts[path]?.isEmpty == true { return }
    let transition = CaseTransition(
      origin: isNew ? .new : .cases(ordered(context.facts[path])), destination: ordered(found),
      action: action,
      conditions: context.conditions.filter { !$0.paths.contains(path) }.map(\.text))
    let text = "\(reducer.stateKey).\(path.text)"
    let index =
      diagrams.firstIndex { $0.path == text }
      ?? {
        let value = path.hasElements ? nil : initial(at: path)
        diagrams.append(
          CaseDiagram(
            reducer: reducer.name, path: text, place: path, cases: names,
            initial: value?.caseName))
        return diagrams.count - 1
      }()
    diagrams[index].add(transition)
  }

  private func initial(at path: StatePath) -> Value? {
    var value = Value.record(reducer.initial)
    for case .field(let name) in path.steps {
      guard case .record(let record) = value, let slot = record.shape.slot(of: name) else {
        return nil
      }
      value = record[slot]
    }
    return value
  }

  /// The cases that a value may have; nil if they are not known.
  func cases(of value: CheckedTemplate, _ context: CaseContext) -> Set<String>? {
    switch value {
    case .constant(let value): return value.caseName.map { [$0] }
    case .record(let shape, let fields) where shape.isVariant:
      let present = fields.firstIndex { if case .constant(.null) = $0 { false } else { true } }
      return present.map { [shape.fields[$0].name] }
    case .computed(let expression, _): return cases(of: expression.tree.root, expression, context)
    case .record, .text, .list, .map: return nil
    }
  }

  private func cases(
    of node: CheckedExpr.Node, _ expression: CheckedExpression, _ context: CaseContext
  ) -> Set<String>? {
    switch node.kind {
    case .constant(let value): return value.caseName.map { [$0] }
    case .conditional(_, let then, let otherwise):
      guard let first = cases(of: then, expression, context),
        let second = cases(of: otherwise, expression, context)
      else { return nil }
      return first.union(second)
    case .record(let shape, let fields) where shape.isVariant:
      return fields.first.map { [shape.fields[$0.slot].name] }
    case .place(.slot(let slot)) where context.parameters[slot] != nil:
      return context.parameters[slot]
    default: return path(of: node, expression, context).flatMap { context.facts[$0] }
    }
  }

  /// Forgets the facts that the rules in a rule may have made false.
  func forget(changesIn rule: CheckedRule, _ context: inout CaseContext) {
    if let target = rule.operation.target {
      if let path = path(of: target, context) { context.facts.forget(path) }
    }
    switch rule.operation {
    case .use(let use):
      if let path = path(of: use.target, context) { context.facts.forget(path) }
    case .update(let elements, _, _, _):
      if let path = path(of: elements.target, context) { context.facts.forget(path) }
    default: break
    }
    for rules in rule.operation.ruleLists {
      for rule in rules { forget(changesIn: rule, &context) }
    }
  }
}

extension CheckedTemplate {
  /// The value of a record's field, if it is written.
  fileprivate func field(_ slot: Int) -> CheckedTemplate? {
    switch self {
    case .constant(.record(let record)): .constant(record[slot])
    case .record(_, let fields): fields[slot]
    default: nil
    }
  }
}

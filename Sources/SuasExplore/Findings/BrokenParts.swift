import CEL
import Suas
import SuasScenario
import SuasSpec

/// The values of the parts of a condition that did not hold.
struct BrokenParts {
  private let spec: CompiledSpec

  init(of spec: CompiledSpec) { self.spec = spec }

  struct Part: Sendable {
    let text: String
    let value: Value
  }

  /// - Parameter step: The step whose action was refused.
  func parts(of error: ActionError, in step: RecordedStep) -> [Part] {
    let conditions: [CheckedCondition]
    switch error.code {
    case "invariant-violated": conditions = spec.checked.invariants
    case "transition-violated": conditions = spec.checked.transitions
    default: return []
    }
    guard
      let condition = conditions.first(where: { ActionError.Place($0.place) == error.place }),
      let scene = scene(of: condition, in: step)
    else { return [] }
    var environment = spec.store.environment(spec.typesOfEverything.cel)
    var values: [String: Value] = ["store": .record(scene.new)]
    if error.code == "transition-violated" {
      environment.declare("old", .record(spec.store.shape.name))
      environment.declare("new", .record(spec.store.shape.name))
      environment.declare("action", .dyn)
      environment.declare("actionType", .string)
      values["old"] = .record(scene.old)
      values["new"] = .record(scene.new)
      values["action"] = .record(scene.action.payload)
      values["actionType"] = .string(scene.action.name)
    }
    let text = String(condition.syntax.text)
    guard let expression = try? environment.parse(text) else { return [] }
    var texts: [String] = []
    for part in Self.telling(expression) {
      let text = String(
        decoding: Array(text.utf8)[part.range.clamped(to: 0..<text.utf8.count)], as: UTF8.self)
      if !texts.contains(text) { texts.append(text) }
    }
    return texts.prefix(8).compactMap { text in
      guard let program = try? environment.compile(text) else { return nil }
      var frame = environment.frame(values)
      return (try? program.evaluate(&frame)).map { Part(text: text, value: $0) }
    }
  }

  /// The parts of an expression whose values tell why it is what it is: what is compared, and what
  /// is joined by `&&` and `||`.
  private static func telling(_ expression: Expr) -> [Expr] {
    switch expression.kind {
    case .literal, .ident: return []
    case .and(let terms), .or(let terms): return terms.flatMap(telling)
    case .conditional(let condition, let then, let otherwise):
      return telling(condition) + telling(then) + telling(otherwise)
    case .call(let name, nil, let arguments) where name.text.contains("_"):
      if name.text == "!_" || name.text == "-_" { return arguments.flatMap(telling) }
      let isComparison = ["_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_", "@in", "_in_"]
        .contains(name.text)
      guard isComparison else { return [expression] }
      return arguments.filter { if case .literal = $0.kind { false } else { true } }
    default: return [expression]
    }
  }

  /// The action that was refused, and the stores before it and as the reducers had left it.
  private func scene(
    of condition: CheckedCondition, in step: RecordedStep
  ) -> (old: Record, new: Record, action: SpecAction)? {
    let reducers = BareReducers(spec)
    reducers.enter(step.outcome.before.subStates)
    for named in step.outcome.actions {
      guard case .record(let payload) = named.value,
        let type = spec.actionType(named.name)
      else { continue }
      let action = spec.action(of: type, payload, named: Set(type.payload.fields.map(\.name)))
      let old = reducers.store
      guard (try? reducers.run(action, id: type.id)) != nil else {
        reducers.takeBack()
        continue
      }
      let isBroken = !condition.judges(old, reducers.store, action)
      if isBroken { return (old, reducers.store, action) }
      reducers.keep()
    }
    return nil
  }
}

extension CheckedCondition {
  /// Whether the condition holds, of a store or of what an action made of one.
  fileprivate func judges(_ old: Record, _ new: Record, _ action: SpecAction) -> Bool {
    isTransition
      ? holds(of: [.record(old), .record(new), .record(action.payload), .string(action.name)])
      : holds(of: [.record(new)])
  }
}

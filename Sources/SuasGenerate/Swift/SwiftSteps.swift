import CEL
import SuasProgram
import YAML

/// Writes steps that dispatch actions or cancel effects.
struct SwiftSteps {
  let lowering: Lowering
  let names: SwiftNames

  private var spec: CheckedSpec { lowering.program.spec }

  /// The action or effect with an id.
  func action(_ id: Int) -> CheckedAction? {
    let all = spec.actions + spec.effects.map(\.action)
    return all.indices.contains(id) ? all[id] : nil
  }

  /// The action that a step dispatches; late defaults are filled in.
  func action(
    _ step: CheckedDispatch, _ scope: Scope
  ) throws(NotGenerated) -> (type: String, code: Code) {
    guard let action = action(step.action),
      let layout = lowering.program.layout(action.payload.name),
      case .record(let values) = try lowering.lower(
        step.payload, as: .record(layout.name), scope
      ).recordKind(of: layout)
    else { throw NotGenerated(.anyValue, at: step.place) }
    var filled = values
    for (slot, field) in layout.fields.enumerated() {
      guard let late = field.lateDefault, !step.named.contains(field.name) else { continue }
      filled[slot] =
        switch late {
        case .now: Code(.now, .timestamp, canFail: false)
        case .uuid: Code(.identifier, .string, canFail: false)
        }
    }
    return (
      names.action(action.name),
      Code(.record(filled), .record(layout.name), canFail: filled.contains(where: \.canFail))
    )
  }

  /// Writes a list of steps as statements that add them to `steps`.
  func write(
    _ steps: [CheckedReaction], _ scope: Scope, to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    for step in steps {
      let place: SourceRange
      let text: String
      var canFail = false
      switch step {
      case .dispatch(let dispatch):
        place = dispatch.place
        let (_, code) = try action(dispatch, scope)
        canFail = code.canFail
        text = ".dispatch(\(try expressions(place).text(code)))"
      case .cancel(let cancel):
        place = cancel.place
        var key = "nil"
        if let definition = cancel.key {
          let code = try lowering.lower(definition.expression, scope)
          canFail = code.canFail
          key = "\(try expressions(place).text(code, .postfix)).json"
        }
        text = ".cancel(\(SwiftNames.literal(cancel.effect)), key: \(key))"
      }
      let statement = "\(canFail ? "try " : "")steps.append(\(text))"
      guard let condition = step.condition else {
        if canFail { writer.line(SwiftRules.placeMark + place.literal) }
        writer.line(statement)
        continue
      }
      let test = try lowering.lower(condition.test, scope)
      if canFail || test.canFail { writer.line(SwiftRules.placeMark + place.literal) }
      let head = try expressions(place).heading(condition.isNegated ? test.negated : test)
      writer.line("if \(head) {")
      writer.line("  \(statement)")
      writer.line("}")
    }
  }

  func expressions(_ place: SourceRange) -> SwiftExpressions {
    SwiftExpressions(names: names, place: place)
  }
}

extension Code {
  /// The values of a record that is made here, also of one that is constant.
  fileprivate func recordKind(of layout: Layout) -> Kind {
    guard case .constant(.record(let record)) = kind else { return kind }
    return .record(
      zip(layout.fields, record.fields).map { Code(.constant($1), $0.type, canFail: false) })
  }
}

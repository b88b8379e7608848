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
  ///
  /// - Parameter parts: Receives a constant for each value that can fail, with a note of its place.
  func action(
    _ step: CheckedDispatch, _ scope: Scope,
    parts: ((SourceRange, Local, Code) throws(NotGenerated) -> Void)? = nil
  ) throws(NotGenerated) -> (type: String, code: Code) {
    var lowering = lowering
    lowering.notesPlaces = parts != nil
    guard let action = action(step.action),
      let layout = lowering.program.layout(action.payload.name),
      case .record(let values) = try lowering.lower(
        step.payload, as: .record(layout.name), scope
      ).recordKind(of: layout)
    else { throw NotGenerated(at: step.place) }
    var filled = values
    for (slot, field) in layout.fields.enumerated() {
      guard let late = field.lateDefault, !step.named.contains(field.name) else { continue }
      filled[slot] =
        switch late {
        case .now: Code(.now, .timestamp, canFail: false)
        case .uuid: Code(.identifier, .string, canFail: false)
        }
    }
    if let parts, case .record(_, let fields) = step.payload {
      var scope = scope
      for slot in filled.indices where filled[slot].canFail && fields.indices.contains(slot) {
        let local = scope.local("\(layout.fields[slot].name)", "\(layout.fields[slot].name)Value")
        try parts(fields[slot].expressionRange ?? step.place, local, filled[slot])
        filled[slot] = Code(.local(local), filled[slot].type, canFail: false)
      }
    }
    return (
      names.action(action.name),
      Code(.record(filled), .record(layout.name), canFail: filled.contains(where: \.canFail))
    )
  }

  /// Writes a list of steps as statements that add them to `steps`.
  func write(
    _ steps: [CheckedReaction], _ scope: Scope, notesParts: Bool = false,
    to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    for step in steps {
      var noted: [String] = []
      let place: SourceRange
      let text: String
      var canFail = false
      switch step {
      case .dispatch(let dispatch):
        place = dispatch.place
        let note = { (start: SourceRange, local: Local, value: Code) throws(NotGenerated) in
          var (place, code) = (start, value)
          if case .placed(let inner, let part) = value.kind { (place, code) = (part, inner) }
          noted.append("part = ActionError.Place(\(place.literal))")
          let type = names.type(code.type)
          var writing = expressions(dispatch.place)
          writing.start = place.lowerBound
          let value = try writing.trying(code)
          noted.append("let \(SwiftNames.local(local)): \(type) = \(value)")
        }
        let (_, code) = try action(dispatch, scope, parts: notesParts ? note : nil)
        canFail = code.canFail || !noted.isEmpty
        text = ".dispatch(\(try expressions(place).text(code)))"
      case .cancel(let cancel):
        place = cancel.place
        var key = "nil"
        if let definition = cancel.key {
          let code = try lowering.lower(definition.expression, scope)
          canFail = code.canFail
          key = try expressions(place).dynamic(code)
        }
        text = ".cancel(\(SwiftNames.literal(cancel.effect)), key: \(key))"
      }
      noted.append("\(canFail && noted.isEmpty ? "try " : "")steps.append(\(text))")
      guard let condition = step.condition else {
        if canFail { writer.line(SwiftRules.placeMark + place.literal) }
        guard noted.count > 1 else {
          writer.lines(noted)
          continue
        }
        writer.line("do {")
        for line in noted { writer.line("  \(line)") }
        writer.line("}")
        continue
      }
      var lowering = lowering
      lowering.notesPlaces = notesParts
      let test = try lowering.lower(condition.test, scope)
      if canFail || test.canFail { writer.line(SwiftRules.placeMark + place.literal) }
      var writing = expressions(place)
      writing.start = condition.test.expression.range.lowerBound
      let head = try writing.heading(condition.isNegated ? test.negated : test)
      if notesParts, test.canFail {
        writer.line("part = ActionError.Place(\(condition.test.expression.range.literal))")
      }
      writer.line("if \(head) {")
      for line in noted { writer.line("  \(line)") }
      writer.line("}")
    }
  }

  func expressions(_ place: SourceRange) -> SwiftExpressions {
    SwiftExpressions(names: names, place: place)
  }
}

extension CheckedTemplate {
  /// The place of the first expression in the value.
  fileprivate var expressionRange: SourceRange? {
    switch self {
    case .constant: nil
    case .computed(let expression, _): expression.range
    case .text(let pieces, _):
      pieces.lazy.compactMap { if case .computed(let one) = $0 { one.range } else { nil } }.first
    case .list(let elements), .record(_, let elements):
      elements.lazy.compactMap(\.expressionRange).first
    case .map(let entries): entries.lazy.compactMap(\.value.expressionRange).first
    }
  }
}

extension Code {
  /// The values of a record that is made here, also of one that is constant.
  fileprivate func recordKind(of layout: Layout) -> Kind {
    if case .placed(let code, _) = kind { return code.recordKind(of: layout) }
    guard case .constant(.record(let record)) = kind else { return kind }
    return .record(
      zip(layout.fields, record.fields).map { Code(.constant($1), $0.type, canFail: false) })
  }
}

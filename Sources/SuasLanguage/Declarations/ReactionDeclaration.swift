import SuasProgram
import YAML

/// A step that dispatches or cancels: under `do` of a listener, `on-success`, `on-failure`,
/// `on-end` and `on-refused`.
package enum ReactionDeclaration: Sendable {
  case dispatch(DispatchDeclaration)
  case cancel(CancelDeclaration)

  /// The step, if it dispatches.
  package var dispatched: DispatchDeclaration? {
    if case .dispatch(let dispatch) = self { dispatch } else { nil }
  }
}

/// A `cancel: EFFECT` with a key and a guard.
package struct CancelDeclaration: Sendable {
  /// The range of the step's keyword: the place that errors of this step name.
  var place: SourceRange
  /// The range of the keyword and the name.
  var extent: SourceRange
  package var condition: Condition?
  package var effect: Name
  /// The key of the effects that end, with its place; nil for all effects with the name.
  package var key: (key: Scalar, expression: ExpressionSyntax)?
}

extension CancelDeclaration {
  package static let form = MappingForm<SpecValueKind>(
    "a step",
    [
      .required(
        "cancel", .reference,
        "The effect of which all runs end without an outcome, waiting ones too."),
      .optional("key", .expression, "Only runs with this key."),
      .when, .unless,
    ])

  /// Reads the keys beside `cancel`.
  init?(_ entry: Node.Entry, of step: inout MappingReader) {
    condition = Condition(&step)
    let written = step.entry("key")
    guard let effect = Name(reference: entry.value, "an effect", step.sink) else { return nil }
    self.effect = effect
    place = entry.key.range
    extent = entry.extent
    guard let written else { return }
    guard let expression = ExpressionSyntax(written.value, "'key'", step.sink) else { return nil }
    key = (written.key, expression)
  }
}

extension ReactionDeclaration {
  package static let forms = [DispatchDeclaration.form, CancelDeclaration.form]
  private static let form = MappingForm("a step", oneOf: forms)

  /// Reads a list of steps.
  static func list(_ node: Node, _ sink: DiagnosticSink) -> [ReactionDeclaration] {
    guard case .sequence(let nodes) = node.content else {
      sink.report(.notAList(node, "the steps", help: "begin each step with '- dispatch: '"))
      return []
    }
    return nodes.compactMap { node in
      guard node.mapping != nil else {
        sink.report(.notADispatch(node))
        return nil
      }
      var step = MappingReader(node, form, into: sink)
      guard let reaction = ReactionDeclaration(&step) else {
        if !step.hasStep {
          sink.report(.noDispatch(at: step.entries.first?.key.range ?? node.range))
        } else {
          step.finish()
        }
        return nil
      }
      step.finish()
      return reaction
    }
  }

  /// Reads a step; nil if it neither dispatches nor cancels, or if something is wrong with it.
  init?(_ step: inout MappingReader) {
    let dispatch = step.entry("dispatch")
    let cancel = step.entry("cancel")
    if let dispatch, let cancel {
      step.sink.report(
        .conflictingKeys("cancel", "dispatch", at: cancel.key.range, other: dispatch.key.range))
      return nil
    }
    if let dispatch {
      guard let declaration = DispatchDeclaration(dispatch, of: &step) else { return nil }
      self = .dispatch(declaration)
    } else if let cancel {
      guard let declaration = CancelDeclaration(cancel, of: &step) else { return nil }
      self = .cancel(declaration)
    } else {
      return nil
    }
  }
}

extension MappingReader {
  /// True if the mapping has a key of a step that dispatches or cancels.
  fileprivate var hasStep: Bool {
    entries.contains { ["dispatch", "cancel"].contains($0.key.text) }
  }
}

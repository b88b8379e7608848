import CEL
import YAML

/// Finds the expression that fails on an answer, once one is known to: what an outcome dispatches is
/// evaluated again, part by part.
extension PlannedOutcome {
  func failingPlace(_ frame: inout Frame) -> SourceRange? {
    for (step, declaration) in zip(steps, written) {
      do throws(EvaluationError) {
        if let condition = step.condition,
          try condition.test.expression.evaluateBool(&frame) == condition.isNegated
        {
          continue
        }
      } catch {
        return declaration.condition?.expression.scalar.range(ofPart: error.range)
      }
      if let payload = declaration.payload,
        let place = step.payload.failingPlace(in: payload, &frame)
      {
        return place
      }
    }
    return nil
  }
}

extension PlannedTemplate {
  /// The place of the first part of what is written that fails.
  fileprivate func failingPlace(in node: Node, _ frame: inout Frame) -> SourceRange? {
    switch (self, node.content) {
    case (.record(let shape, let fields), .mapping(let entries)):
      for (field, template) in zip(shape.fields, fields) {
        guard let entry = entries.first(where: { $0.key.text == field.name }) else { continue }
        if let place = template.failingPlace(in: entry.value, &frame) { return place }
      }
    case (.list(let templates), .sequence(let nodes)):
      for (template, node) in zip(templates, nodes) {
        if let place = template.failingPlace(in: node, &frame) { return place }
      }
    case (.map(let templates), .mapping(let entries)):
      for (template, entry) in zip(templates, entries) {
        if let place = template.value.failingPlace(in: entry.value, &frame) { return place }
      }
    default:
      do throws(EvaluationError) {
        _ = try evaluate(&frame)
      } catch {
        return node.scalar?.range(ofPart: error.range) ?? node.range
      }
    }
    return nil
  }
}

extension Scalar {
  /// Where a part of the text stands; the whole for no part of it.
  fileprivate func range(ofPart part: Range<Int>) -> SourceRange {
    part.isEmpty ? range : range(of: part)
  }
}

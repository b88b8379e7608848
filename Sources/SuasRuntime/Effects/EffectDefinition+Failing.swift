import CEL
import SuasProgram
import YAML

/// Finds the expression that fails on an answer, after a failure: evaluates the payloads that an
/// outcome dispatches again, part by part.
extension CheckedOutcome {
  func failingPlace(_ frame: inout Frame) -> SourceRange? {
    for step in steps {
      if let condition = step.condition {
        let expression = condition.test.expression
        do throws(EvaluationError) {
          let truth = try expression.planned().evaluateBool(&frame)
          if truth == condition.isNegated { continue }
        } catch {
          return expression.syntax.scalar.range(ofPart: error.range)
        }
      }
      switch step {
      case .dispatch(let step):
        if let place = step.payload.failingPlace(&frame) { return place }
      case .cancel(let step):
        guard let key = step.key?.expression else { continue }
        let template = CheckedTemplate.computed(key, .proven)
        if let place = template.failingPlace(&frame) { return place }
      }
    }
    return nil
  }
}

extension CheckedTemplate {
  /// The place of the first part that fails.
  fileprivate func failingPlace(_ frame: inout Frame) -> SourceRange? {
    switch self {
    case .constant: return nil
    case .list(let elements): return elements.failingPlace(&frame)
    case .map(let entries): return entries.map(\.value).failingPlace(&frame)
    case .record(_, let fields): return fields.failingPlace(&frame)
    case .computed(let expression, _): return failingPlace(in: expression.syntax.scalar, &frame)
    case .text(let pieces, _):
      for case .computed(let expression) in pieces {
        return failingPlace(in: expression.syntax.scalar, &frame)
      }
      return nil
    }
  }

  private func failingPlace(in scalar: Scalar, _ frame: inout Frame) -> SourceRange? {
    do throws(EvaluationError) {
      _ = try planned().evaluate(&frame)
      return nil
    } catch {
      return scalar.range(ofPart: error.range)
    }
  }
}

extension [CheckedTemplate] {
  fileprivate func failingPlace(_ frame: inout Frame) -> SourceRange? {
    for template in self {
      if let place = template.failingPlace(&frame) { return place }
    }
    return nil
  }
}

extension Scalar {
  /// The range of a part of the text, or of the whole scalar if the part is empty.
  package func range(ofPart part: Range<Int>) -> SourceRange {
    part.isEmpty ? range : range(of: part)
  }
}

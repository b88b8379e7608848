import CEL
import SuasProgram
import YAML

/// Collects and numbers the coverage points of a spec while it is checked.
final class CoverageSurvey {
  private var points: [CoveragePoint] = []
  private var impossible: [Range<Int>] = []
  /// The number of the next outcome.
  private(set) var next = 0
  /// The declaration that is being checked: the owner of the points that are added.
  var owner: CoveragePoint.Owner?

  /// Adds a point.
  ///
  /// - Returns: The number of its first outcome.
  func add(
    _ kind: CoveragePoint.Kind, _ name: String, at place: SourceRange,
    _ outcomes: [CoveragePoint.Outcome] = [.happened],
    condition: CoveragePoint.Condition? = nil
  ) -> Int {
    defer { next += outcomes.count }
    points.append(
      CoveragePoint(
        kind: kind, place: place, name: name, first: next, outcomes: outcomes,
        condition: condition, owner: owner))
    return next
  }

  /// Adds a condition; if its value is constant, the other outcome is impossible.
  ///
  /// - Parameter expression: The condition; nil if something is wrong with it.
  /// - Returns: The number of the outcome "true"; that of "false" follows it.
  func add(
    _ kind: CoveragePoint.Kind, _ name: String, _ syntax: ExpressionSyntax,
    _ expression: CheckedExpression?, isNegated: Bool = false
  ) -> Int {
    let first = add(
      kind, name, at: syntax.range, [.isTrue, .isFalse],
      condition: expression.map {
        CoveragePoint.Condition(expression: $0, isNegated: isNegated)
      })
    if case .bool(let truth)? = expression?.constant {
      let other = truth ? first + 1 : first
      exclude(other..<other + 1)
    }
    return first
  }

  /// Marks outcomes as impossible.
  func exclude(_ outcomes: Range<Int>) { impossible.append(outcomes) }

  func table(of sources: [Source]) -> CoverageTable {
    CoverageTable(points: points, impossible: impossible, sources: sources)
  }
}

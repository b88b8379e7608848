import CEL
import YAML

/// The coverage points of a spec, numbered while it is checked.
final class CoverageSurvey {
  private var points: [CoveragePoint] = []
  private var impossible: [Range<Int>] = []
  /// The number that the next outcome gets.
  private(set) var next = 0
  /// The declaration whose rules or steps are checked: the owner of the points that are added.
  var owner: CoveragePoint.Owner?

  /// Adds a point.
  ///
  /// - Returns: the number of its first outcome.
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

  /// Adds a condition; where its value is known without running anything, the other one is impossible.
  ///
  /// - Parameter expression: The condition; nil where something is wrong with it.
  /// - Returns: The number for true; false has the next.
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

  /// Leaves outcomes out that cannot come up.
  func exclude(_ outcomes: Range<Int>) { impossible.append(outcomes) }

  func table(of sources: [Source]) -> CoverageTable {
    CoverageTable(points: points, impossible: impossible, sources: sources)
  }
}

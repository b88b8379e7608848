import CEL
import SuasProgram
import YAML

/// Size limits for the types of a spec, checked before anything traverses or instantiates them.
extension Checker {
  /// The maximum number of records nested in one another.
  static let deepestType = 200

  /// Reports the first record that nests records too deeply.
  func reportDepth(_ graph: RecordGraph) {
    let deep = spec.records.indices.first {
      graph.heights[$0] > Self.deepestType && spec.records[$0].section != .cases
    }
    guard let deep else { return }
    sink.report(.tooDeepType(spec.records[deep].name, limit: Self.deepestType))
  }

  /// Reports the first record whose smallest value is too large.
  func reportNeeds(_ table: TypeTable, _ graph: RecordGraph) {
    let large = graph.order.first { index in
      let declaration = spec.records[index]
      return declaration.section != .cases
        && table.leastSize(of: .record(declaration.name.text)) > TypeTable.largestNeed
    }
    guard let large else { return }
    sink.report(.tooLargeType(spec.records[large].name, limit: TypeTable.largestNeed))
  }

  /// Checks that a default, sample or initial state is within the limits, together with those
  /// before it; reports the first that is not.
  func takeSize(of value: Value, at range: SourceRange) -> Bool {
    guard sizes.left >= 0 else { return false }
    do throws(DepthExcess) {
      try value.checkDepth(&sizes.left)
      return true
    } catch {
      switch error {
      case .depth: sink.report(.tooDeepDefault(limit: Value.maximumDepth, at: range))
      case .size: sink.report(.tooLargeDefaults(limit: Sizes.limit, at: range))
      }
      return false
    }
  }

  /// The number of values that all defaults, samples and initial states of a spec may hold.
  final class Sizes {
    static let limit = 2_000_000
    var left = limit
  }
}

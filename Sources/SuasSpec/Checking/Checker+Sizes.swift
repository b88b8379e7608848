import CEL
import YAML

/// How large the types of a spec are, before anything goes through them or makes values of them.
extension Checker {
  /// How many records may stand in one another.
  static let deepestType = 200

  /// How many values a value of a type may need to hold.
  static let largestNeed = 100_000

  /// Reports records that hold others too deep.
  func reportDepth(_ graph: MentionGraph) {
    let deep = spec.records.indices.first {
      graph.heights[$0] > Self.deepestType && spec.records[$0].section != .cases
    }
    guard let deep else { return }
    findings.report(.tooDeepType(spec.records[deep].name, limit: Self.deepestType))
  }

  /// Reports the first record whose values all hold too much.
  func reportNeeds(_ table: TypeTable, _ graph: MentionGraph) {
    let large = graph.order.first { index in
      let declaration = spec.records[index]
      return declaration.section != .cases
        && table.leastSize(of: .record(declaration.name.text)) > Self.largestNeed
    }
    guard let large else { return }
    findings.report(.tooLargeType(spec.records[large].name, limit: Self.largestNeed))
  }

  /// Whether what stands for something that is not written is small enough, with all that has come
  /// before it; reported where not.
  func takeSize(of value: Value, at range: SourceRange) -> Bool {
    guard sizes.left >= 0 else { return false }
    do throws(DepthExcess) {
      try value.checkDepth(&sizes.left)
      return true
    } catch {
      switch error {
      case .depth: findings.report(.tooDeepDefault(limit: Value.maximumDepth, at: range))
      case .size: findings.report(.tooLargeDefaults(limit: Sizes.limit, at: range))
      }
      return false
    }
  }

  /// What the defaults, samples and initial states of a spec may hold together.
  final class Sizes {
    static let limit = 2_000_000
    var left = limit
  }
}

/// An expression on sensitive values, whose errors quote none of them.
final class HidingNode: PlanNode {
  private let node: any PlanNode
  var range: Range<Int> { node.range }

  private init(_ node: any PlanNode) { self.node = node }

  /// Returns a node that hides the values in the errors of another; a variable, whose errors quote
  /// nothing, is returned as it is, so that it can still be read in place.
  static func around(_ node: any PlanNode) -> any PlanNode {
    node is SlotNode || node is SlotFieldNode ? node : HidingNode(node)
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    do throws(EvaluationError) {
      return try node.value(&frame)
    } catch {
      throw error.withoutValues
    }
  }

  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    do throws(EvaluationError) {
      return try node.bool(&frame)
    } catch {
      throw error.withoutValues
    }
  }

  func int(_ frame: inout Frame) throws(EvaluationError) -> Int64 {
    do throws(EvaluationError) {
      return try node.int(&frame)
    } catch {
      throw error.withoutValues
    }
  }
}

import SuasProgram
import YAML

extension Node {
  /// Returns the node's scalar; reports any other node, including null.
  package func scalar(
    _ what: String, _ sink: DiagnosticSink, help: @autoclosure () -> String? = nil
  ) -> Scalar? {
    if let scalar, scalar.resolved != .null { return scalar }
    sink.report(.wrongKind(self, what, help: help()))
    return nil
  }

  /// Returns the scalars of a list; a scalar alone counts as a list of one.
  package func scalars(_ what: String, _ sink: DiagnosticSink) -> [Scalar] {
    (sequence ?? [self]).compactMap { $0.scalar(what, sink) }
  }

  /// Returns the nodes of a list; reports any other node.
  func items(_ what: String, _ sink: DiagnosticSink) -> [Node] {
    if let sequence { return sequence }
    sink.report(.notAList(self, what, help: "write them as [one, two]"))
    return []
  }
}

extension MappingReader {
  /// Reads an optional boolean.
  package mutating func flag(_ key: String) -> Bool? {
    guard let node = value(key) else { return nil }
    if case .bool(let value)? = node.scalar?.resolved { return value }
    sink.report(.notAFlag(key, node))
    return nil
  }

  /// Reads an optional integer.
  package mutating func integer(_ key: String) -> Int64? {
    guard let node = value(key) else { return nil }
    if case .int(let value)? = node.scalar?.resolved { return value }
    sink.report(.notAnInteger(key, node))
    return nil
  }
}

extension Node.Entry {
  /// The range from the key to the end of its value.
  var extent: SourceRange {
    SourceRange(
      source: key.range.source, lowerBound: key.range.lowerBound,
      upperBound: max(key.range.upperBound, value.range.upperBound))
  }
}

import YAML

extension Node {
  /// The scalar that the node is to be.
  package func scalar(
    _ what: String, _ findings: Findings, help: @autoclosure () -> String? = nil
  ) -> Scalar? {
    if let scalar, scalar.resolved != .null { return scalar }
    findings.report(.wrongKind(self, what, help: help()))
    return nil
  }

  /// The scalars of a list of them, or the one that stands for a list of one.
  package func scalars(_ what: String, _ findings: Findings) -> [Scalar] {
    (sequence ?? [self]).compactMap { $0.scalar(what, findings) }
  }

  /// The nodes of a list.
  func items(_ what: String, _ findings: Findings) -> [Node] {
    if let sequence { return sequence }
    findings.report(.notAList(self, what, help: "write them as [one, two]"))
    return []
  }
}

extension MappingReader {
  /// True or false, where it is written.
  package mutating func flag(_ key: String) -> Bool? {
    guard let node = value(key) else { return nil }
    if case .bool(let value)? = node.scalar?.resolved { return value }
    findings.report(.notAFlag(key, node))
    return nil
  }

  /// A whole number, where it is written.
  package mutating func integer(_ key: String) -> Int64? {
    guard let node = value(key) else { return nil }
    if case .int(let value)? = node.scalar?.resolved { return value }
    findings.report(.notAnInteger(key, node))
    return nil
  }
}

extension Node.Entry {
  /// From the key to the end of its value.
  var extent: SourceRange {
    SourceRange(
      source: key.range.source, lowerBound: key.range.lowerBound,
      upperBound: max(key.range.upperBound, value.range.upperBound))
  }
}

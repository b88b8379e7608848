import CEL
import SuasProgram
import YAML

/// Overlays: values that set some fields of a record.
extension ValueReader {
  /// Reads a value that sets fields of a record; nil if it is wrong, which has been reported.
  func readOverlay(_ node: Node, of record: RecordType) -> Operation.Overlay? {
    if let entries = node.mapping {
      return readFields(entries, of: record).map(Operation.Overlay.fields)
    }
    guard let (scalar, code) = wholeExpression(node) else {
      return read(node, as: .record(record.name)).map(Operation.Overlay.whole)
    }
    guard let expression = compile(code, of: scalar) else { return nil }
    switch expression.type {
    case .dyn: break
    case .map(let key, _) where key.fit(to: .string) != .never: break
    case .record(let name) where name != record.name && types.records[name]?.isVariant == false:
      guard let other = types.records[name], fits(other, over: record, at: expression.range) else {
        return nil
      }
    case .record(let name) where types.cel[name]?.isPartial == true:
      guard let other = types.cel[name]?.whole.flatMap({ types.records[$0] }),
        fits(other, over: record, at: expression.range)
      else { return nil }
    default: return fit(expression, to: .record(record.name)).map(Operation.Overlay.whole)
    }
    return .computed(expression, over: record, types)
  }

  /// Checks that `record` has a place for each field of `other`; reports the first without one.
  private func fits(_ other: RecordType, over record: RecordType, at range: SourceRange) -> Bool {
    for field in other.fields {
      guard let slot = record.shape.slot(of: field.name) else {
        sink.report(
          .unknownField(
            field.name, of: record.name, among: record.fields.map(\.name), at: range))
        return false
      }
      let type = record.fields[slot].type
      guard field.type.cel.fit(to: type) != .never else {
        sink.report(
          .typeMismatch(
            "'\(field.name)' of \(other.name) is \(field.type), where \(type.withArticle) is needed",
            at: range))
        return false
      }
    }
    return true
  }
}

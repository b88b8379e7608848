import CEL
import YAML

/// Variants: `idle`, or `{ loaded: { cities: [Rome] } }`.
extension ValueReader {
  /// Reads the one case of a variant with its contents.
  func readCase(
    _ entries: [Node.Entry], of variant: RecordType, at range: SourceRange
  ) -> Template? {
    guard let entry = entries.first, entries.count == 1 else {
      findings.report(.notOneCase(of: variant, at: range))
      return nil
    }
    guard let slot = caseSlot(entry.key.text, of: variant, at: entry.key.range) else { return nil }
    return read(entry.value, as: variant.fields[slot].type).map { variant.template($0, at: slot) }
  }

  /// Reads the name of a case that stands alone: its fields take their defaults.
  func readCase(named name: String, of variant: RecordType, at range: SourceRange) -> Template? {
    guard let slot = caseSlot(name, of: variant, at: range),
      case .record(let contentsName) = variant.fields[slot].type,
      let contents = types.records[contentsName]
    else { return nil }
    return readRecord([], as: contents, over: nil, at: range).map {
      variant.template($0, at: slot)
    }
  }

  private func caseSlot(
    _ name: String, of variant: RecordType, at range: SourceRange
  ) -> Int? {
    if let slot = variant.shape.slot(of: name) { return slot }
    findings.report(
      .unknownCase(name, of: variant.name, among: variant.fields.map(\.name), at: range))
    return nil
  }
}

extension RecordType {
  /// The variant whose case at a slot has some contents.
  fileprivate func template(_ contents: Template, at slot: Int) -> Template {
    var fields = [Template](repeating: .constant(.null), count: self.fields.count)
    fields[slot] = contents
    return .fields(fields, of: shape)
  }
}

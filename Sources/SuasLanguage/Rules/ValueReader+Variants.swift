import CEL
import SuasProgram
import YAML

/// Variants: `idle`, or `{ loaded: { cities: [Rome] } }`.
extension ValueReader {
  /// Reads the one case of a variant with its contents.
  func readCase(_ node: Node, of variant: RecordType) -> CheckedTemplate? {
    guard let (name, contents) = writtenCase(node, of: variant),
      let slot = variant.shape.slot(of: name.text)
    else { return nil }
    guard let contents else { return readCase(named: name.text, of: variant, at: node.range) }
    return read(contents, as: variant.fields[slot].type).map { variant.template($0, at: slot) }
  }

  /// Returns the name of the written case, and its contents if there are any.
  package func writtenCase(
    _ node: Node, of variant: RecordType
  ) -> (name: Scalar, contents: Node?)? {
    let name: Scalar
    let contents: Node?
    switch node.content {
    case .scalar(let scalar) where scalar.resolved != .null:
      (name, contents) = (scalar, nil)
    case .mapping(let entries) where entries.count == 1:
      (name, contents) = (entries[0].key, entries[0].value)
    case .mapping:
      sink.report(.notOneCase(of: variant, at: node.range))
      return nil
    default:
      sink.report(.unfit(node, for: .record(variant.name)))
      return nil
    }
    guard caseSlot(name.text, of: variant, at: name.range) != nil else { return nil }
    sink.readings?.mention(Symbol(.field, name.text, in: variant.name), at: name)
    return (name, contents)
  }

  /// Reads a case that is only a name; its fields take their defaults.
  func readCase(named name: String, of variant: RecordType, at range: SourceRange)
    -> CheckedTemplate?
  {
    guard let slot = caseSlot(name, of: variant, at: range) else { return nil }
    return readDefaults(of: slot, in: variant, at: range).map { variant.template($0, at: slot) }
  }

  /// Returns the contents of a case that is only a name; nil, once reported, if a field has no
  /// default.
  package func contents(of slot: Int, in variant: RecordType, at range: SourceRange) -> Value? {
    readDefaults(of: slot, in: variant, at: range)?.constant
  }

  private func readDefaults(
    of slot: Int, in variant: RecordType, at range: SourceRange
  ) -> CheckedTemplate? {
    guard case .record(let name) = variant.fields[slot].type, let contents = types.records[name]
    else { return nil }
    return readRecord([], as: contents, over: nil, at: range)
  }

  private func caseSlot(
    _ name: String, of variant: RecordType, at range: SourceRange
  ) -> Int? {
    if let slot = variant.shape.slot(of: name) { return slot }
    sink.readings?.request(.value(.record(variant.name)), at: range)
    sink.report(
      .unknownCase(name, of: variant.name, among: variant.fields.map(\.name), at: range))
    return nil
  }
}

extension RecordType {
  /// Returns the template of a variant whose case is at a slot and has some contents.
  fileprivate func template(_ contents: CheckedTemplate, at slot: Int) -> CheckedTemplate {
    var fields = [CheckedTemplate](repeating: .constant(.null), count: self.fields.count)
    fields[slot] = contents
    return .fields(fields, of: shape)
  }
}

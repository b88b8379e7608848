import CEL

extension Record {
  /// The case of a variant that is there, by its slot; nil for a record that is no variant.
  package var presentCase: Int? {
    shape.isVariant ? fields.firstIndex { $0 != .null } : nil
  }

  /// A variant as its author writes it: the case's name, or that with its contents.
  package var caseAsWritten: Value {
    guard let slot = presentCase else { return .null }
    let name = Value.string(shape.fields[slot].name)
    if case .record(let contents) = self[slot], contents.fields.isEmpty { return name }
    return [name: self[slot]]
  }
}

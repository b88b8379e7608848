import CEL

extension Record {
  /// The slot of a variant's present case; nil for a record that is not a variant.
  package var presentCase: Int? {
    shape.isVariant ? fields.firstIndex { $0 != .null } : nil
  }

  /// A variant as its author writes it: the name of the case, alone or with its contents.
  package var caseAsWritten: Value {
    guard let slot = presentCase else { return .null }
    let name = Value.string(shape.fields[slot].name)
    if case .record(let contents) = self[slot], contents.fields.isEmpty { return name }
    return [name: self[slot]]
  }
}

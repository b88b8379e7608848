import CEL

/// A saved text as it is read: its head, and the sub-states that fit what its version saved.
package struct SavedText {
  /// The version that the text says; 0 if it says none.
  package private(set) var version = 0
  /// The sub-states; those that were lost are initial.
  package private(set) var store: Record?
  /// The keys that do not fit, with the reason and the place.
  package private(set) var lost: [String: SavedFault.SavedMisfit] = [:]
  /// The reason why nothing can be read.
  package private(set) var fault: SavedHead.HeadFault?

  /// Reads a text; what comes of it is in the properties.
  package init(_ bytes: [UInt8], of saved: CheckedSaved) {
    let head = SavedHead(bytes, saved.head) { (reader, version) throws(SavedFault) in
      try readState(&reader, saved, version)
    }
    (version, fault) = (head.version, head.fault)
    if fault != nil { store = nil }
  }

  private mutating func readState(
    _ reader: inout JSONReader, _ saved: CheckedSaved, _ version: Int
  ) throws(SavedFault) {
    guard let shape = saved.shape(of: version) else { return }
    guard reader.byte == UInt8(ascii: "{") else { throw .misfit("'state' is no object") }
    var values = ContiguousArray(shape.initial.fields)
    var lost: [String: SavedFault.SavedMisfit] = [:]
    try reader.members(0) { (reader, key) throws(SavedFault) in
      guard let slot = shape.store.shape.slot(of: key) else {
        _ = try reader.whole()
        return
      }
      lost[key] = nil
      if let misfit = try saved.read(slot, of: shape, &reader, into: &values[slot]) {
        lost[key] = misfit
      }
    }
    self.lost = lost
    store = Record(shape.store.shape, values)
  }
}

extension CheckedSaved {
  /// Reads a sub-state; returns the reason if it does not fit, and then leaves the initial one.
  fileprivate func read(
    _ slot: Int, of shape: SavedShape, _ reader: inout JSONReader, into value: inout Value
  ) throws(SavedFault) -> SavedFault.SavedMisfit? {
    let field = shape.store.fields[slot]
    guard case .record(let initial) = shape.initial[slot], let record = types.record(field.type)
    else { return nil }
    value = .record(initial)
    reader.skipBlanks()
    let start = reader.position
    do throws(SavedFault) {
      value = .record(try reader.readRecord(record, types, over: initial, depth: 1))
      return nil
    } catch {
      guard case .misfit(var misfit) = error else { throw error }
      misfit.path = field.name + misfit.path
      reader.position = start
      _ = try reader.whole()
      return misfit
    }
  }
}

extension JSONReader.WholeValue {
  /// The value as one in the head of a saved text.
  var headPart: SavedHead.HeadPart {
    switch self {
    case .int(let number): .int(number)
    case .string(let text): .text(text)
    default: .other
    }
  }
}

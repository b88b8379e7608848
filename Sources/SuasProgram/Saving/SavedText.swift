import CEL

/// A saved text as it is read: its head, and the sub-states that fit what its version saved.
package struct SavedText {
  /// The version that the text says; 0 if it says none.
  package private(set) var version = 0
  /// The sub-states; those that were lost are initial.
  package private(set) var store: Record?
  /// The keys that do not fit, with the reason and the place.
  package private(set) var lost: [String: SavedFault.Misfit] = [:]
  /// The reason why nothing can be read.
  package private(set) var fault: Fault?

  package struct Fault: Sendable {
    package let code: String
    package let message: String
  }

  /// The number of the format.
  package static let format = 1
  /// The largest text that is read, in bytes.
  package static let maximumSize = 64 * 1024 * 1024

  private let saved: CheckedSaved
  private var head = Head()

  private struct Head {
    var format: Value?
    var name: Value?
    var version: Value?
    var hasState = false
  }

  /// Reads a text; what comes of it is in the properties.
  package init(_ bytes: [UInt8], of saved: CheckedSaved) {
    self.saved = saved
    guard bytes.count <= Self.maximumSize else {
      fault = Fault(code: "unreadable", message: "the text is larger than 64 MB")
      return
    }
    var reader = JSONReader(bytes, maximumDepth: JSONReader.savedDepth, readsAnyNumber: true)
    do throws(SavedFault) {
      try read(&reader)
    } catch {
      store = nil
      noteVersion()
      switch error {
      case .syntax(let failure): fail("the text is no JSON: \(failure.message)")
      case .misfit(let misfit): fail("the text is not of the format: \(misfit.reason)")
      }
    }
  }

  private mutating func fail(_ message: String, code: String = "unreadable") {
    if fault == nil { fault = Fault(code: code, message: message) }
  }

  private mutating func noteVersion() {
    if case .int(let number)? = head.version { version = Int(number) }
  }

  private mutating func read(_ reader: inout JSONReader) throws(SavedFault) {
    // What is saved can be read only once the version is known.
    var state: Int?
    var fault: SavedFault?
    do throws(JSONFailure) {
      try reader.readObject { (reader, key) throws(JSONFailure) in
        do throws(SavedFault) {
          try read(key, &reader, &state)
        } catch {
          fault = error
          throw JSONFailure(message: "")
        }
      }
      try reader.expectEnd()
    } catch {
      throw fault ?? .syntax(error)
    }
    judgeHead()
    if self.fault == nil, store == nil, let state {
      reader.position = state
      try readState(&reader)
    }
    if !head.hasState { fail("it has no 'state'") }
  }

  private mutating func read(
    _ key: String, _ reader: inout JSONReader, _ state: inout Int?
  ) throws(SavedFault) {
    switch key {
    case "suas-saved": head.format = try reader.whole()
    case "name": head.name = try reader.whole()
    case "version":
      head.version = try reader.whole()
      noteVersion()
    case "state":
      head.hasState = true
      reader.skipBlanks()
      state = reader.position
      if head.format != nil, head.name != nil, head.version != nil {
        judgeHead()
        if fault == nil { return try readState(&reader) }
      }
      _ = try reader.whole()
    default: _ = try reader.whole()
    }
  }

  /// Judges whether the text is of the format, of the spec, and of a version that can be read.
  private mutating func judgeHead() {
    guard head.format == .int(Int64(Self.format)) else {
      return fail("it does not say that it is a saved state of this format")
    }
    guard case .string(let name)? = head.name, case .int? = head.version else {
      return fail("it has no name or no version")
    }
    guard name == saved.name else {
      return fail("it was saved by '\(name)', not by '\(saved.name)'", code: "other-spec")
    }
    if version < saved.oldest {
      fail("version \(version) is older than \(saved.oldest)", code: "too-old")
    } else if version > saved.version {
      fail("version \(version) is newer than \(saved.version)", code: "too-new")
    }
  }

  private mutating func readState(_ reader: inout JSONReader) throws(SavedFault) {
    guard let shape = saved.shape(of: version) else { return }
    guard reader.byte == UInt8(ascii: "{") else { throw .misfit("'state' is no object") }
    var values = ContiguousArray(shape.initial.fields)
    var lost: [String: SavedFault.Misfit] = [:]
    var fault: SavedFault?
    do throws(JSONFailure) {
      try reader.readObject { (reader, key) throws(JSONFailure) in
        do throws(SavedFault) {
          guard let slot = shape.store.shape.slot(of: key) else {
            _ = try reader.whole()
            return
          }
          lost[key] = nil
          if let misfit = try saved.read(slot, of: shape, &reader, into: &values[slot]) {
            lost[key] = misfit
          }
        } catch {
          fault = error
          throw JSONFailure(message: "")
        }
      }
    } catch {
      throw fault ?? .syntax(error)
    }
    self.lost = lost
    store = Record(shape.store.shape, values)
  }
}

extension CheckedSaved {
  /// Reads a sub-state; returns the reason if it does not fit, and then leaves the initial one.
  fileprivate func read(
    _ slot: Int, of shape: SavedShape, _ reader: inout JSONReader, into value: inout Value
  ) throws(SavedFault) -> SavedFault.Misfit? {
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

/// The head of a saved text: what it says about itself.
package struct SavedHead: Sendable {
  /// The version that the text says; 0 if it says none.
  package private(set) var version = 0
  /// The reason why nothing can be read.
  package private(set) var fault: HeadFault?

  package struct HeadFault: Sendable {
    package let code: String
    package let message: String
  }

  /// A value in a head.
  package enum HeadPart: Sendable {
    case int(Int64)
    case text(String)
    case other
  }

  /// The head that a text must have.
  package struct ExpectedHead: Sendable {
    package let name: String
    package let oldest: Int
    package let version: Int

    package init(_ name: String, oldest: Int, version: Int) {
      self.name = name
      self.oldest = oldest
      self.version = version
    }
  }

  /// The number of the format.
  package static let format: Int64 = 1
  /// The largest text that is read, in bytes.
  package static let maximumSize = 64 * 1024 * 1024

  private let expected: ExpectedHead
  private var format: HeadPart?
  private var name: HeadPart?
  private var number: HeadPart?
  private var hasState = false

  /// Reads a text.
  ///
  /// - Parameter readState: Reads the sub-states that a version saved; called once, unless there is a
  ///   fault.
  package init(
    _ bytes: [UInt8], _ expected: ExpectedHead,
    _ readState: (inout JSONReader, _ version: Int) throws(SavedFault) -> Void
  ) {
    self.expected = expected
    guard bytes.count <= Self.maximumSize else {
      fail("the text is larger than 64 MB")
      return
    }
    var reader = JSONReader(bytes, maximumDepth: JSONReader.savedDepth, readsAnyNumber: true)
    do throws(SavedFault) {
      try read(&reader, readState)
    } catch {
      noteVersion()
      switch error {
      case .syntax(let failure): fail("the text is no JSON: \(failure.message)")
      case .misfit(let misfit): fail("the text is not of the format: \(misfit.reason)")
      }
    }
  }

  private mutating func fail(_ message: String, code: String = "unreadable") {
    if fault == nil { fault = HeadFault(code: code, message: message) }
  }

  private mutating func noteVersion() {
    if case .int(let number)? = number { version = Int(clamping: number) }
  }

  private mutating func read(
    _ reader: inout JSONReader,
    _ readState: (inout JSONReader, _ version: Int) throws(SavedFault) -> Void
  ) throws(SavedFault) {
    // What is saved can be read only once the version is known.
    var state: (start: Int, isRead: Bool)?
    reader.skipBlanks()
    guard reader.byte == UInt8(ascii: "{") else {
      throw .syntax(reader.failure("an object is missing"))
    }
    try reader.members(0) { (reader, key) throws(SavedFault) in
      switch key {
      case "suas-saved": format = try reader.whole().headPart
      case "name": name = try reader.whole().headPart
      case "version":
        number = try reader.whole().headPart
        noteVersion()
        // What was read is of another version.
        state?.isRead = false
      case "state":
        hasState = true
        state = (reader.position, false)
        if format != nil, name != nil, number != nil {
          judge()
          if fault == nil {
            state?.isRead = true
            return try readState(&reader, version)
          }
        }
        _ = try reader.whole()
      default: _ = try reader.whole()
      }
    }
    do throws(JSONFailure) {
      try reader.expectEnd()
    } catch {
      throw .syntax(error)
    }
    judge()
    if fault == nil, let state, !state.isRead {
      reader.position = state.start
      try readState(&reader, version)
    }
    if !hasState { fail("it has no 'state'") }
  }

  /// Judges whether the text is of the format, of the spec, and of a version that can be read.
  private mutating func judge() {
    guard case .int(let number)? = format, number == Self.format else {
      return fail("it does not say that it is a saved state of this format")
    }
    guard case .text(let name)? = name, case .int? = self.number else {
      return fail("it has no name or no version")
    }
    guard name.utf8.elementsEqual(expected.name.utf8) else {
      return fail("it was saved by '\(name)', not by '\(expected.name)'", code: "other-spec")
    }
    if version < expected.oldest {
      fail("version \(version) is older than \(expected.oldest)", code: "too-old")
    } else if version > expected.version {
      fail("version \(version) is newer than \(expected.version)", code: "too-new")
    }
  }
}

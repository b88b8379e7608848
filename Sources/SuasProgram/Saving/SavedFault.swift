/// The reason why a part of a saved text is not what a version saved.
package enum SavedFault: Error {
  /// The text is no JSON.
  case syntax(JSONFailure)
  /// A value does not fit its type.
  case misfit(SavedMisfit)

  package struct SavedMisfit: Sendable {
    /// The place in the store.
    package var path: String
    package let reason: String

    package init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  package static func misfit(_ reason: String) -> SavedFault {
    .misfit(SavedMisfit(path: "", reason: reason))
  }

  /// The fault of a part, as one of what it is in.
  package func below(_ path: String) -> SavedFault {
    guard case .misfit(var misfit) = self else { return self }
    misfit.path = path + misfit.path
    return .misfit(misfit)
  }
}

/// The parts of saved texts.
extension JSONReader {
  /// The maximum nesting depth of what is read.
  package static let savedDepth = 400

  /// Reads a value of any kind.
  package mutating func whole() throws(SavedFault) -> WholeValue {
    do throws(JSONFailure) {
      return try readValue()
    } catch {
      throw .syntax(error)
    }
  }

  /// Reads the members of an object.
  package mutating func members(
    _ depth: Int, _ member: (inout JSONReader, String) throws(SavedFault) -> Void
  ) throws(SavedFault) {
    guard byte == UInt8(ascii: "{") else { throw .misfit("it is no object") }
    try check(depth)
    position += 1
    if take("}") { return }
    repeat {
      let name: String
      do throws(JSONFailure) {
        try checkCancellation()
        name = try key()
      } catch {
        throw .syntax(error)
      }
      skipBlanks()
      try member(&self, name)
    } while take(",")
    guard take("}") else { throw .syntax(failure("an object does not end")) }
  }

  package func check(_ depth: Int) throws(SavedFault) {
    guard depth <= Self.savedDepth else { throw .misfit("it is nested too deep") }
  }
}

import SuasRuntime

/// A place in a document (RFC 6901): `#/components/schemas/Pet`.
struct Pointer: Hashable {
  let steps: [String]

  init(steps: [String]) { self.steps = steps }

  /// Reads a reference; nil if it leads out of the document, or is no pointer.
  init?(_ reference: String) {
    guard reference.utf8.first == UInt8(ascii: "#") else { return nil }
    let path = reference.dropFirst()
    guard path.isEmpty || path.hasPrefix("/") else { return nil }
    steps = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { step in
      String(step).percentDecoded.replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }
}

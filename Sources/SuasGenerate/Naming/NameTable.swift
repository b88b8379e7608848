/// The names of generated code that stand beside each other; two things that would have one name
/// are a clash.
package struct NameTable {
  /// Two names of a spec that are the same in generated code.
  package struct Clash: Error {
    package let first: String
    package let second: String
    package let name: String
  }

  /// The names of the spec by those of generated code.
  private var owners: [String: String] = [:]
  package private(set) var clashes: [Clash] = []

  package init() {}

  package func has(_ name: String) -> Bool { owners[name] != nil }

  /// Notes that something of the spec has a name in generated code.
  ///
  /// - Parameter original: The name in the spec, with the word for what it is.
  package mutating func add(_ name: String, for original: String) {
    if let first = owners[name] {
      clashes.append(Clash(first: first, second: original, name: name))
    } else {
      owners[name] = original
    }
  }
}

public import CEL
import SuasProgram

extension SpecAction {
  /// The named values for an action that is to be made: `["text": "Buy milk", "count": 2]`.
  ///
  /// It is not a dictionary, which takes longer to make and to search than a few names to compare.
  public struct Payload: Sendable, ExpressibleByDictionaryLiteral {
    let entries: [(name: String, value: Value)]

    /// Values in the order of the literal.
    @inlinable
    public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) }

    /// The values of a dictionary.
    public init(_ values: [String: Value]) {
      self.init(values.map { ($0, $1) })
    }

    @usableFromInline
    init(_ elements: [(String, Value)]) { entries = elements }

    subscript(name: String) -> Value? {
      place(of: name, near: 0).map { entries[$0].value }
    }

    /// The index of a name, which is looked for at a likely index first.
    @inline(__always)
    func place(of name: String, near first: Int) -> Int? {
      if first < entries.count, entries[first].name == name { return first }
      return entries.firstIndex { $0.name == name }
    }
  }
}

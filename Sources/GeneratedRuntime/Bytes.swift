/// Functions of bytes.
extension UInt8: ExactlyEquatable {}

extension [UInt8] {
  /// The text decoded from UTF-8.
  package func text() throws(Failure) -> String {
    // What is not valid was replaced, by characters that are.
    let text = String(decoding: self, as: UTF8.self)
    guard text.utf8.elementsEqual(self) else { throw .invalidArgument("the bytes are no UTF-8") }
    return text
  }
}

extension [UInt8]: Ordered {
  package func order(_ other: [UInt8]) -> Int {
    lexicographicallyPrecedes(other) ? -1 : self == other ? 0 : 1
  }
}

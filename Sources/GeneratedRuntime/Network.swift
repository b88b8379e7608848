/// Functions of internet addresses and networks.
extension IPAddress: CustomStringConvertible, ExactlyEquatable {
  /// The version of the internet protocol: 4 or 6.
  package var family: Int64 { isV4 ? 4 : 6 }

  package static func isValid(_ text: String) -> Bool { (try? IPAddress(parsing: text)) != nil }

  /// True if a text is an address in its canonical form.
  package static func isCanonical(_ text: String) throws(Failure) -> Bool {
    try IPAddress(parsing: text).description.equals(text)
  }
}

extension CIDR: CustomStringConvertible, ExactlyEquatable {
  /// The number of bits of the prefix.
  package var prefixLength: Int64 { Int64(length) }

  package static func isValid(_ text: String) -> Bool { (try? CIDR(parsing: text)) != nil }
}

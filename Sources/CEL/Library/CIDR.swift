/// A network: the addresses that begin with the same bits (RFC 4632).
struct CIDR: Hashable, Sendable {
  let address: IPAddress
  /// The number of bits of the prefix.
  let length: Int

  init(parsing text: String) throws(Failure) {
    let failure = Failure.invalidArgument("\(text.brief) is no network")
    guard let slash = text.lastIndex(of: "/") else { throw failure }
    address = try IPAddress(parsing: String(text[..<slash]))
    let digits = text[text.index(after: slash)...]
    guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isDigit),
      digits == "0" || !digits.hasPrefix("0"), let length = Int(digits),
      length <= address.bytes.count * 8
    else { throw failure }
    self.length = length
  }

  private init(_ address: IPAddress, _ length: Int) {
    self.address = address
    self.length = length
  }

  var description: String { "\(address.description)/\(length)" }

  var masked: CIDR { CIDR(address.masked(length), length) }

  func contains(_ other: IPAddress) -> Bool {
    other.bytes.count == address.bytes.count && other.masked(length) == address.masked(length)
  }

  func contains(_ other: CIDR) -> Bool { length <= other.length && contains(other.address) }
}

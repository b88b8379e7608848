/// An internet address of version 4 or 6.
struct IPAddress: Hashable, Sendable {
  /// The bytes of the address; 4 or 16.
  let bytes: [UInt8]

  var isV4: Bool { bytes.count == 4 }

  /// Creates an address; an IPv4 address mapped to IPv6 becomes the IPv4 address.
  private init(_ bytes: [UInt8]) {
    let isMapped =
      bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xff
      && bytes[11] == 0xff
    self.bytes = isMapped ? Array(bytes[12...]) : bytes
  }

  private init(keeping bytes: [UInt8]) { self.bytes = bytes }

  init(parsing text: String) throws(Failure) {
    guard !text.contains("%") else {
      throw .invalidArgument("an address with a zone is not allowed: \(text.brief)")
    }
    guard text.contains(":") else {
      guard let bytes = Self.v4(Substring(text)) else {
        throw .invalidArgument("\(text.brief) is no IP address")
      }
      self.init(bytes)
      return
    }
    guard let bytes = Self.v6(text) else {
      throw .invalidArgument("\(text.brief) is no IP address")
    }
    self.init(bytes)
    guard !isV4 || !text.contains(".") else {
      throw .invalidArgument("an IPv4 address mapped to IPv6 is not allowed")
    }
  }

  private static func v4(_ text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy(\.isDigit),
        part == "0" || !part.hasPrefix("0"), let byte = UInt8(part)
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  private static func v6(_ text: String) -> [UInt8]? {
    guard text.utf8.count <= 45 else { return nil }
    var halves = [Substring(text)]
    if let gap = text.firstRange(of: "::") {
      halves = [text[..<gap.lowerBound], text[gap.upperBound...]]
    }
    var groups: [[UInt8]] = []
    for (index, half) in halves.enumerated() {
      guard let bytes = v6Groups(half, isLast: index == halves.count - 1) else { return nil }
      groups.append(bytes)
    }
    let count = groups.reduce(0) { $0 + $1.count }
    guard halves.count == 2 ? count <= 14 : count == 16 else { return nil }
    return groups[0] + [UInt8](repeating: 0, count: 16 - count)
      + (groups.count == 2 ? groups[1] : [])
  }

  private static func v6Groups(_ text: Substring, isLast: Bool) -> [UInt8]? {
    if text.isEmpty { return [] }
    var bytes: [UInt8] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if isLast, index == parts.count - 1, part.contains(".") {
        guard let v4 = v4(part) else { return nil }
        bytes += v4
        continue
      }
      guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(\.isHexDigit),
        let group = UInt16(part, radix: 16)
      else { return nil }
      bytes += [UInt8(group >> 8), UInt8(truncatingIfNeeded: group)]
    }
    return bytes
  }

  /// The text of the address according to RFC 5952.
  var description: String {
    if isV4 { return bytes.map(String.init).joined(separator: ".") }
    let groups = stride(from: 0, to: 16, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    var gap = 0..<0
    var start = 0
    while start < 8 {
      var end = start
      while end < 8, groups[end] == 0 { end += 1 }
      if end - start > max(1, gap.count) { gap = start..<end }
      start = max(end, start + 1)
    }
    func text(_ groups: ArraySlice<UInt16>) -> String {
      groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
    return gap.isEmpty
      ? text(groups[...]) : "\(text(groups[..<gap.lowerBound]))::\(text(groups[gap.upperBound...]))"
  }
}

extension IPAddress {
  /// The address with zeros after its first `length` bits.
  func masked(_ length: Int) -> IPAddress {
    var masked = bytes
    for index in masked.indices {
      let kept = max(0, min(8, length - index * 8))
      masked[index] &= kept == 0 ? 0 : 0xff << UInt8(8 - kept)
    }
    return IPAddress(keeping: masked)
  }

  var isUnspecified: Bool { bytes.allSatisfy { $0 == 0 } }

  var isLoopback: Bool {
    isV4 ? bytes[0] == 127 : bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
  }

  var isMulticast: Bool { isV4 ? bytes[0] & 0xf0 == 0xe0 : bytes[0] == 0xff }

  var isLinkLocalMulticast: Bool {
    isV4
      ? bytes[0] == 224 && bytes[1] == 0 && bytes[2] == 0
      : bytes[0] == 0xff && bytes[1] & 0x0f == 0x02
  }

  var isLinkLocalUnicast: Bool {
    isV4 ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80
  }

  var isGlobalUnicast: Bool {
    !isUnspecified && !isLoopback && !isMulticast && !isLinkLocalUnicast
      && !(isV4 && bytes.allSatisfy { $0 == 255 })
  }
}

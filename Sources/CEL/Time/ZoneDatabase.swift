#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

extension Timestamp {
  /// The time on the clocks of a zone.
  func civilTime(in zone: String) throws(Failure) -> CivilTime {
    civilTime(offset: try ZoneDatabase.offset(of: zone, at: seconds))
  }
}

/// The offsets of clocks from UTC (CEL spec, "Standard Definitions": a zone is a name in the IANA
/// database, or an offset such as `-02:30`).
///
/// Names are looked up in the system's zone database, whose files have the format of RFC 8536.
enum ZoneDatabase {
  static func offset(of name: String, at seconds: Int64) throws(Failure) -> Int64 {
    if name == "UTC" || name == "GMT" || name == "Z" { return 0 }
    if let offset = fixedOffset(name) { return offset }
    guard let zone = zone(name) else {
      throw .invalidArgument("there is no time zone \(name.brief)")
    }
    return zone.offset(at: seconds)
  }

  /// The zones read so far. They are few, so they are dropped only all at once.
  private static let known = Mutex<[String: ZoneFile]>([:])

  private static func zone(_ name: String) -> ZoneFile? {
    if let zone = known.withLock({ $0[name] }) { return zone }
    guard isName(name), let data = read(name), let zone = ZoneFile(data) else { return nil }
    known.withLock { zones in
      if zones.count >= 64 { zones.removeAll() }
      zones[name] = zone
    }
    return zone
  }

  private static func fixedOffset(_ text: String) -> Int64? {
    var scan = Scan(text)
    let isNegative = scan.accept("-")
    if !isNegative { _ = scan.accept("+") }
    guard let hours = scan.digits(2), scan.accept(":"), let minutes = scan.digits(2),
      scan.isAtEnd, hours < 24, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isNegative ? -60 : 60)
  }

  /// Returns true if the text cannot be a path that leads out of the database.
  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= 64 && text.utf8.first?.isWord == true && !text.contains("..")
      && text.utf8.allSatisfy {
        $0.isWord || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
      }
  }

  private static func read(_ name: String) -> [UInt8]? {
    for folder in ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/var/db/timezone/zoneinfo"] {
      let file = open("\(folder)/\(name)", O_RDONLY)
      guard file >= 0 else { continue }
      defer { _ = close(file) }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      var count = 0
      while count < bytes.count {
        let free = bytes.count - count
        let got = bytes.withUnsafeMutableBytes { buffer -> Int in
          Int(pread(file, buffer.baseAddress?.advanced(by: count), free, off_t(count)))
        }
        if got <= 0 { break }
        count += got
      }
      if count > 0 { return Array(bytes[..<count]) }
    }
    return nil
  }
}

/// Splits a stream of bytes into the messages of the base protocol: headers, an empty line, and as
/// many bytes as `Content-Length` says.
package struct MessageReader {
  /// The reason why a stream cannot be read on.
  package enum Failure: Error, Equatable {
    case noLength, headerTooLong, messageTooLong
  }

  /// The greatest length of the headers of a message, in bytes.
  static let maximumHeader = 4096
  /// The greatest length of a message, in bytes: a file of 16 MB with all characters escaped.
  static let maximumLength = 128 << 20

  private var bytes: [UInt8] = []
  /// The start of the bytes that have not been read yet.
  private var start = 0
  /// The length of the message whose headers have been read.
  private var length: Int?

  package init() {}

  package mutating func add(_ more: some Sequence<UInt8>) {
    if start > 1 << 16 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Returns the next message; nil if it has not arrived as a whole.
  package mutating func next() throws(Failure) -> [UInt8]? {
    if length == nil { length = try header() }
    guard let length, bytes.count - start >= length else { return nil }
    defer {
      start += length
      self.length = nil
    }
    return Array(bytes[start..<start + length])
  }

  /// Reads the headers; nil if they have not arrived as a whole.
  private mutating func header() throws(Failure) -> Int? {
    guard let end = endOfHeader else {
      guard bytes.count - start <= Self.maximumHeader else { throw .headerTooLong }
      return nil
    }
    let header = bytes[start..<end]
    start = end
    for line in header.split(whereSeparator: { $0 == 0x0D || $0 == 0x0A }) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      guard name == "content-length" else { continue }
      let value = line[(colon + 1)...].filter { $0 != 0x20 && $0 != 0x09 }
      guard let length = Int(String(decoding: value, as: UTF8.self)), length >= 0 else {
        throw .noLength
      }
      guard length <= Self.maximumLength else { throw .messageTooLong }
      return length
    }
    throw .noLength
  }

  /// The offset after the empty line that ends the headers.
  private var endOfHeader: Int? {
    var index = start
    let limit = min(bytes.count, start + Self.maximumHeader)
    while index + 3 < limit {
      if bytes[index] == 0x0D, bytes[index + 1] == 0x0A, bytes[index + 2] == 0x0D,
        bytes[index + 3] == 0x0A
      {
        return index + 4
      }
      index += 1
    }
    return nil
  }
}

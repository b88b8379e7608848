import CZlib

/// Decompresses bodies in the formats of gzip (RFC 1952) and zlib (RFC 1950).
enum Decompressor {
  /// Decompresses the members of a text in gzip format, which follow each other.
  static func gzip(_ bytes: [UInt8], limit: Int) throws(HTTPFailure) -> [UInt8] {
    var inflation = Inflation(limit: limit)
    var rest = bytes[...]
    repeat { rest = try inflation.inflate(rest, windowBits: 16 + MAX_WBITS) } while !rest.isEmpty
    return inflation.output
  }

  /// Decompresses a text in zlib format, or one of DEFLATE alone (RFC 1951), which some servers send
  /// for it.
  static func zlib(_ bytes: [UInt8], limit: Int) throws(HTTPFailure) -> [UInt8] {
    var inflation = Inflation(limit: limit)
    let head = bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    let isMarked = bytes.count >= 2 && bytes[0] & 0x0F == 8 && head % 31 == 0
    let rest = try inflation.inflate(bytes[...], windowBits: isMarked ? MAX_WBITS : -MAX_WBITS)
    guard rest.isEmpty else { throw .notCompressed }
    return inflation.output
  }
}

extension HTTPFailure {
  static let notCompressed = HTTPFailure("the body is not compressed as its headers say")
}

/// The decompressed part of a body, text by text.
private struct Inflation {
  /// The maximum size of the output in bytes.
  let limit: Int
  private(set) var output: [UInt8] = []

  init(limit: Int) { self.limit = limit }

  /// Decompresses one text.
  ///
  /// - Parameter windowBits: The format, as zlib's `inflateInit2` takes it.
  /// - Returns: the bytes after the text.
  mutating func inflate(
    _ bytes: ArraySlice<UInt8>, windowBits: Int32
  ) throws(HTTPFailure) -> ArraySlice<UInt8> {
    // zlib keeps the addresses of all three.
    var (stream, input) = (z_stream(), Array(bytes))
    var room = [UInt8](repeating: 0, count: 1 << 16)
    let left = try withUnsafeMutablePointer(to: &stream) { stream throws(HTTPFailure) in
      try input.withUnsafeMutableBufferPointer { input throws(HTTPFailure) in
        try room.withUnsafeMutableBufferPointer { room throws(HTTPFailure) in
          try inflate(input, windowBits, stream, room)
        }
      }
    }
    return bytes.suffix(left)
  }

  private mutating func inflate(
    _ input: UnsafeMutableBufferPointer<UInt8>, _ windowBits: Int32,
    _ stream: UnsafeMutablePointer<z_stream>, _ room: UnsafeMutableBufferPointer<UInt8>
  ) throws(HTTPFailure) -> Int {
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, windowBits, ZLIB_VERSION, size) == Z_OK else {
      throw HTTPFailure("there is no memory to decompress the body")
    }
    defer { inflateEnd(stream) }
    stream.pointee.next_in = input.baseAddress
    stream.pointee.avail_in = UInt32(input.count)
    while true {
      stream.pointee.next_out = room.baseAddress
      stream.pointee.avail_out = UInt32(room.count)
      let status = CZlib.inflate(stream, Z_NO_FLUSH)
      let made = room.dropLast(Int(stream.pointee.avail_out))
      guard made.count <= limit - output.count else { throw .tooLarge(limit) }
      output += made
      switch status {
      case Z_STREAM_END: return Int(stream.pointee.avail_in)
      case Z_OK: continue
      // The text is damaged, breaks off, or needs a dictionary that only the two sides know.
      default: throw .notCompressed
      }
    }
  }
}

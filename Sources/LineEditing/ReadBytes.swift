#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads what has come, up to the size of the buffer, and waits where nothing has.
///
/// - Returns: how many bytes there are; none at the end, and less, with `errno`, where it fails.
package func readBytes(from descriptor: Int32, into buffer: inout [UInt8]) -> Int {
  buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
}

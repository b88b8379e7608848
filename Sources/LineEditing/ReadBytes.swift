#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads the available bytes, up to the size of the buffer; waits if there are none.
///
/// - Returns: The number of bytes; 0 at the end of input, negative, with `errno`, on failure.
package func readBytes(from descriptor: Int32, into buffer: inout [UInt8]) -> Int {
  buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
}

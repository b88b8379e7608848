#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// Memory for words. Swift's own raw allocation asks for an alignment, which takes longer.
enum RawMemory {
  @inline(__always)
  static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    guard let memory = malloc(byteCount) else { preconditionFailure("out of memory") }
    return memory
  }

  @inline(__always)
  static func deallocate(_ memory: UnsafeMutableRawPointer) { free(memory) }
}

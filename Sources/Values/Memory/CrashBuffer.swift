internal import Locking

/// Bytes that grow at their end up to a fixed size, and that a crash handler can read: their memory
/// does not move, and nothing is locked.
package final class CrashBuffer: @unchecked Sendable {
  // Sendable: one thread at a time adds bytes; a reader sees only those before `count`.
  private let memory: UnsafeMutableRawBufferPointer
  private let count = Atomic<Int>(0)

  package init(capacity: Int) {
    memory = .allocate(byteCount: capacity, alignment: 1)
  }

  deinit { memory.deallocate() }

  package var capacity: Int { memory.count }

  /// Removes all bytes.
  package func removeAll() { count.store(0, ordering: .releasing) }

  /// Adds bytes; returns false if there is no room for all of them.
  package func append(_ bytes: [UInt8]) -> Bool {
    let start = count.load(ordering: .relaxed)
    guard bytes.count <= memory.count - start else { return false }
    bytes.withUnsafeBytes { bytes in
      UnsafeMutableRawBufferPointer(rebasing: memory[start...]).copyMemory(from: bytes)
    }
    count.store(start + bytes.count, ordering: .releasing)
    return true
  }

  /// A copy of the bytes.
  package var bytes: [UInt8] { Array(contents) }

  /// The bytes in place, valid as long as the buffer exists and keeps them.
  package var contents: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: memory[..<count.load(ordering: .acquiring)])
  }
}

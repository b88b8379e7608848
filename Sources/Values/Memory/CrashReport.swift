internal import Locking

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The bytes that a crash handler writes, and where to.
package final class CrashReport: @unchecked Sendable {
  // Sendable: all that changes is atomic or locked.
  private let buffer: Atomic<UnsafeRawPointer>
  /// Keeps the buffers; a handler may read one of them at any time.
  private let kept: Mutex<[CrashBuffer]>
  private let file = Atomic<Int32>(-1)

  package init(_ buffer: CrashBuffer) {
    self.buffer = Atomic(Unmanaged.passUnretained(buffer).toOpaque())
    kept = Mutex([buffer])
  }

  /// Sets the buffer that is written.
  package func use(_ buffer: CrashBuffer) {
    kept.withLock { kept in
      if !kept.contains(where: { $0 === buffer }) { kept.append(buffer) }
    }
    self.buffer.store(Unmanaged.passUnretained(buffer).toOpaque(), ordering: .releasing)
  }

  /// Sets the open file that is written to.
  package func write(to file: Int32) { self.file.store(file, ordering: .releasing) }

  /// Writes the bytes, with nothing but calls of `write`, so that a signal handler may call it.
  package func writeNow() {
    let file = file.exchange(-1, ordering: .acquiringAndReleasing)
    guard file >= 0 else { return }
    let buffer = Unmanaged<CrashBuffer>.fromOpaque(buffer.load(ordering: .acquiring))
    buffer._withUnsafeGuaranteedRef { buffer in
      var (start, rest) = (buffer.contents.baseAddress, buffer.contents.count)
      while rest > 0 {
        let count = systemWrite(file, start, rest)
        guard count > 0 else { return }
        start = start?.advanced(by: count)
        rest -= count
      }
    }
  }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

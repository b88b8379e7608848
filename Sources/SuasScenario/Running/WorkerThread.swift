#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread of the system with as large a stack as a program's first one has, which scenarios may
/// need: those of thread pools are small on some systems.
package struct WorkerThread: @unchecked Sendable {
  private let thread: pthread_t

  private static let stackSize = 8 << 20

  /// More threads than this help nobody.
  package static let most = 256

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; nil where the system has none left.
  package init?(_ run: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    let body = Unmanaged.passRetained(Body(run))
    #if canImport(Darwin)
      var created: pthread_t?
      let result = pthread_create(&created, &attributes, { Self.start($0) }, body.toOpaque())
    #else
      var created = pthread_t()
      let result = pthread_create(&created, &attributes, { Self.start($0) }, body.toOpaque())
    #endif
    guard result == 0 else {
      body.release()
      return nil
    }
    #if canImport(Darwin)
      guard let created else { return nil }
    #endif
    thread = created
  }

  /// Waits until the thread has ended; to be called once.
  package func join() { pthread_join(thread, nil) }

  private static func start(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
    return nil
  }
}

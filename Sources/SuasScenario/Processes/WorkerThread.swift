#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A system thread with a stack as large as that of a program's main thread, which scenarios may
/// need: the threads of pools have small stacks on some systems.
package struct WorkerThread: @unchecked Sendable {
  private let thread: pthread_t

  private static let stackSize = 8 << 20

  /// The maximum number of threads: more do not help.
  package static let most = 256

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; nil if the system has none left.
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

  /// Waits until the thread has ended; may be called only once.
  package func join() { pthread_join(thread, nil) }

  private static func start(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
    return nil
  }
}

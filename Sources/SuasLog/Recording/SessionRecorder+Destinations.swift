import Files
public import Suas
import SystemPackage
import Values

extension SessionRecorder {
  /// The reason why a log cannot be written.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Begins to write the session to a new file, each line as soon as it happens.
  ///
  /// The file is readable for its owner only. A session that is being recorded ends.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which must not exist.
  ///   - changes: True to write the changes of each action; a replay then finds differences sooner.
  /// - Throws: an error if the file cannot be created.
  public func start(
    on store: Store, writingTo path: String, changes: Bool = true
  ) throws(Failure) {
    do throws(Errno) {
      start(on: store, into: try LogFile(creating: path), hasChanges: changes)
    } catch {
      throw Failure(description: "'\(path)' cannot be created: \(error)")
    }
  }

  /// Begins to keep the last lines of the session in memory.
  ///
  /// They begin with the whole store of a recent moment, and take at most twice `size` bytes. A
  /// session that is being recorded ends.
  public func start(on store: Store, keepingLast size: Int = 1 << 20, changes: Bool = true) {
    start(on: store, into: LineRing(capacity: size), hasChanges: changes)
  }

  /// Begins to hand the lines of the session to a function, which is called in the background.
  ///
  /// If the function takes too long, so that the buffer is full, lines are dropped; their number and
  /// the whole store follow once there is room again. A session that is being recorded ends.
  ///
  /// - Parameters:
  ///   - size: The size of the buffer, in bytes.
  ///   - take: Takes whole lines, in order; it is not called again before it has returned.
  public func start(
    on store: Store, buffering size: Int = 1 << 20, changes: Bool = true,
    to take: @escaping @Sendable (_ lines: [UInt8]) async -> Void
  ) {
    start(on: store, into: LineFeed(capacity: size, take), hasChanges: changes)
  }

  /// The lines that are kept in memory; nil if the session is recorded in another way.
  public var lines: [UInt8]? { (sink as? LineRing)?.bytes }

  /// Writes the lines that are kept in memory to a file if a signal such as `SIGSEGV` or `SIGABRT`
  /// ends the process. Handlers that other code has installed before are called afterwards.
  ///
  /// - Throws: an error if no lines are kept in memory, or the file cannot be created.
  public func writeLinesOnCrash(to path: String) throws(Failure) {
    guard let ring = sink as? LineRing else {
      throw Failure(description: "no lines are kept in memory")
    }
    do throws(Errno) {
      try CrashHandler.write(ring.report, to: path)
    } catch {
      throw Failure(description: "'\(path)' cannot be created: \(error)")
    }
  }

  /// The error that ended the writing of the file; nil if there was none.
  public var failure: Failure? {
    (sink as? LogFile)?.failure.map { Failure(description: "the log cannot be written: \($0)") }
  }
}

import Locking

/// The drivers of a generated program, which runs of scenarios take and give back.
public final class DriverPool: Sendable {
  private let command: String
  private let idle = Mutex<[DriverProcess]>([])

  /// The longest time for an answer, in milliseconds.
  static let limit = 10_000

  /// - Parameter command: The command that starts a driver, for a shell.
  public init(_ command: String) { self.command = command }

  /// Takes a driver that nobody uses, or starts one.
  func take() throws(DriverFailure) -> DriverProcess {
    if let driver = idle.withLock({ $0.popLast() }) { return driver }
    return try DriverProcess(command)
  }

  /// Gives back a driver that is still of use.
  func give(back driver: DriverProcess) { idle.withLock { $0.append(driver) } }
}

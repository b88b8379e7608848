#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The reason why a driver gave no answer.
struct DriverFailure: Error {
  let message: String
}

/// A trace driver that runs as a process of its own, and answers each line with a line.
///
/// It is used by one thread at a time.
final class DriverProcess: @unchecked Sendable {
  private let process: pid_t
  /// The socket that is the standard input and output of the driver.
  private let socket: Int32
  /// The pipe from its standard error.
  private let errors: Int32
  /// What was received after the last answer.
  private var received: [UInt8] = []
  /// The end of what the driver wrote to its standard error.
  private var words: [UInt8] = []

  /// The largest answer, in bytes.
  private static let largestAnswer = 64 << 20
  /// The most bytes of the standard error that a message quotes.
  private static let quotedErrors = 1_000

  /// Starts a command in a shell.
  ///
  /// - Throws: A failure if no process can be started.
  init(_ command: String) throws(DriverFailure) {
    var sockets: [Int32] = [-1, -1]
    var pipes: [Int32] = [-1, -1]
    guard Self.makeSockets(&sockets) == 0, pipe(&pipes) == 0 else {
      throw DriverFailure(message: "no process can be started: \(Self.lastError)")
    }
    for descriptor in sockets + pipes { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = Self.fileActions()
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, sockets[1], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, sockets[1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipes[1], STDERR_FILENO)
    var attributes = Self.attributes()
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, so that everything that the shell starts ends with it.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    let words: [String] = ["/bin/sh", "-c", command]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var started: pid_t = 0
    let status = posix_spawn(&started, "/bin/sh", &actions, &attributes, &arguments, environ)
    close(sockets[1])
    close(pipes[1])
    process = started
    socket = sockets[0]
    errors = pipes[0]
    guard status == 0 else {
      throw DriverFailure(
        message: "no process can be started: \(String(cString: strerror(status)))")
    }
  }

  deinit {
    close(socket)
    close(errors)
    guard process > 0 else { return }
    // A driver ends with its input; one that does not is ended.
    for _ in 0..<20 {
      if waitpid(process, nil, WNOHANG) != 0 { return }
      usleep(5_000)
    }
    kill(-process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Sends a line, and returns the line that answers it.
  ///
  /// - Parameter limit: The longest time to wait, in milliseconds.
  /// - Throws: A failure, after which the driver is of no use.
  func ask(_ line: String, within limit: Int) throws(DriverFailure) -> String {
    try ask([line], within: limit)[0]
  }

  /// Sends lines at once, and returns the lines that answer them.
  func ask(_ lines: [String], within limit: Int) throws(DriverFailure) -> [String] {
    let deadline = ContinuousClock.now.advanced(by: .milliseconds(limit))
    var rest = Array(lines.map { $0 + "\n" }.joined().utf8)[...]
    var answers: [String] = []
    var searched = 0
    while true {
      while let end = received[searched...].firstIndex(of: 0x0A) {
        let answer = received[..<end]
        received.removeSubrange(...end)
        searched = 0
        guard let text = String(validating: answer, as: UTF8.self) else {
          throw failure("it answered with what is no UTF-8")
        }
        answers.append(text)
        if answers.count == lines.count { return answers }
      }
      searched = received.count
      guard searched <= Self.largestAnswer else { throw failure("its answer has no end") }
      let left = (deadline - ContinuousClock.now).components
      let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
      guard milliseconds > 0 else { throw failure("it did not answer within \(limit / 1000) s") }
      try exchange(&rest, Int32(clamping: milliseconds))
    }
  }

  /// Waits until something can be sent or received, and does so.
  private func exchange(
    _ rest: inout ArraySlice<UInt8>, _ milliseconds: Int32
  ) throws(DriverFailure) {
    var ready = [
      pollfd(fd: socket, events: Int16(POLLIN | (rest.isEmpty ? 0 : POLLOUT)), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&ready, nfds_t(ready.count), milliseconds) > 0 else { return }
    if ready[1].revents & Int16(POLLIN) != 0 {
      words = (words + (Self.read(errors) ?? [])).suffix(Self.quotedErrors)
    }
    if ready[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
      guard let part = Self.read(socket), !part.isEmpty else { throw end() }
      received += part
    }
    if ready[0].revents & Int16(POLLOUT) != 0, !rest.isEmpty {
      let chunk = Array(rest.prefix(1 << 16))
      let count = send(socket, chunk, chunk.count, Self.sendFlags)
      guard count > 0 else { throw end() }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns the failure of a driver that has ended.
  private func end() -> DriverFailure {
    while let part = Self.read(errors), !part.isEmpty {
      words = (words + part).suffix(Self.quotedErrors)
    }
    var status: Int32 = 0
    var isOver = false
    for _ in 0..<20 where !isOver {
      isOver = waitpid(process, &status, WNOHANG) != 0
      if !isOver { usleep(5_000) }
    }
    let signal = status & 0x7F
    let how = signal == 0 ? "with exit code \(status >> 8 & 0xFF)" : "by signal \(signal)"
    return failure(isOver ? "it ended \(how)" : "it ended its output")
  }

  private func failure(_ reason: String) -> DriverFailure {
    let words = String(decoding: words, as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return DriverFailure(message: words.isEmpty ? reason : "\(reason), and said: \(words)")
  }

  // MARK: The system

  private static var lastError: String { String(cString: strerror(errno)) }

  /// Returns the bytes that can be read at once; nil where none can be any more.
  private static func read(_ descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    #if canImport(Glibc)
      let count = Glibc.read(descriptor, &buffer, buffer.count)
    #elseif canImport(Musl)
      let count = Musl.read(descriptor, &buffer, buffer.count)
    #elseif canImport(Android)
      let count = Android.read(descriptor, &buffer, buffer.count)
    #elseif canImport(Darwin)
      let count = Darwin.read(descriptor, &buffer, buffer.count)
    #endif
    return count < 0 ? nil : Array(buffer.prefix(count))
  }

  private static func makeSockets(_ sockets: inout [Int32]) -> Int32 {
    #if canImport(Glibc)
      return socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets)
    #else
      return socketpair(AF_UNIX, SOCK_STREAM, 0, &sockets)
    #endif
  }

  #if canImport(Darwin)
    private static let sendFlags: Int32 = 0

    private static func fileActions() -> posix_spawn_file_actions_t? {
      var actions: posix_spawn_file_actions_t?
      posix_spawn_file_actions_init(&actions)
      return actions
    }

    private static func attributes() -> posix_spawnattr_t? {
      var attributes: posix_spawnattr_t?
      posix_spawnattr_init(&attributes)
      return attributes
    }
  #else
    /// No signal is sent for a driver that has ended.
    private static let sendFlags = Int32(MSG_NOSIGNAL)

    private static func fileActions() -> posix_spawn_file_actions_t {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      return actions
    }

    private static func attributes() -> posix_spawnattr_t {
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      return attributes
    }
  #endif
}

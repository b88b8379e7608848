import Locking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process that was started by this one: a socket is its standard input and output, and its
/// standard error goes into a pipe.
///
/// It is used by one thread at a time. It ends when this value is released, with everything that it
/// has started.
package final class ChildProcess: @unchecked Sendable {
  /// The reason why a process could not be started.
  package enum StartFailure: Error, Equatable {
    /// There is no such program.
    case noProgram
    /// The reason in the system's words.
    case other(String)
  }

  /// The way in which a process ended.
  package enum Ending: Equatable {
    case exit(code: Int32)
    case signal(Int32)
  }

  private let process: pid_t
  private let socket: Int32
  /// The reading end of the pipe; -1 once the process has closed it.
  private var errors: Int32
  private var isOver = false
  /// The end of the standard error's text.
  private var quotation: [UInt8] = []
  /// The most bytes of it that are kept.
  private let longestQuotation: Int

  /// Starts a program.
  ///
  /// - Parameter words: The name of the program, which is searched for as a shell does, and its
  ///   arguments.
  /// - Parameter environment: The variables that the process has in addition to those of this one,
  ///   or in their place; `nil` takes one away.
  /// - Parameter longestQuotation: The most bytes of the end of the standard error that are kept.
  package convenience init(
    _ words: [String], environment: [String: String?] = [:], longestQuotation: Int = 1_000
  ) throws(StartFailure) {
    var (socket, errors) = (Int32(-1), Int32(-1))
    let process = try ProcessGroups.add { () throws(StartFailure) in
      try Self.start(words, environment, &socket, &errors)
    }
    self.init(
      process: process, socket: socket, errors: errors, longestQuotation: longestQuotation)
  }

  private init(process: pid_t, socket: Int32, errors: Int32, longestQuotation: Int) {
    self.process = process
    self.socket = socket
    self.errors = errors
    self.longestQuotation = longestQuotation
  }

  /// Starts a program, and returns its number.
  private static func start(
    _ words: [String], _ environment: [String: String?], _ socket: inout Int32,
    _ errors: inout Int32
  ) throws(StartFailure) -> pid_t {
    var sockets: [Int32] = [-1, -1]
    var pipes: [Int32] = [-1, -1]
    guard makeSockets(&sockets) == 0, pipe(&pipes) == 0 else {
      let reason = String(cString: strerror(errno))
      for descriptor in sockets + pipes where descriptor >= 0 { close(descriptor) }
      throw .other(reason)
    }
    for descriptor in sockets + pipes { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    // Whatever the process has started may keep the pipe open for as long as it likes.
    _ = fcntl(pipes[0], F_SETFL, O_NONBLOCK)
    var actions = fileActions()
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, sockets[1], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, sockets[1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipes[1], STDERR_FILENO)
    var attributes = attributes()
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, so that everything it has started can be ended with it.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    posix_spawnattr_setpgroup(&attributes, 0)
    // Signals that end this process are blocked in its threads.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var variables: [UnsafeMutablePointer<CChar>?] =
      Self.variables(changing: environment).map { strdup($0) } + [nil]
    defer { for variable in variables { free(variable) } }
    var started: pid_t = 0
    let status = posix_spawnp(
      &started, words.first ?? "", &actions, &attributes, &arguments, &variables)
    close(sockets[1])
    close(pipes[1])
    guard status == 0 else {
      close(sockets[0])
      close(pipes[0])
      throw status == ENOENT ? .noProgram : .other(String(cString: strerror(status)))
    }
    (socket, errors) = (sockets[0], pipes[0])
    return started
  }

  /// Returns the environment of this process with some variables changed, as `NAME=VALUE`.
  private static func variables(changing changes: [String: String?]) -> [String] {
    var variables: [String] = []
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      if changes[String(text.prefix { $0 != "=" })] == nil { variables.append(text) }
      next += 1
    }
    return variables
      + changes.sorted { $0.key < $1.key }.compactMap { name, value in
        value.map { "\(name)=\($0)" }
      }
  }

  deinit {
    close(socket)
    if errors >= 0 { close(errors) }
    if isOver { return }
    // A process usually ends with its input; one that does not is ended.
    for _ in 0..<20 where !hasEnded { usleep(5_000) }
    _ = endGroup()
  }

  /// True if the process has ended, so that waiting for it takes no time.
  private var hasEnded: Bool {
    var information = siginfo_t()
    // Its number stays its own until it is waited for.
    let found = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
    return found != 0 || information.si_signo == SIGCHLD
  }

  /// Ends the process, and whatever it has started, and returns its status.
  private func endGroup() -> Int32 {
    ProcessGroups.end(process)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Asks the process to end, as Ctrl-C does.
  package func interrupt() { if !isOver { kill(process, SIGINT) } }

  /// The end of the process's standard error.
  package var errorText: String { String(decoding: quotation, as: UTF8.self) }

  /// The end of the process's standard error, on one line.
  var words: String {
    errorText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Waits until something can be sent or received, and does so.
  ///
  /// - Parameters:
  ///   - rest: The bytes that are still to be sent, from which those that were sent are removed.
  ///   - received: The bytes to which those that were received are added.
  ///   - milliseconds: The longest time to wait.
  /// - Returns: false if the process has ended its output or its input.
  package func exchange(
    sending rest: inout ArraySlice<UInt8>, receiving received: inout [UInt8],
    within milliseconds: Int32
  ) -> Bool {
    var ready = [
      pollfd(fd: socket, events: Int16(POLLIN | (rest.isEmpty ? 0 : POLLOUT)), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&ready, nfds_t(ready.count), milliseconds) > 0 else { return true }
    if ready[1].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 { readErrors() }
    if ready[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
      guard let part = Self.read(socket), !part.isEmpty else { return false }
      received += part
    }
    if ready[0].revents & Int16(POLLOUT) != 0, !rest.isEmpty {
      let chunk = Array(rest.prefix(1 << 16))
      let count = send(socket, chunk, chunk.count, Self.sendFlags)
      // A process that takes no more may still have something to say.
      rest = count > 0 ? rest.dropFirst(count) : []
    }
    return true
  }

  /// Ends the standard input of the process.
  package func endInput() { shutdown(socket, Int32(SHUT_WR)) }

  /// Returns the way in which a process that has ended its output ends; nil if it goes on for more
  /// than a tenth of a second.
  package func ending() -> Ending? {
    var status: Int32 = 0
    for _ in 0..<100 where !isOver {
      isOver = hasEnded
      if !isOver { usleep(1_000) }
    }
    if isOver { status = endGroup() }
    while errors >= 0, readErrors() {}
    guard isOver else { return nil }
    let signal = status & 0x7F
    return signal == 0 ? .exit(code: status >> 8 & 0xFF) : .signal(signal)
  }

  /// Reads the available part of the standard error, and closes it at its end.
  ///
  /// - Returns: true if something was there.
  @discardableResult
  private func readErrors() -> Bool {
    guard let part = Self.read(errors) else { return false }
    if part.isEmpty {
      close(errors)
      errors = -1
    }
    quotation = (quotation + part).suffix(longestQuotation)
    return !part.isEmpty
  }

  // MARK: The system

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
    /// No signal is sent for a process that has ended.
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

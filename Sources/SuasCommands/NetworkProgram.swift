#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Android)
  @preconcurrency import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The program with the same commands and the libraries for the network.
enum NetworkProgram {
  /// Replaces this process by that program, which is in the same folder.
  static func become() throws -> Never {
    guard let own = ownPath, let slash = own.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      Terminal.complain("the program does not know where it lies")
      throw ExitStatus.unreadable
    }
    let path = own[...slash] + "suas-run-live"
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    execv(String(path), &arguments)
    Terminal.complain(
      "'\(path)', which has the network, cannot be run: \(String(cString: strerror(errno)))")
    throw ExitStatus.unreadable
  }

  /// The path of the program, with links resolved.
  static var ownPath: String? {
    #if os(Linux)
      let path = "/proc/self/exe"
    #else
      let path = CommandLine.arguments[0]
    #endif
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

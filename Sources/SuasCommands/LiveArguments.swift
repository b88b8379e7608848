import ArgumentParser
import CEL
import SuasScenario
import YAML

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether effects are performed for real, and what they may do.
struct LiveArguments: ParsableArguments {
  @Flag(
    help: """
      Perform effects for real. In scenarios 'respond' waits for the answer and 'advance' for the \
      time, on the real clock; in a session 'perform EFFECT' does it.
      """)
  var live = false

  @Option(
    help: ArgumentHelp(
      "A host that requests may go to, redirects included; repeat it for others.",
      valueName: "host[:port]"))
  var allowHost: [String] = []

  @Option(
    help: ArgumentHelp(
      "The folder below which effects read and write files; without it, they do neither.",
      valueName: "folder"), completion: .directory)
  var files: String?

  @Option(
    help: ArgumentHelp("How long a step of a live run waits at the most.", valueName: "duration"))
  var liveLimit = "30s"

  func validate() throws {
    guard live else {
      if !allowHost.isEmpty { throw ValidationError("--allow-host is for runs with --live") }
      if files != nil { throw ValidationError("--files is for runs with --live") }
      return
    }
    guard let limit = CEL.Duration(liveLimit), limit.nanoseconds > 0 else {
      throw ValidationError(
        "--live-limit takes a duration as 30s or 2m, not '\(DisplayText.escaped(liveLimit))'")
    }
    if let files, !Loader.isFolder(files) {
      throw ValidationError("there is no folder '\(DisplayText.escaped(files))'")
    }
  }

  /// What performs effects; nil for an ordinary run.
  func settings() throws -> LiveSettings? {
    guard live, let limit = CEL.Duration(liveLimit) else { return nil }
    guard let perform = SuasRun.perform else { try becomeLive() }
    return LiveSettings(limit: limit, perform: perform(allowHost, files))
  }

  /// Goes on as the program that has the network's libraries, which lies beside this one.
  private func becomeLive() throws -> Never {
    guard let own = Self.ownPath, let slash = own.lastIndex(of: "/") else {
      Terminal.complain("the program does not know where it lies")
      throw ExitStatus.unreadable
    }
    let path = own[...slash] + "suas-run-live"
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    execv(String(path), &arguments)
    Terminal.complain(
      "'\(path)', which performs effects, cannot be run: \(String(cString: strerror(errno)))")
    throw ExitStatus.unreadable
  }

  /// Where the program lies, links followed.
  private static var ownPath: String? {
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

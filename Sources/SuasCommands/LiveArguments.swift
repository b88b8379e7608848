import ArgumentParser
import CEL
import SuasScenario
import YAML

/// The options that let effects be performed for real, and that restrict them.
struct LiveArguments: ParsableArguments {
  @Flag(
    help: """
      Perform effects for real. In scenarios, 'respond' waits for the answer, and 'advance' waits \
      on the real clock; in a session, 'perform EFFECT' performs an effect.
      """)
  var live = false

  @Option(
    help: ArgumentHelp(
      "A host that requests and redirects may go to; may be repeated.",
      valueName: "host[:port]"))
  var allowHost: [String] = []

  @Option(
    help: ArgumentHelp(
      "The folder below which effects may read and write files; by default, they may do neither.",
      valueName: "folder"), completion: .directory)
  var files: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The longest time that a step of a live run waits. (default: 30s)", valueName: "duration"))
  var liveLimit: String?

  func validate() throws {
    guard live else {
      if !allowHost.isEmpty { throw ValidationError("--allow-host is for runs with --live") }
      if files != nil { throw ValidationError("--files is for runs with --live") }
      if liveLimit != nil { throw ValidationError("--live-limit is for runs with --live") }
      return
    }
    _ = try limit()
    for host in allowHost { _ = try AllowedHost(host) }
    try RootArguments.check(files)
  }

  /// Returns the settings with which effects are performed; `nil` for an ordinary run.
  func settings() throws -> LiveSettings? {
    guard live else { return nil }
    guard let perform = SuasRun.perform else { try NetworkProgram.become() }
    let hosts = try allowHost.map { try AllowedHost($0).name }
    return LiveSettings(limit: try limit(), perform: perform(hosts, files))
  }

  private func limit() throws -> CEL.Duration {
    let text = liveLimit ?? "30s"
    if let limit = CEL.Duration(text) {
      guard limit.nanoseconds > 0 else {
        throw ValidationError("--live-limit is a duration above 0")
      }
      return limit
    }
    let isOnlyTooLong =
      text.utf8.first.map { 0x30...0x39 ~= $0 } ?? false
      && CEL.Duration("1" + text.drop { $0.isNumber }) != nil
    throw ValidationError(
      isOnlyTooLong
        ? "--live-limit is at most 2562047h"
        : "--live-limit takes a duration as 30s or 2m, not '\(DisplayText.escaped(text))'")
  }
}

import Foundation
import Testing

/// An app in a process of its own that a monitor watches: the target `MonitoredApp`.
final class WatchedApp {
  private let process = Process()
  private let input = Pipe(), output = Pipe()

  /// Starts an app with a spec, whose path is given.
  init(_ spec: String, _ monitor: MonitorProcess, allowsControl: Bool = false) throws {
    process.executableURL = URL(fileURLWithPath: Program.path).deletingLastPathComponent()
      .appendingPathComponent("MonitoredApp")
    process.arguments = [spec] + (allowsControl ? ["control"] : [])
    process.environment = ["PATH": "/usr/bin:/bin", "SUAS_MONITOR": monitor.feedAddress]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  func type(_ line: String) { input.fileHandleForWriting.write(Data("\(line)\n".utf8)) }

  /// The app's store as JSON.
  var store: String {
    type("state")
    return String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
  }

  func waitForStore(_ text: String) {
    for _ in 0..<100 {
      if store.contains(text) { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    Issue.record("the store has no \(text): \(store)")
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

import Foundation
import Testing

/// The code for Apple's systems, with a stand-in for their module.
@Suite(.timeLimit(.minutes(10))) struct DarwinTests {
  private static let sources = URL(filePath: #filePath).appending(path: "../../..").standardized

  #if os(Linux)
    @Test func `The locks of Apple's systems keep threads apart`() throws {
      let stand = Self.sources.appending(path: "Tests/LockingTests/Darwin")
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "suas-locking-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let program = folder.appending(path: "program")
      let files = try FileManager.default.contentsOfDirectory(
        at: Self.sources.appending(path: "Sources/Locking"), includingPropertiesForKeys: nil
      ).map(\.path)
      let said = try run(
        "swiftc", "-swift-version", "6", "-warnings-as-errors", "-package-name", "suas_run",
        "-I", stand.path, "-I", Self.sources.appending(path: "Sources/CAtomics/include").path,
        "-o", program.path, stand.appending(path: "main.swift").path, arguments: files)
      #expect(said == "")
      #expect(try run(program.path) == "4000 4000 4000\ntrue false\n")
    }

    /// Returns what a program writes to both streams.
    private func run(_ command: String..., arguments: [String] = []) throws -> String {
      let (process, pipe) = (Process(), Pipe())
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = command + arguments
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return String(decoding: output, as: UTF8.self)
    }
  #endif
}

import Foundation
import Testing

/// The built program, run as a user runs it.
struct Program {
  struct Result {
    var output: String
    var errors: String
    var status: Int32
    var seconds: Double
  }

  /// The path of the program, which is built into the same folder as the tests.
  static let path =
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("suas-run").path

  static func run(
    _ arguments: [String], in folder: Folder, environment: [String: String] = [:],
    memory: Int? = nil, input: Data? = nil, program: String? = nil
  ) throws -> Result {
    try withExtendedLifetime(folder) {
      try run(
        arguments, in: folder.url, environment: environment, memory: memory, input: input,
        program: program)
    }
  }

  /// Returns true if the files in a folder are in the layout of `suas-run fmt`.
  static func isFormatted(_ names: String..., in folder: Folder) throws -> Bool {
    try run(["fmt", "--check"] + names, in: folder).status == 0
  }

  /// Runs the program, and reports its peak memory repeatedly.
  static func watched(
    _ arguments: [String], in folder: URL, environment: [String: String],
    _ note: @escaping @Sendable (_ megabytes: Double) -> Void
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread {
        continuation.resume(
          with: Swift.Result {
            try run(
              arguments, in: folder, environment: environment, memory: nil, input: nil
            ) { process in
              while process.isRunning {
                if let peak = peakMemory(of: process.processIdentifier) { note(peak) }
                Thread.sleep(forTimeInterval: 0.01)
              }
            }
          })
      }.start()
    }
  }

  /// Returns the peak memory of a process, in megabytes; `nil` if the system does not report it.
  ///
  /// Until a new process has its program, it shares the memory of these tests, and their name.
  static func peakMemory(of process: Int32) -> Double? {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      status.hasPrefix("Name:\tsuas-run"),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let size = line.split(whereSeparator: \.isWhitespace).dropFirst().first
    else { return nil }
    return Double(size).map { $0 / 1024 }
  }

  /// - Parameters:
  ///   - memory: The limit of the program's address space, in megabytes; `nil` for none.
  ///   - input: The standard input of the program.
  ///   - program: The path of another build of the program.
  static func run(
    _ arguments: [String], in folder: URL, environment: [String: String] = [:],
    memory: Int? = nil, input: Data? = nil, program: String? = nil,
    whileRunning: (Process) -> Void = { _ in }
  ) throws -> Result {
    let process = Process()
    let path = program ?? Self.path
    if let memory {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments =
        ["-c", "ulimit -v \(memory * 1024); exec \"$0\" \"$@\"", path] + arguments
    } else {
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = arguments
    }
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    // Files instead of pipes, so that the program never waits for a reader.
    let scratch = try Folder()
    let output = try scratch.handle("output")
    let errors = try scratch.handle("errors")
    if let input {
      try scratch.write(input, to: "input")
      process.standardInput = try FileHandle(
        forReadingFrom: scratch.url.appendingPathComponent("input"))
    }
    process.standardOutput = output
    process.standardError = errors
    let start = ContinuousClock.now
    try withoutBlockedSignals { try process.run() }
    whileRunning(process)
    process.waitUntilExit()
    let elapsed = ContinuousClock.now - start
    return Result(
      output: try scratch.text("output"), errors: try scratch.text("errors"),
      status: process.terminationStatus,
      seconds: Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18)
  }
}

extension Program {
  /// Returns the processor time of a run of the program.
  static func processorSeconds(
    _ arguments: [String], in folder: Folder, input: Data? = nil
  ) throws -> Double {
    let process = Process()
    // Milliseconds: `times` counts in ticks, of which a short run has few.
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments =
      ["-c", "TIMEFORMAT='%3U %3S'; time \"$0\" \"$@\" > /dev/null 2> /dev/null", path] + arguments
    process.currentDirectoryURL = folder.url
    process.environment = ["PATH": "/usr/bin:/bin"]
    if let input {
      try folder.write(input, to: ".input")
      process.standardInput = try FileHandle(
        forReadingFrom: folder.url.appendingPathComponent(".input"))
    }
    let output = try folder.handle(".times")
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    // A time that is missing fails whatever depends on it.
    let times = try folder.text(".times").split { $0 == " " || $0.isNewline }.compactMap {
      Double($0)
    }
    try #require(times.count == 2)
    return times[0] + times[1]
  }

  /// Returns the peak memory of a run of the program, as it was shortly before its end.
  static func peakMegabytes(
    _ arguments: [String], in folder: Folder, input: Data? = nil
  ) throws -> Double {
    var peak = 0.0
    _ = try withExtendedLifetime(folder) {
      try run(arguments, in: folder.url, memory: nil, input: input) { process in
        while process.isRunning {
          peak = max(peak, peakMemory(of: process.processIdentifier) ?? 0)
          Thread.sleep(forTimeInterval: 0.002)
        }
      }
    }
    return peak
  }
}

extension Program.Result {
  /// Returns the codes of the diagnostics with a severity.
  func codes(_ severity: String) -> Set<String> {
    Set(
      errors.split(separator: "\n").compactMap { line in
        guard line.hasPrefix("\(severity)["), let end = line.firstIndex(of: "]") else { return nil }
        return String(line[..<end].dropFirst(severity.count + 1))
      })
  }
}

/// A temporary folder, removed at the end of the test.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// A folder with files of an example.
  convenience init(with names: [String], of example: String) throws {
    try self.init()
    for name in names {
      try write(
        try Data(contentsOf: packageRoot.appendingPathComponent("specs/\(example)/\(name)")),
        to: name)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  func write(_ data: Data, to name: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    // The write is atomic, so that an observer of the folder sees one change.
    try data.write(to: file, options: .atomic)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: url.appendingPathComponent(name).path)
  }

  func handle(_ name: String) throws -> FileHandle {
    try write(Data(), to: name)
    return try FileHandle(forWritingTo: url.appendingPathComponent(name))
  }
}

/// The root folder of the package.
let packageRoot = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

import Foundation

/// A call of a compiler, or of another program around generated code.
enum ToolCall {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a program to its end.
  ///
  /// - Parameter folder: The folder in which it runs; nil for the present one.
  /// - Returns: What it wrote to both streams, and its exit code.
  static func output(
    of program: URL, _ arguments: [String], in folder: URL? = nil
  ) throws -> (text: String, status: Int32) {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: output, as: UTF8.self), process.terminationStatus)
  }

  /// Runs a program to its end.
  ///
  /// - Throws: What the program wrote, if it ends with another exit code than 0.
  static func run(_ program: URL, _ arguments: [String]) throws {
    let (text, status) = try output(of: program, arguments)
    guard status == 0 else { throw Failure(description: text) }
  }
}

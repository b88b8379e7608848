import Foundation

/// A call of a compiler or of a tool around it.
enum CompilerCall {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a program to its end.
  ///
  /// - Throws: What the program wrote, if it ends with another exit code than 0.
  static func run(_ program: URL, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: String(decoding: output, as: UTF8.self))
    }
  }
}

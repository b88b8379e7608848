import Files
import JSONRPC
import Locking
import SuasScenario
import SystemPackage

/// A session with a client over two files, such as standard input and output.
package enum ContextSession {
  /// The time in milliseconds that calls have after the end of the input, for a client that still
  /// reads.
  private static let patience: Int32 = 10_000
  /// The time between two looks at whether they have ended, in milliseconds.
  private static let pause: Int32 = 20

  /// Serves a client until its messages end, or it is gone. The working directory is the folder
  /// below which tools read and write.
  ///
  /// - Parameters:
  ///   - program: The path of the program that runs the commands.
  ///   - version: Its version.
  ///   - limit: The longest time of a call.
  /// - Returns: false if there is no working directory.
  package static func serve(
    input: FileParts, output: FileDescriptor, program: String, version: String,
    limit: Swift.Duration
  ) -> Bool {
    guard let root = ToolRoot() else { return false }
    let calls = CallTable()
    let isGone = Atomic(false)
    let client = Client(framing: .lines) { bytes in
      guard !isGone.load(ordering: .relaxed) else { return }
      if !output.writeAll(bytes, unlessEnded: input, within: patience) {
        isGone.store(true, ordering: .relaxed)
      }
    }
    let server = ContextServer(
      client, calls: calls, root: root, run: ProgramRun(program: program, limit: limit),
      programVersion: version)
    var reader = LineReader()
    while let part = try? input.next(), !part.isEmpty {
      for line in reader.lines(adding: part) { server.receive(line) }
    }
    for line in reader.end() { server.receive(line) }
    // The end of a file does not mean that the client is gone.
    let end = ContinuousClock.now + .milliseconds(patience)
    while !calls.isEmpty, input.isFile || ContinuousClock.now < end {
      if isGone.load(ordering: .relaxed) || output.waitUntilNobodyReads(within: pause) { break }
    }
    calls.end()
    ProcessGroups.end()
    return true
  }
}

import ArgumentParser
import CEL
import Files
import SuasMCP
import SystemPackage

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Android)
  @preconcurrency import Android
#elseif canImport(Darwin)
  import Darwin
#endif

struct ServeContext: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve an assistant: commands as tools, on standard input and output.",
    discussion: """
      Speaks the Model Context Protocol. Assistants start it; nobody types to it. Its tools check, \
      run, explore, mutate, compare and generate, and give the pages of the manual. They read and \
      write files only below the root, write only where a call asks for it, and never use the \
      network.
      """)

  @Option(
    help: ArgumentHelp(
      "Read and write files only below this folder; by default, the working directory.",
      valueName: "folder"),
    completion: .directory)
  var root: String?

  @Option(
    help: ArgumentHelp(
      "The longest time of a call, such as 30s; a search then reports what it has found. "
        + "(default: 2m)",
      valueName: "duration"),
    transform: { try SearchArguments.duration($0, of: "--time-limit") })
  var timeLimit: CEL.Duration?

  func validate() throws { try RootArguments.check(root) }

  func run() throws {
    guard let program = NetworkProgram.ownPath else {
      Terminal.complain("the program does not know where it lies")
      throw ExitStatus.unreadable
    }
    // The commands that it starts have the same working directory.
    if let root, chdir(root) != 0 {
      Terminal.complain("'\(root)' cannot be entered: \(String(cString: strerror(errno)))")
      throw ExitStatus.unreadable
    }
    let limit = timeLimit.map { Swift.Duration.nanoseconds($0.nanoseconds) }
    let isServed = ContextSession.serve(
      input: FileParts(standardInput: ()), output: .standardOutput, program: program,
      version: SuasRun.version, limit: limit ?? .seconds(120))
    guard isServed else {
      Terminal.complain("there is no working directory")
      throw ExitStatus.unreadable
    }
  }
}

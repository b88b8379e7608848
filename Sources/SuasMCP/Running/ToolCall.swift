import CEL
import SuasScenario
import SuasSpec

/// A call of a tool with checked arguments.
struct ToolCall: Sendable {
  let tool: Tool
  let arguments: ToolArguments
  let root: ToolRoot
  let run: ProgramRun
  let isCancelled: @Sendable () -> Bool
  /// Is told the time so far, again and again.
  let tell: @Sendable (Swift.Duration) -> Void

  /// Does what is asked for.
  ///
  /// - Throws: a failure if the call was cancelled.
  func result() throws(ProgramRun.Failure) -> ToolResult {
    do throws(ToolRoot.Refusal) {
      try root.check(arguments, of: tool)
    } catch {
      return .error(error.message, code: error.code)
    }
    switch tool.work {
    case .manual: return Manual.result(for: arguments)
    case .command(let words, let output):
      do throws(ProgramRun.Failure) {
        return try result(of: words + arguments.words, output)
      } catch {
        guard case .notStarted(let reason) = error else { throw error }
        return .error("the program cannot be started: \(reason)")
      }
    }
  }

  private func result(
    of words: [String], _ output: Tool.Output
  ) throws(ProgramRun.Failure) -> ToolResult {
    let writes = !tool.writing.isDisjoint(with: arguments.given)
    let outcome = try run.run(words, writes: writes, isCancelled: isCancelled, tell: tell)
    if outcome.isTooLarge {
      return .error("the answer is larger than the server takes: ask for less")
    }
    let status: ToolResult.Status
    switch outcome.ending {
    case .exit(0)?: status = .passed
    case .exit(1)?, .exit(2)?: status = .failed
    case .exit(130)? where outcome.isLate: status = .interrupted
    case .exit(64)?: return .error(Self.mistake(in: outcome.errors))
    default: return .error(Self.reason(for: outcome, run.limit))
    }
    let text = String(decoding: outcome.output, as: UTF8.self)
    let errors = outcome.errors.isEmpty ? nil : JSON.string(outcome.errors)
    switch output {
    case .json:
      guard let report = Self.report(outcome.output) else { break }
      // The text for people says more, except where it has the same diagnostics.
      let hasDiagnostics = report.members.contains { $0.key == "diagnostics" }
      let members = report.members.filter {
        tool.name != "run" || $0.key != "coverage" || arguments.given.contains("coverage")
      }
      return ToolResult(
        status, [("report", .object(members)), ("text", hasDiagnostics ? nil : errors)])
    case .text where status == .passed:
      return ToolResult(status, [("text", .string(text))])
    case .files where outcome.ending == .exit(code: 0):
      return ToolResult(
        status,
        [("written", Self.files("wrote", text)), ("removed", Self.files("removed", text))])
    case .files where outcome.ending == .exit(code: 1):
      return ToolResult(status, [("text", errors)])
    default: break
    }
    return .error(
      outcome.errors.isEmpty ? Self.reason(for: outcome, run.limit) : outcome.errors,
      diagnostics: try diagnostics())
  }

  /// The errors in the files that the call names, which the command itself prints as text only.
  private func diagnostics() throws(ProgramRun.Failure) -> JSON? {
    let files = tool.parameters.filter { tool.checked.contains($0.name) }
      .flatMap { arguments.texts[$0.name] ?? [] }
      .map { FileReference($0).path }.filter(Loader.exists)
    guard !files.isEmpty else { return nil }
    let outcome = try run.run(
      ["check", "--report", "json:-", "--"] + files, writes: false, isCancelled: isCancelled,
      tell: tell)
    guard
      let found = Self.report(outcome.output)?.members.first(where: { $0.key == "diagnostics" })?
        .value, case .array(let items) = found, !items.isEmpty
    else { return nil }
    return found
  }

  // MARK: What the program prints

  /// An object as a command reports it.
  private struct Report {
    let members: [(key: String, value: JSON)]
  }

  private static func report(_ output: [UInt8]) -> Report? {
    // A state may be nested as deeply as a report allows, which is part of a larger one here.
    var reader = JSONReader(output, maximumDepth: 2 * JSONReader.maximumDepth)
    guard let value = try? reader.readWhole(), case .object(let members) = JSON(value) else {
      return nil
    }
    // The texts of the files, which the assistant has.
    return Report(
      members: members.filter { $0.key != "sources" }.map { key, value in
        if key == "files", case .array(let files) = value { return (key, .array(files.map(brief))) }
        guard key == "files", case .object(let files) = value else { return (key, value) }
        return (
          key,
          .object(
            files.map { name, file in
              guard case .object(let members) = file else { return (name, file) }
              return (name, .object(members.filter { $0.key != "source" }))
            })
        )
      })
  }

  /// The scenarios of a file in a report of a run, with the steps only of those that did not pass.
  private static func brief(_ file: JSON) -> JSON {
    guard case .object(let members) = file else { return file }
    return .object(
      members.map { key, value in
        guard key == "scenarios", case .array(let scenarios) = value else { return (key, value) }
        return (
          key,
          .array(
            scenarios.map { scenario in
              guard case .object(let parts) = scenario,
                parts.contains(where: { $0.key == "outcome" && $0.value.isText("passed") })
              else { return scenario }
              return .object(parts.filter { $0.key != "steps" })
            })
        )
      })
  }

  /// The paths on lines that begin with a word.
  private static func files(_ word: String, _ text: String) -> JSON? {
    let paths = text.split(separator: "\n").filter { $0.hasPrefix("\(word) ") }
      .map { String($0.dropFirst(word.count + 1)) }
    return paths.isEmpty ? nil : .strings(paths)
  }

  /// The mistake in a command line, without the help that follows.
  private static func mistake(in errors: String) -> String {
    let lines = errors.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { !$0.hasPrefix("Usage:") && !$0.hasPrefix("Help:") && !$0.isEmpty }
    let text = lines.joined(separator: "\n")
    return text.hasPrefix("Error: ") ? String(text.dropFirst(7)) : text
  }

  private static func reason(for outcome: ProgramRun.Outcome, _ limit: Swift.Duration) -> String {
    if outcome.isLate {
      return "there was no result within \(limit.components.seconds) s: ask for less"
    }
    return switch outcome.ending {
    case .exit(let code)?: "the program ended with exit code \(code)"
    case .signal(let signal)?: "the program ended by signal \(signal)"
    case nil: "the program did not end"
    }
  }
}

extension JSON {
  fileprivate func isText(_ text: String) -> Bool {
    if case .string(text) = self { true } else { false }
  }
}

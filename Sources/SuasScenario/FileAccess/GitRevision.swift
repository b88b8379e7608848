import Files

/// The reason why something could not be read from a git repository.
package struct GitFailure: Error {
  /// In words for the middle of a sentence.
  package let message: String

  package init(message: String) { self.message = message }
}

/// A commit of a git repository, with its files.
package struct GitRevision: Sendable {
  /// The name by which the user refers to the commit: `main`, `HEAD~1`, a tag or a hash.
  package let name: String
  /// The hash of the commit, whatever the name refers to by now.
  private let commit: String
  /// The folder in which git is run.
  private let folder: String
  /// The top folder of the repository's working tree, without links.
  private let top: BytePath

  /// The longest time for an answer of git, in milliseconds.
  private static let limit = 30_000

  /// Resolves the name of a commit.
  ///
  /// - Parameters:
  ///   - name: The name as git takes it; nothing in it is an option.
  ///   - folder: A folder of the repository.
  /// - Throws: A failure if there is no git, no repository or no such commit.
  package init(named name: String, inRepositoryOf folder: String = ".") throws(GitFailure) {
    let place = try Self.ask(["rev-parse", "--show-prefix"], in: folder)
    guard place.code == 0, let working = FileSystem.realPath(folder) else {
      let words = place.words.isEmpty ? "it ended with exit code \(place.code)" : place.words
      throw GitFailure(message: "git finds no repository: \(words)")
    }
    // Without 'end-of-options', a name that begins with '-' would be an option.
    let found = try Self.ask(
      [
        "rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}",
      ], in: folder)
    let commit = String(decoding: found.output, as: UTF8.self).prefix { $0.isHexDigit }
    guard found.code == 0, !commit.isEmpty, !name.utf8.contains(0) else {
      throw GitFailure(message: "git knows no revision '\(name)'")
    }
    self.name = name
    self.commit = String(commit)
    self.folder = folder
    // The way from the top ends with a slash and a line break.
    let depth = place.output.split(separator: UInt8(ascii: "/")).count - 1
    top = (0..<max(0, depth)).reduce(working) { folder, _ in folder.folder }
  }

  /// Reads a whole file; of one larger than the limit, only a part that exceeds the limit.
  ///
  /// Links are followed as far as they stay in the repository.
  ///
  /// - Parameter path: The path from the working directory, where the file need not exist any more.
  /// - Returns: the bytes; nil if the commit has no such file.
  package func read(_ path: String, limit: Int) throws(GitFailure) -> [UInt8]? {
    guard let name = place(of: path) else {
      throw GitFailure(message: "it lies outside of the git repository")
    }
    guard !name.utf8.contains(UInt8(ascii: "\n")) else {
      throw GitFailure(message: "git is not asked for a path with a line break")
    }
    let answer = try Self.ask(
      ["cat-file", "--batch", "--follow-symlinks"], in: folder, input: "\(commit):\(name)\n",
      limit: limit)
    let end = answer.output.firstIndex(of: UInt8(ascii: "\n")) ?? answer.output.count
    let words = String(decoding: answer.output[..<end], as: UTF8.self).split(separator: " ")
    switch (words.first ?? "", words.last ?? "") {
    case ("dangling", _), ("notdir", _), (_, "missing"): return nil
    case ("symlink", _): throw GitFailure(message: "a link leads out of the git repository")
    case ("loop", _): throw GitFailure(message: "its link leads back to itself")
    case (_, let size):
      guard words.count == 3, let size = Int(size), size >= 0 else {
        throw GitFailure(message: answer.words.isEmpty ? "git gives no answer" : answer.words)
      }
      guard words[1] == "blob" else { throw GitFailure(message: "it is a folder") }
      let bytes = answer.output[min(end + 1, answer.output.count)...].prefix(size)
      guard bytes.count == size || bytes.count > limit else {
        throw GitFailure(message: "git ended before the end of the file")
      }
      return Array(bytes)
    }
  }

  /// Returns the identity of a file in the commit, independent of the way in which its path is
  /// written.
  func identity(of path: String) -> BytePath {
    ((try? FileSystem.absolute(path)) ?? BytePath(path)).tidied
  }

  /// Returns the path from the top of the repository; nil for one that lies outside.
  private func place(of path: String) -> String? {
    guard let absolute = try? FileSystem.absolute(path) else { return nil }
    // Links of today's working tree say nothing about the commit, but may lead to the tree.
    let places = [absolute.tidied] + (FileSystem.place(of: absolute).map { [$0] } ?? [])
    return places.first { $0.isBelow(top) && $0 != top }?.text(from: top)
  }

  // MARK: git

  private struct Answer {
    let output: [UInt8]
    let code: Int32
    /// The standard error, without git's `fatal:`.
    let words: String
  }

  /// Runs git, and returns its output; if that exceeds the limit, only a part that exceeds it.
  private static func ask(
    _ arguments: [String], in folder: String, input: String = "", limit: Int = 1 << 16
  ) throws(GitFailure) -> Answer {
    let process: ChildProcess
    do throws(ChildProcess.StartFailure) {
      process = try ChildProcess(["git", "-C", folder] + arguments)
    } catch {
      switch error {
      case .noProgram: throw GitFailure(message: "git is not installed")
      case .other(let reason): throw GitFailure(message: "git cannot be started: \(reason)")
      }
    }
    let deadline = ContinuousClock.now.advanced(by: .milliseconds(Self.limit))
    var rest = Array(input.utf8)[...]
    var output: [UInt8] = []
    // The first line of an answer comes before the file.
    let longest = limit + 4096
    var code: Int32 = 0
    var isOpen = true
    while output.count <= longest {
      if rest.isEmpty, isOpen {
        process.endInput()
        isOpen = false
      }
      let left = deadline.millisecondsLeft
      guard left > 0 else {
        throw GitFailure(message: "git did not answer within \(Self.limit / 1000) s")
      }
      if process.exchange(sending: &rest, receiving: &output, within: left) { continue }
      switch process.ending() {
      case .exit(let status): code = status
      case .signal(let signal): throw GitFailure(message: "git ended by signal \(signal)")
      case nil: throw GitFailure(message: "git ended its output, and goes on")
      }
      break
    }
    let words = process.words
    return Answer(
      output: output, code: code,
      words: words.hasPrefix("fatal: ") ? String(words.dropFirst(7)) : words)
  }
}

import Files
import SuasScenario
import YAML

/// The folder below which tools read and write, which is the working directory.
struct ToolRoot: Sendable {
  private let place: BytePath

  /// The reason why a path is refused.
  struct Refusal: Error {
    let code: String
    let message: String
  }

  /// - Returns: nil if there is no working directory.
  init?() {
    guard let place = FileSystem.realPath(".") else { return nil }
    self.place = place
  }

  /// Refuses arguments with a path that lies outside, as it is written or by a link.
  func check(_ arguments: ToolArguments, of tool: Tool) throws(Refusal) {
    for parameter in tool.parameters {
      for text in arguments.texts[parameter.name] ?? [] {
        switch parameter.kind {
        case .path, .paths: try check(text)
        case .scenarios:
          try check(text)
          try check(FileReference(text).path)
        case .version: try check(version: text)
        default: break
        }
      }
    }
  }

  private func check(_ path: String) throws(Refusal) {
    guard !path.isEmpty else { throw Refusal(code: "file-not-found", message: "a path is empty") }
    guard let absolute = try? FileSystem.absolute(path), let lies = FileSystem.place(of: absolute)
    else {
      throw Refusal(
        code: "file-not-found", message: "'\(DisplayText.escaped(path))' cannot be a path")
    }
    guard lies.isBelow(place) else {
      throw Refusal(
        code: "outside-root",
        message: "'\(DisplayText.escaped(path))' lies outside of the root of the server")
    }
  }

  /// Checks a file, or a file at a revision: git is asked only where the root is the top of its
  /// working tree, since a revision has files, and links to files, of the whole repository.
  private func check(version: String) throws(Refusal) {
    try check(version)
    guard FileSystem.kind(of: version) == nil, version.utf8.contains(UInt8(ascii: ":")) else {
      return
    }
    for (index, character) in zip(version.indices, version) where character == ":" {
      let path = String(version[version.index(after: index)...])
      if !path.isEmpty { try check(path) }
    }
    guard FileSystem.kind(of: ".git") != nil else {
      throw Refusal(
        code: "outside-root",
        message: "revisions of git are read only where the root is the top of the repository")
    }
  }
}

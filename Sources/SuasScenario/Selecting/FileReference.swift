import Files
import YAML

/// An argument of a command: a file or folder, or lines of a file.
public struct FileReference: Sendable {
  public let path: String
  /// The selected lines, counted from 1; empty for the whole file.
  public let lines: [Int]

  /// Reads `path`, `path:line` or `path:line,line`; a column after a line, as in diagnostics and
  /// reports, is ignored.
  ///
  /// An existing file with exactly this name takes precedence.
  public init(_ argument: String) {
    (path, lines) = Self.parts(of: argument) ?? (argument, [])
  }

  private static func parts(of argument: String) -> (path: String, lines: [Int])? {
    guard FileSystem.kind(of: argument) == nil else { return nil }
    var parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard var lines = Self.lines(parts.removeLast()) else { return nil }
    // The second of two numbers is a column.
    if parts.count > 1, let last = parts.last, let first = Self.lines(last) {
      lines = first
      parts.removeLast()
    }
    let path = parts.joined(separator: ":")
    return path.isEmpty ? nil : (path, lines)
  }

  private static func lines(_ text: Substring) -> [Int]? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { number in number.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(number) : nil }
    let lines = numbers.compactMap(\.self)
    return lines.count == numbers.count && lines.allSatisfy { $0 > 0 } ? lines : nil
  }
}

/// The lines of files that select scenarios.
public struct LineSelection: Sendable {
  /// The lines by the identity of their file.
  private var lines: [BytePath: [Int]] = [:]

  public var isEmpty: Bool { lines.isEmpty }

  /// - Parameters:
  ///   - references: The arguments.
  ///   - whole: Files that are selected as a whole, whatever lines are named besides.
  public init(_ references: [FileReference] = [], besides whole: [String] = []) {
    let whole = Set(whole.map(FileSystem.identity))
    for reference in references where !reference.lines.isEmpty {
      let identity = FileSystem.identity(of: reference.path)
      guard !whole.contains(identity) else { continue }
      lines[identity, default: []] += reference.lines
    }
  }

  /// Returns the selected lines of a file; nil if it is selected as a whole.
  func lines(of file: CheckedScenarioFile) -> [Int]? {
    lines.isEmpty ? nil : lines[FileSystem.identity(of: file.source.name)]
  }
}

import Files
import YAML

/// What an argument of a command names: a file or folder, or lines of a file.
public struct FileReference: Sendable {
  public let path: String
  /// The lines that are meant, counted from 1; none where the whole file is.
  public let lines: [Int]

  /// Reads `path`, `path:line` or `path:line,line`; the column after a line, as diagnostics and
  /// reports write it, is passed over.
  ///
  /// A file of that very name comes before any lines.
  public init(_ argument: String) {
    (path, lines) = Self.parts(of: argument) ?? (argument, [])
  }

  private static func parts(of argument: String) -> (path: String, lines: [Int])? {
    guard FileSystem.kind(of: argument) == nil else { return nil }
    var parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard var lines = Self.lines(parts.removeLast()) else { return nil }
    // Of two numbers the second one is a column.
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
  /// By the file, whatever path leads to it, with the name that it was given last.
  private var lines: [BytePath: [Int]] = [:]

  public var isEmpty: Bool { lines.isEmpty }

  /// - Parameters:
  ///   - references: What the arguments name.
  ///   - whole: Files that are meant as a whole, whatever lines are named besides.
  public init(_ references: [FileReference] = [], besides whole: [String] = []) {
    let whole = Set(whole.map(FileSystem.identity))
    for reference in references where !reference.lines.isEmpty {
      let identity = FileSystem.identity(of: reference.path)
      guard !whole.contains(identity) else { continue }
      lines[identity, default: []] += reference.lines
    }
  }

  /// The lines that are meant of a file; nil where it is meant as a whole.
  func lines(of file: CheckedScenarioFile) -> [Int]? {
    lines.isEmpty ? nil : lines[FileSystem.identity(of: file.source.name)]
  }
}

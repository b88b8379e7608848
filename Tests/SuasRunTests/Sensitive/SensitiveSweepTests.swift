import Foundation
import Support
import Testing

/// Each field and effect of many specs, marked as sensitive and given a value that nothing else has:
/// nothing that a command writes has this value.
///
/// `SENSITIVE_MARKS` is the number of marks that are tried, or `all`.
@Suite struct SensitiveSweepTests {
  /// A name in the spec of a folder.
  struct Mark: CustomStringConvertible, Sendable {
    let folder: URL
    let name: String
    var description: String { "\(folder.lastPathComponent): \(name)" }
  }

  private static let folders: [URL] = {
    let tests = packageRoot.appending(path: "Tests/SuasRunTests")
    func inside(_ folder: URL) -> [URL] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.sorted().map { folder.appending(path: $0) }
    }
    return Examples.names.map { Examples.folder.appending(path: $0) }
      + inside(FixtureTests.folder) + inside(tests.appending(path: "Reference"))
  }()

  /// All marks, those of one folder far from each other.
  private static let all: [Mark] = folders.flatMap { folder in
    MarkedFiles(in: folder).names.map { Mark(folder: folder, name: $0) }
  }

  private static let chosen: [Mark] = {
    let wanted = ProcessInfo.processInfo.environment["SENSITIVE_MARKS"] ?? "8"
    let count = wanted == "all" ? all.count : min(Int(wanted) ?? 0, all.count)
    return (0..<count).map { all[$0 * all.count / count] }
  }()

  @Test("No command writes the value of a sensitive field", arguments: chosen)
  func sweep(mark: Mark) throws {
    let files = MarkedFiles(in: mark.folder, marks: [mark.name])
    for scenario in files.scenarios {
      guard let run = try MarkedRun(of: files, scenario) else { continue }
      for leak in try run.leaks() { Issue.record("\(mark): \(leak)") }
    }
  }
}

extension MarkedFiles {
  init(in folder: URL, marks: Set<String> = []) {
    var original: [String: String] = [:]
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    for name in names where name.hasSuffix(".yaml") {
      original[name] = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    self.init(original: original, marks: marks)
  }

  /// The texts around planted values.
  static func leaks(in text: String) -> [String] {
    planted.flatMap { text.ranges(of: $0) }.map { range in
      let start = text.index(range.lowerBound, offsetBy: -160, limitedBy: text.startIndex)
      let end = text.index(range.upperBound, offsetBy: 40, limitedBy: text.endIndex)
      return String(text[(start ?? text.startIndex)..<(end ?? text.endIndex)])
    }
  }
}

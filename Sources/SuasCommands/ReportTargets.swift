import ArgumentParser
import Files
import SuasMutate
import SuasReports
import YAML

/// A format of reports that a command writes besides its text.
protocol ReportNotation: RawRepresentable, CaseIterable where RawValue == String {
  var notation: ReportFormat.Notation { get }
  /// True if the report is part of a log, and needs no file of its own.
  var isForLogs: Bool { get }
}

extension ReportFormat: ReportNotation {}

extension CheckReportFormat: ReportNotation {}

extension MutationReportFormat: ReportNotation {
  var isForLogs: Bool { false }
}

/// The reports that a command line asks for, as `FORMAT:FILE`.
struct ReportTargets<Format: ReportNotation> {
  private struct Target {
    let format: Format
    /// The path of the file; `nil` for standard output.
    let path: String?
  }

  private let targets: [Target]

  /// - Throws: A mistake in the command line.
  init(_ arguments: [String]) throws {
    targets = try arguments.map { argument in
      let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard let format = Format(rawValue: String(parts[0])) else {
        let known = Format.allCases.map(\.rawValue)
        let near = suggestion(for: String(parts[0]), among: known)
        throw ValidationError(
          "there is no report \(Self.quoted(String(parts[0]))); "
            + (near.map { "did you mean '\($0)'?" } ?? "there are \(known.joined(separator: ", "))")
        )
      }
      let path = parts.count > 1 ? String(parts[1]) : format.isForLogs ? "-" : ""
      guard !path.isEmpty else {
        throw ValidationError("--report \(format.rawValue) needs a file: \(format.rawValue):FILE")
      }
      return Target(format: format, path: path == "-" ? nil : path)
    }
    var seen: Set<String> = []
    for target in targets {
      let destination = target.path ?? "standard output"
      guard seen.insert(destination).inserted else {
        throw ValidationError("two reports go to \(Self.quoted(destination))")
      }
      try target.path.map(ReportFile.checkName)
    }
  }

  private static func quoted(_ text: String) -> String { "'\(DisplayText.escaped(text))'" }

  var formats: [Format] { targets.map(\.format) }

  /// True if standard output is reserved for a report that allows no text around it.
  var takesOutput: Bool { targets.contains { $0.path == nil && !$0.format.isForLogs } }

  /// Returns true if a report goes to a file, or to standard output for `-`.
  func go(to path: String) -> Bool {
    if path == "-" { return targets.contains { $0.path == nil } }
    let place = FileSystem.place(of: BytePath(path))
    return targets.contains { target in
      target.path.map { FileSystem.place(of: BytePath($0)) == place } ?? false
    }
  }

  /// Ends the program if a report cannot be written, before anything is run.
  ///
  /// - Parameter inputs: The paths of files that are read, which no report replaces.
  func prepare(sparing inputs: [String] = []) throws {
    for case let path? in targets.map(\.path) { try ReportFile.prepare(path, sparing: inputs) }
  }

  /// Writes the reports.
  ///
  /// - Parameter report: Passes the parts of a report to its second argument.
  /// - Returns: true if all could be written.
  func write(_ report: (Format, @escaping (String) -> Void) -> Void) -> Bool {
    var isWhole = true
    for target in targets {
      guard let path = target.path else {
        report(target.format, Terminal.writer(target.format.notation))
        continue
      }
      if !ReportFile.write(to: path, { report(target.format, $0) }) { isWhole = false }
    }
    return isWhole
  }
}

import Files
import LibYAML
import SuasSpec
import SystemPackage
import YAML

/// A folder to which scenarios are written, each to its own file.
package struct ScenarioFolder {
  private let path: String
  /// The folder in which everything is written.
  private let root: Root

  package struct WriteError: Error {
    package let diagnostic: Diagnostic
    /// True if a link leads out of the root.
    package var leadsOut: Bool { diagnostic.code == .outsideRoot }

    init(_ path: String, _ error: FileError) { diagnostic = .notUpdated(path, error) }
  }

  /// A scenario in a file.
  package struct Written: Sendable, Equatable {
    package let path: String
    /// True if the very same scenario was there before.
    package let wasThere: Bool

    /// The line of a report about the file.
    package var line: String { wasThere ? "it is in \(path)" : "wrote \(path)" }
  }

  /// Opens a folder, and makes it if there is none.
  ///
  /// A folder that is named below the working directory may not be a link that leads out of it.
  ///
  /// - Throws: the reason why the folder does not exist and cannot be made.
  package init(_ path: String) throws(WriteError) {
    self.path = path.utf8.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let working = Root.working
    do throws(FileFailure) {
      if working.isNamed(by: path) {
        root = working
        try root.makeFolder(self.path)
      } else {
        try FileSystem.makeFolder(self.path)
        root = Root(around: self.path)
      }
      guard try root.kind(of: self.path) == .folder else { throw .system(.notDirectory) }
    } catch {
      throw WriteError(path, FileError(operation: .written, error, below: working))
    }
  }

  /// Writes a scenario, under another name if one is taken: no file is ever replaced.
  ///
  /// - Parameters:
  ///   - name: The name of the file, without its endings.
  ///   - specs: The paths of the spec's files, as the user named them.
  package func write(
    _ scenario: SessionScenario, named name: String, of specs: [String]
  ) throws(WriteError) -> Written {
    var scenario = scenario
    scenario.specs = specs.map { Root.path(to: $0, beside: "\(path)/x") }
    let bytes = Array(scenario.text.utf8)
    for number in 1...Self.most {
      let file = "\(path)/\(name)\(number == 1 ? "" : "-\(number)").scenario.yaml"
      if let present = try? root.read(file, limit: bytes.count) {
        if present == bytes { return Written(path: file, wasThere: true) }
        continue
      }
      do throws(FileFailure) {
        try root.write(bytes, to: file, replacing: .nothing)
        return Written(path: file, wasThere: false)
      } catch {
        if error == .system(.fileExists) { continue }
        throw WriteError(file, FileError(operation: .written, error, below: root))
      }
    }
    let reason = "there are \(Self.most) files named '\(name)'"
    throw WriteError(path, FileError(operation: .written, reason: reason))
  }

  private static let most = 1000
}

extension SessionScenario {
  /// Runs the scenario as it is read from its text.
  ///
  /// - Returns: the messages of its failures.
  package func failures(of spec: CompiledSpec) throws(Diagnostics) -> [String] {
    let tree = try LibYAML.parse(Source(name: "scenario", text: text))
    let file = try CheckedScenarioFile(
      checking: try ScenarioFile(decoding: tree), against: spec, try FragmentTable([]))
    return Runner().run(file).scenarios.flatMap(\.failures).map(\.message)
  }
}

import SuasSpec
import SystemPackage
import YAML

/// A folder that scenarios are written to, each into a file of its own.
package struct ScenarioFolder {
  private let path: String

  package struct Failure: Error {
    package let message: String
  }

  /// A scenario that stands in a file.
  package struct Written: Sendable, Equatable {
    package let path: String
    /// Whether the very same scenario was there before.
    package let wasThere: Bool
  }

  /// - Throws: why there is no such folder, and none can be made.
  package init(_ path: String) throws(Failure) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    switch FileSystem.kind(of: path) {
    case .folder: break
    case nil:
      do throws(Errno) {
        try FileSystem.makeFolder(self.path)
      } catch {
        throw Failure(message: "the folder '\(path)' cannot be made: \(error.words)")
      }
    case .file, .other: throw Failure(message: "'\(path)' is no folder")
    }
  }

  /// Writes a scenario, under another name where one is taken: no file is ever replaced.
  ///
  /// - Parameters:
  ///   - name: The file's, without its endings.
  ///   - specs: The paths of the spec's files, as the user named them.
  package func write(
    _ scenario: SessionScenario, named name: String, of specs: [String]
  ) throws(Failure) -> Written {
    var scenario = scenario
    scenario.specs = specs.map { Root.path(to: $0, beside: "\(path)/x") }
    let bytes = Array(scenario.text.utf8)
    for number in 1...Self.most {
      let file = "\(path)/\(name)\(number == 1 ? "" : "-\(number)").scenario.yaml"
      if FileSystem.kind(of: file) == .file {
        let present = try? FileSystem.read(file, limit: bytes.count)
        if present == bytes { return Written(path: file, wasThere: true) }
        continue
      }
      do throws(Errno) {
        try FileSystem.write(bytes, to: file, isNew: true)
        return Written(path: file, wasThere: false)
      } catch {
        if error == .fileExists { continue }
        throw Failure(message: "'\(file)' cannot be written: \(error.words)")
      }
    }
    throw Failure(message: "there are \(Self.most) files named '\(name)' in '\(path)'")
  }

  private static let most = 1000
}

extension SessionScenario {
  /// Runs the scenario as it is read back from its text.
  ///
  /// - Returns: what fails of it.
  package func failures(of spec: CompiledSpec) throws(Diagnostics) -> [String] {
    let tree = try YAML.parse(Source(name: "scenario", text: text))
    let file = try CheckedScenarioFile(
      checking: try ScenarioFile(decoding: tree), against: spec, try FragmentTable([]))
    return Runner().run(file).scenarios.flatMap(\.failures).map(\.message)
  }
}

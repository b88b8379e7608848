import Foundation
import SuasGenerate
import SuasProgram
import SuasSpec
import Testing
import YAML

@testable import SuasScenario

/// A mistake that an emitter or a runtime could have: another text in the code that is generated from
/// a spec.
struct PlantedFault: Sendable, CustomTestStringConvertible {
  /// The name of the spec in `specs/` whose code has the fault.
  let spec: String
  /// The end of the file's path.
  let file: String
  let original: String
  let faulty: String

  init(_ spec: String, _ file: String, _ original: String, _ faulty: String) {
    self.spec = spec
    self.file = file
    self.original = original
    self.faulty = faulty
  }

  var testDescription: String { "\(spec), \(file): \(original)" }

  var path: String { "specs/\(spec)/\(spec).yaml" }

  /// The text of a file with the fault; nil if it is another file, or does not have the original.
  func planted(in text: String, at path: String) -> String? {
    guard path.hasSuffix(file), text.contains(original) else { return nil }
    return text.replacingOccurrences(of: original, with: faulty)
  }

  func checkedSpec() throws -> CheckedSpec {
    try Loader(root: nil).checkedSpec(
      at: [GeneratedProgram.sources.appending(path: path).path])
  }

  /// Writes the files of a program with the fault.
  ///
  /// - Parameter adapt: Returns the place of a file, and its text there.
  /// - Throws: `NothingChanged` if no file has the original.
  func write(
    _ files: [GeneratedFile], _ adapt: (_ path: String, _ text: String) -> (URL, String)
  ) throws {
    var isPlanted = false
    for file in files {
      let planted = planted(in: file.text, at: file.path)
      isPlanted = isPlanted || planted != nil
      let (target, text) = adapt(file.path, planted ?? file.text)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: target)
    }
    guard isPlanted else { throw GeneratedProgram.NothingChanged() }
  }

  /// The proof that a program has a fault: a difference in a scenario of the spec, or else after
  /// random steps; nil if nothing does.
  static func difference(of spec: CheckedSpec, at path: String, _ drivers: DriverPool) throws
    -> String?
  {
    let scenarios = GeneratedProgram.sources.appending(
      path: path.replacingOccurrences(of: ".yaml", with: ".scenario.yaml"))
    var loader = Loader(root: nil)
    var runner = Runner()
    runner.drivers = drivers
    let file = try loader.scenarioFile(scenarios.path)
    for scenario in runner.run([file]).files.flatMap(\.scenarios) {
      for failure in scenario.failures where failure.message.hasPrefix("the program ") {
        return "'\(scenario.name)': \(failure.message)"
      }
    }
    do {
      return try RandomComparison.difference(of: spec, drivers)
    } catch let failure as DriverFailure {
      return failure.message
    }
  }
}

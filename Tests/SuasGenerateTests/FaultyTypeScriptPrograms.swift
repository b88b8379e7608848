import Foundation
import SuasGenerate
import SuasProgram
import SuasScenario
import SuasSpec

/// Generated TypeScript with planted faults, compiled in one call: each program has a runtime of its
/// own. Ints are bigints, so that only a fault makes a difference.
final class FaultyTypeScriptPrograms {
  private(set) var programs: [(spec: CheckedSpec, drivers: DriverPool)] = []
  private let folder: URL

  init(_ faults: [PlantedFault]) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "suas-faults-\(UUID().uuidString)")
    for (number, fault) in faults.enumerated() {
      let spec = try Loader(root: nil).checkedSpec(
        at: [GeneratedProgram.sources.appending(path: fault.path).path])
      var options = TypeScriptGenerator.Options()
      options.hasDriver = true
      options.ints = .bigint
      var isPlanted = false
      for file in try TypeScriptGenerator(spec, from: fault.path, options).files() {
        let planted = fault.planted(in: file.text, at: file.path)
        isPlanted = isPlanted || planted != nil
        let target = folder.appending(path: "source/fault\(number)/\(file.path)")
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((planted ?? file.text).utf8).write(to: target)
      }
      guard isPlanted else { throw NotPlanted(fault: fault) }
      let driver = folder.appending(path: "classes/fault\(number)/driver.js")
      programs.append((spec, DriverPool(TypeScriptToolchain.command(driver))))
    }
    try TypeScriptToolchain.compile(folder.appending(path: "source"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The program has none of the places where a fault should be.
  struct NotPlanted: Error { let fault: PlantedFault }
}

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
      let spec = try fault.checkedSpec()
      var options = TypeScriptGenerator.Options()
      options.hasDriver = true
      options.ints = .bigint
      let files = try TypeScriptGenerator(spec, from: fault.path, options).files()
      try fault.write(files) { path, text in
        (folder.appending(path: "source/fault\(number)/\(path)"), text)
      }
      let driver = folder.appending(path: "classes/fault\(number)/driver.js")
      programs.append((spec, DriverPool(TypeScriptToolchain.command(driver))))
    }
    try TypeScriptToolchain.compile(folder.appending(path: "source"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

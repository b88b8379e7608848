import Foundation
import SuasGenerate
import SuasProgram
import SuasScenario
import SuasSpec

/// Generated Kotlin with planted faults, compiled in one call: each program has a runtime of its own.
final class FaultyKotlinPrograms {
  private(set) var programs: [(spec: CheckedSpec, drivers: DriverPool)] = []
  private let folder: URL

  init(_ faults: [PlantedFault]) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "suas-faults-\(UUID().uuidString)")
    let (source, classes) = (folder.appending(path: "source"), folder.appending(path: "classes"))
    for (number, fault) in faults.enumerated() {
      let spec = try fault.checkedSpec()
      var options = KotlinGenerator.Options()
      options.packageName = "fault\(number).app"
      options.hasDriver = true
      let files = try KotlinGenerator(spec, from: fault.path, options).files()
      try fault.write(files) { path, text in
        // The runtime of this program has a package of its own.
        let text = text.replacingOccurrences(
          of: "package suas", with: "package fault\(number).suas"
        )
        .replacingOccurrences(of: "import suas.", with: "import fault\(number).suas.")
        let path = path.hasPrefix("suas/") ? "fault\(number)/\(path)" : path
        return (source.appending(path: path), text)
      }
      let main = "fault\(number).app.\(Self.mainClass)"
      programs.append((spec, DriverPool(KotlinToolchain.command(classes, main))))
    }
    try KotlinToolchain.compile(source, to: classes)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static let mainClass = "DriverKt"
}

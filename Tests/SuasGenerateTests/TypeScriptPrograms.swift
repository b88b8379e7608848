import Foundation
import SuasGenerate
import SuasProgram
import SuasSpec
import YAML

@testable import SuasScenario

/// Specs as generated TypeScript, compiled in one call, with one trace driver that takes the part of each.
final class TypeScriptPrograms: Sendable {
  let drivers: DriverPool
  private let folder: URL

  init(_ specs: [Corpus.Spec]) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "suas-typescript-\(UUID().uuidString)")
    let source = folder.appending(path: "source")
    for (number, spec) in specs.enumerated() {
      var options = TypeScriptGenerator.Options()
      options.runtimePath = "../runtime"
      options.hasDriver = true
      let name = spec.name.split(separator: "/").last.map(String.init) ?? spec.name
      for file in try TypeScriptGenerator(spec.checked, from: name, options).files() {
        // All programs share one runtime.
        let path = file.isRuntime ? file.path : "spec\(number)/\(file.path)"
        try Self.write(file.text, to: source.appending(path: path))
      }
    }
    try Self.write(Self.main(specs.count), to: source.appending(path: "main.ts"))
    try TypeScriptToolchain.compile(source)
    drivers = DriverPool(TypeScriptToolchain.command(folder.appending(path: "classes/main.js")))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func write(_ text: String, to path: URL) throws {
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: path)
  }

  /// A driver that is that of the program with whose digest it is greeted.
  private static func main(_ count: Int) -> String {
    let imports = (0..<count).map {
      "import { appSpec as spec\($0) } from \"./spec\($0)/appSpec.js\";"
    }
    return """
      import { answerLines, Driver } from "./runtime/driver.js";
      \(imports.joined(separator: "\n"))

      const specs = [\((0..<count).map { "spec\($0)" }.joined(separator: ", "))];
      let driver = new Driver(spec0);
      answerLines((line) => {
        if (line.startsWith('{"suas-driver"')) {
          driver = new Driver(specs.find((spec) => line.includes(spec.digest)) ?? spec0);
        }
        return driver.answer(line);
      });

      """
  }
}

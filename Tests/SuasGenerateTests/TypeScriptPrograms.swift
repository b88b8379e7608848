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

  /// - Parameter hasRecorder: True if the programs can record sessions.
  init(_ specs: [Corpus.Spec], hasRecorder: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "suas-typescript-\(UUID().uuidString)")
    let source = folder.appending(path: "source")
    for (number, spec) in specs.enumerated() {
      var options = TypeScriptGenerator.Options()
      options.runtimePath = "../runtime"
      options.hasDriver = true
      options.hasRecorder = hasRecorder
      let name = spec.name.split(separator: "/").last.map(String.init) ?? spec.name
      for file in try TypeScriptGenerator(spec.checked, from: name, options).files() {
        // All programs share one runtime.
        let path = file.isRuntime ? file.path : "spec\(number)/\(file.path)"
        try Self.write(file.text, to: source.appending(path: path))
      }
    }
    let record =
      hasRecorder
      ? Self.recording : "const record = (_line: string, _driver: Driver): boolean => false;"
    try Self.write(
      Self.main(specs.count, record: record), to: source.appending(path: "main.ts"))
    try Self.write(Self.node, to: source.appending(path: "node.d.ts"))
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
  ///
  /// - Parameter record: The declaration of a function that takes the requests of recordings.
  private static func main(_ count: Int, record: String) -> String {
    let imports = (0..<count).map {
      "import { appSpec as spec\($0) } from \"./spec\($0)/appSpec.js\";"
    }
    return """
      import { answerLines, Driver } from "./runtime/driver.js";
      \(imports.joined(separator: "\n"))
      \(record)

      const specs = [\((0..<count).map { "spec\($0)" }.joined(separator: ", "))];
      let driver = new Driver(spec0);
      answerLines((line) => {
        if (line.startsWith('{"suas-driver"')) {
          driver = new Driver(specs.find((spec) => line.includes(spec.digest)) ?? spec0);
        }
        return record(line, driver) ? "{}" : driver.answer(line);
      });

      """
  }

  /// Records in the file that a request names, and ends with one that names none.
  private static let recording = """
    import { appendFileSync } from "node:fs";
    import { LogFunction } from "./runtime/sessionLog.js";
    import { SessionRecorder } from "./runtime/sessionRecorder.js";

    let recorder: SessionRecorder | null = null;
    function record(line: string, { run }: Driver): boolean {
      if (!line.startsWith('{"record":') || run === null) return false;
      recorder?.stop();
      const path = (JSON.parse(line) as { record: string | null }).record;
      if (path === null) return true;
      const log = new LogFunction((text) => appendFileSync(path, `${text}\\n`));
      recorder = new SessionRecorder(run.runtime, run.store, log);
      recorder.start();
      return true;
    }
    """

  /// What is used of Node, whose types are no part of Debian's packages.
  private static let node = """
    declare module "node:fs" {
      export function appendFileSync(path: string, text: string): void;
    }

    """
}

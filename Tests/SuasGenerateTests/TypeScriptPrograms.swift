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

  /// What the programs have besides their drivers.
  enum Feature { case recording, redux }

  init(
    _ specs: [Corpus.Spec], with feature: Feature? = nil, ints: TypeScriptInts = .number
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "suas-typescript-\(UUID().uuidString)")
    let source = folder.appending(path: "source")
    for (number, spec) in specs.enumerated() {
      var options = TypeScriptGenerator.Options()
      options.runtimePath = "../runtime"
      options.hasDriver = true
      options.ints = ints
      options.hasRecorder = feature == .recording
      let name = spec.name.split(separator: "/").last.map(String.init) ?? spec.name
      for file in try TypeScriptGenerator(spec.checked, from: name, options).files() {
        // All programs share one runtime.
        let path = file.isRuntime ? file.path : "spec\(number)/\(file.path)"
        try Self.write(file.text, to: source.appending(path: path))
      }
    }
    try Self.write(Self.main(specs.count, feature), to: source.appending(path: "main.ts"))
    try Self.write(Self.node, to: source.appending(path: "node.d.ts"))
    let redux = GeneratedProgram.sources.appending(path: "Tests/TypeScriptRuntime/reduxStore.ts")
    try FileManager.default.copyItem(at: redux, to: source.appending(path: "reduxStore.ts"))
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
  private static func main(_ count: Int, _ feature: Feature?) -> String {
    let imports = (0..<count).map {
      "import { appSpec as spec\($0) } from \"./spec\($0)/appSpec.js\";"
    }
    return """
      import { answerLines, Driver } from "./runtime/driver.js";
      \(imports.joined(separator: "\n"))
      \(feature == .recording ? recording : notRecording)
      \(feature == .redux ? onRedux : "")

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

  /// Makes a store as part of a Redux store.
  private static let onRedux = """
    import { ReduxSpec } from "./runtime/redux.js";
    import { SpecRuntime, type SpecStoreOptions } from "./runtime/specRuntime.js";
    import { combineReducers, createStore } from "./reduxStore.js";

    SpecRuntime.prototype.detachedStore = function <S>(options: SpecStoreOptions<S> = {}) {
      const settings = { ...options, select: (root: { readonly app: S }) => root.app };
      const spec = new ReduxSpec<S, { readonly app: S }>(this, settings);
      createStore(combineReducers<{ readonly app: S }>({ app: spec.reducer }), spec.middleware);
      return spec;
    };
    """

  private static let notRecording =
    "const record = (_line: string, _driver: Driver): boolean => false;"

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

import Foundation
import SuasGenerate
import SuasSpec
import Testing

@testable import SuasScenario

extension CompiledPrograms {
  /// The guide for web apps: its modules compile together, with the code of a spec.
  @Suite("The page about web apps", .serialized)
  struct WebAppsPageTests {
    @Test(
      .enabled(
        if: TypeScriptToolchain.isThere, "Node is needed: apt-get install nodejs node-typescript"))
    func `The modules of the page compile by the strictest settings`() throws {
      let root = GeneratedProgram.sources
      let page = try String(
        contentsOf: root.appending(path: "docs/guides/web-apps.md"), encoding: .utf8)
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "suas-page-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let source = folder.appending(path: "source")
      let runtime = source.appending(path: "generated/runtime")
      try FileManager.default.createDirectory(at: runtime, withIntermediateDirectories: true)
      let modules = page.matches(of: /<!-- file: (\S+) -->\n\n```tsx?\n((?s).*?)```\n/)
      #expect(modules.count == page.matches(of: /```tsx?\n/).count)
      #expect(modules.count > 7)
      for module in modules {
        try Data(module.2.utf8).write(to: source.appending(path: String(module.1)))
      }
      let path = "specs/todo/todo.yaml"
      let spec = try Loader(root: nil).checkedSpec(at: [root.appending(path: path).path])
      var options = TypeScriptGenerator.Options()
      (options.hasReact, options.hasRecorder) = (true, true)
      // What saves a state stands in the runtime of a spec that has something to save.
      options.runtimeFiles = ["savedPlace", "stateSaver"]
      for file in try TypeScriptGenerator(spec, from: path, options).files() {
        try Data(file.text.utf8).write(to: source.appending(path: "generated/\(file.path)"))
      }
      let react = root.appending(path: "Tests/TypeScriptRuntime/react.d.ts")
      try FileManager.default.copyItem(at: react, to: source.appending(path: "react.d.ts"))
      try Data(Self.others.utf8).write(to: source.appending(path: "others.d.ts"))
      try TypeScriptToolchain.compile(source, libraries: ["ES2020", "DOM"])
    }

    /// The parts of other libraries that are used, which cannot be had where the tests run.
    private static let others = """
      declare namespace JSX {
        interface Element {}
        interface IntrinsicElements { [name: string]: object }
      }
      declare module "node:fs" {
        export function createWriteStream(path: string): { write(text: string): boolean; end(): void };
      }
      declare const process: { once(event: "beforeExit", body: () => void): void };
      declare module "@react-native-async-storage/async-storage" {
        const AsyncStorage: {
          getItem(key: string): Promise<string | null>;
          setItem(key: string, value: string): Promise<void>;
        };
        export default AsyncStorage;
      }
      declare module "@reduxjs/toolkit" {
        type Next = (action: unknown) => unknown;
        interface Api<S> { getState(): S; dispatch<A extends { type: string }>(action: A): A }
        type Middleware<S> = (api: Api<S>) => (next: Next) => Next;
        interface Defaults<S> { prepend(...middleware: readonly Middleware<S>[]): unknown }
        export function configureStore<S>(options: {
          reducer: { [K in keyof S]: (state: S[K] | undefined, action: { type: string }) => S[K] };
          middleware: (defaults: (options: object) => Defaults<S>) => unknown;
        }): Api<S>;
      }

      """
  }
}

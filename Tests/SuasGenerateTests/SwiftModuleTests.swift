import Foundation
import SuasGenerate
import SuasSpec
import Testing

@testable import SuasScenario

extension CompiledPrograms {
  /// Programs of several specs in one module, which other modules use.
  @Suite("Modules of generated Swift", .timeLimit(.minutes(60)))
  struct SwiftModuleTests {
    private static let specs = [
      ("chat", "Chatting"), ("text-editor", "Editor"), ("checkout", "Shop"),
      ("search-cities", "Cities"),
    ]

    /// The use of the programs by an app.
    private static let app = """
      import Program
      import Suas

      func run() {
        let runtime = AppRuntime(perform: { _ in .done }, report: { _ in })
        let runner = EffectRunner(runtime)
        let chat = ChattingStore.make(runner)
        chat.dispatch(action: WriteMessage(text: "hello"))
        let shop = ShopStore.make(EffectRunner(AppRuntime()))
        shop.dispatch(action: GoBack())
        let state = ShopState(shop.state)
        print(state.checkout == Checkout(), ChattingState(chat.state))
        _ = EditorStore.make()
        _ = CitiesStore.reducer()
      }

      """

    @Test func `Specs with names of their own share a module and a runtime, which an app uses`()
      throws
    {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "suas-generated-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      var paths: Set<String> = []
      let specs = try Self.specs.map { spec, name in
        let source = GeneratedProgram.sources.appending(path: "specs/\(spec)/\(spec).yaml").path
        return (spec: try Loader(root: nil).checkedSpec(at: [source]), program: name)
      }
      for (spec, name) in try specs + TwinSpecs.make(in: folder) {
        var options = SwiftGenerator.Options()
        options.name = name
        options.isPublic = true
        for file in try SwiftGenerator(spec, from: "\(name).yaml", options).files() {
          let path = folder.appending(path: file.isRuntime ? file.path : "\(name)/\(file.path)")
          try FileManager.default.createDirectory(
            at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
          try Data(file.text.utf8).write(to: path)
          paths.insert(path.path)
        }
      }
      let module = folder.appending(path: "Program.swiftmodule").path
      try GeneratedProgram.compile(
        ["-emit-module", "-module-name", "Program", "-o", module] + paths.sorted())
      let app = folder.appending(path: "App.swift")
      try Data(Self.app.utf8).write(to: app)
      try GeneratedProgram.compile(["-typecheck", "-I", folder.path, app.path])
    }
  }
}

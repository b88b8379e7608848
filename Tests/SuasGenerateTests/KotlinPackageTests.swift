import Foundation
import SuasGenerate
import Testing

@testable import SuasScenario

extension CompiledPrograms {
  /// Programs of several specs in one package.
  @Suite(
    "Packages of generated Kotlin", .timeLimit(.minutes(60)),
    .enabled(
      if: KotlinToolchain.isThere, "Java and the Kotlin compiler are needed: .ci/kotlin fetch"))
  struct KotlinPackageTests {
    @Test func `Specs with names of their own share a package and a runtime with its own name`()
      throws
    {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "suas-kotlin-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let source = folder.appending(path: "source")
      var texts: [String] = []
      let specs = try [("text-editor", "Editor"), ("shopping-cart", "Shop")].map { spec, name in
        let path = GeneratedProgram.sources.appending(path: "specs/\(spec)/\(spec).yaml").path
        return (spec: try Loader(root: nil).checkedSpec(at: [path]), program: name)
      }
      for (spec, name) in try specs + TwinSpecs.make(in: folder) {
        var options = KotlinGenerator.Options()
        options.packageName = "com.example.app"
        options.runtimePackage = "com.example.runtime"
        options.name = name
        options.neighbors = texts
        let files = try KotlinGenerator(spec, from: "\(name).yaml", options).files()
        #expect(files.contains { $0.path == "com/example/app/\(name)State.kt" })
        for file in files {
          #expect(file.path.hasPrefix(file.isRuntime ? "com/example/runtime/" : "com/example/app/"))
          let target = source.appending(path: file.path)
          try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
          try Data(file.text.utf8).write(to: target)
        }
        texts += files.map(\.text)
      }
      try KotlinToolchain.compile(source, to: folder.appending(path: "classes"))
    }

    @Test func `A program for its own module compiles with its runtime and its tests`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "suas-kotlin-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      var options = KotlinGenerator.Options()
      options.isInternal = true
      options.hasRecorder = true
      options.hasDriver = true
      let path = GeneratedProgram.sources.appending(path: "specs/checkout/checkout.yaml").path
      let checked = try Loader(root: nil).checkedSpec(at: [path])
      for file in try KotlinGenerator(checked, from: "checkout.yaml", options).files() {
        let target = folder.appending(path: "source").appending(path: file.path)
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: target)
      }
      try KotlinToolchain.compile(
        folder.appending(path: "source"), to: folder.appending(path: "classes"))
    }
  }
}

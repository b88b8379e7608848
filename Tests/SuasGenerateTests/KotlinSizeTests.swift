import Foundation
import SuasGenerate
import Testing

extension CompiledPrograms {
  /// Programs, each with a runtime of its own, of which only what it needs is written.
  @Suite("The runtime of each generated Kotlin program", .timeLimit(.minutes(20)))
  struct KotlinSizeTests {
    /// The size of a folder as a jar in bytes.
    private static func sizeOfJar(_ folder: URL) throws -> Int {
      let jar = folder.appendingPathExtension("jar")
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "python3", "-c",
        """
        import pathlib, sys, zipfile
        folder = pathlib.Path(sys.argv[1])
        with zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED, compresslevel=9) as jar:
            for file in sorted(folder.rglob("*.class")):
                jar.write(file, file.relative_to(folder))
        """, folder.path, jar.path,
      ]
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      return try Data(contentsOf: jar).count
    }

    @Test(
      .enabled(
        if: KotlinToolchain.isThere, "Java and the Kotlin compiler are needed: .ci/kotlin fetch"))
    func `A todo list with its runtime is a jar of at most 150 KB`() throws {
      let spec = try #require(Corpus(["specs/todo-with-settings"]).specs.first)
      let folder = KotlinFolder()
      var options = KotlinGenerator.Options()
      options.packageName = "com.example.app"
      for file in try KotlinGenerator(spec.checked, from: spec.name, options).files() {
        try folder.write(file.text, to: file.path)
      }
      try KotlinToolchain.compile(folder.source, to: folder.classes)
      let size = try Self.sizeOfJar(folder.classes)
      #expect(size > 50_000)
      #expect(size <= 150_000)
    }

    @Test(
      .enabled(
        if: KotlinToolchain.isThere, "Java and the Kotlin compiler are needed: .ci/kotlin fetch"))
    func `What is written of the runtime for a spec compiles without what others need`() throws {
      let specs = Corpus(["specs"]).specs
      #expect(specs.count >= 14)
      let folder = KotlinFolder()
      for (number, spec) in specs.enumerated() {
        for variant in Variant.allCases where variant == .program || number % 8 == 0 {
          let package = "spec\(number)\(variant)"
          let generator = KotlinGenerator(spec.checked, from: spec.name, variant.options(package))
          try folder.write(try generator.files(), withRuntimeOf: package)
        }
      }
      try KotlinToolchain.compile(folder.source, to: folder.classes)
    }

    /// The ways to write a spec.
    private enum Variant: CaseIterable {
      case program, types, coded, driver

      func options(_ package: String) -> KotlinGenerator.Options {
        var options = KotlinGenerator.Options()
        options.packageName = "\(package).app"
        options.isTypesOnly = self == .types
        options.hasCoding = self == .coded
        options.hasDriver = self == .driver
        return options
      }
    }
  }
}

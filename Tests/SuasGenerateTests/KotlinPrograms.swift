import Foundation
import SuasGenerate
import SuasProgram
import SuasSpec
import YAML

@testable import SuasScenario

/// Specs as generated Kotlin, compiled in one call, with one trace driver that takes the part of each.
final class KotlinPrograms: Sendable {
  let drivers: DriverPool
  private let folder: URL

  /// - Parameters:
  ///   - hasRecorder: True if the programs can record sessions.
  ///   - hasFlows: True if the states are flows, too.
  init(_ specs: [Corpus.Spec], hasRecorder: Bool = false, hasFlows: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "suas-kotlin-\(UUID().uuidString)")
    let (source, classes) = (folder.appending(path: "source"), folder.appending(path: "classes"))
    var packages: [String] = []
    var texts: [String] = []
    for (number, spec) in specs.enumerated() {
      var options = KotlinGenerator.Options()
      options.packageName = "app.spec\(number)"
      options.hasDriver = true
      options.hasRecorder = hasRecorder
      options.hasFlows = hasFlows
      let name = spec.name.split(separator: "/").last.map(String.init) ?? spec.name
      // All programs share one runtime; the last one writes what is for all of them.
      options.neighbors = texts
      let files = try KotlinGenerator(spec.checked, from: name, options).files()
      packages.append(options.packageName)
      texts += files.filter { !$0.path.hasPrefix("suas/") }.map(\.text)
      for file in files { try Self.write(file.text, to: source.appending(path: file.path)) }
    }
    try Self.write(Self.main(packages), to: source.appending(path: "app/Main.kt"))
    try KotlinToolchain.compile(source, to: classes, hasFlows: hasFlows)
    drivers = DriverPool(KotlinToolchain.command(classes, "app.MainKt"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func write(_ text: String, to path: URL) throws {
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: path)
  }

  /// A driver that is that of the program with whose digest it is greeted.
  private static func main(_ packages: [String]) -> String {
    """
    package app

    import suas.Driver

    /** Runs the trace drivers of all specs on standard input and output. */
    public fun main() {
        val specs = listOf(
    \(packages.map { "        \($0).AppSpec," }.joined(separator: "\n"))
        )
        var driver = Driver(specs[0])
        val input = System.`in`.bufferedReader()
        while (true) {
            val line = input.readLine() ?: return
            if (line.startsWith("{\\"suas-driver\\"")) driver = Driver(specs.first { it.digest in line })
            System.out.write((driver.answer(line) + "\\n").toByteArray(Charsets.UTF_8))
            if (!input.ready()) System.out.flush()
        }
    }

    """
  }
}

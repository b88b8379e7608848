import SuasProgram
import SuasScenario
import SuasSpec
import YAML

/// Writes the scenarios of a spec as tests of the Swift that is generated from it.
package struct SwiftTestGenerator {
  private let names: SwiftNames
  private let source: String
  private let digest: String
  /// The module of the generated program; nil if the tests are a part of it.
  private let module: String?

  /// - Parameters:
  ///   - source: The name of the spec's first file.
  ///   - module: The module of the generated program; nil if the tests are a part of it.
  package init(_ spec: CheckedSpec, from source: String, module: String?) {
    names = SwiftNames(Program(spec))
    self.source = source
    self.module = module
    digest = spec.digest
  }

  /// The files, in the order of their paths.
  ///
  /// - Throws: scenarios that fail, and files of another spec.
  package func files(for scenarioFiles: [CheckedScenarioFile]) throws(Diagnostics)
    -> [GeneratedFile]
  {
    var program = SwiftWriter()
    SwiftDriver(names: names, digest: digest).write(to: &program)
    var files = [
      file("DriverProgram", program.text),
      file(
        "Runtime/ProgramRun", String(decoding: PackageResources.ProgramRun_swift_txt, as: UTF8.self)
      ),
      file(
        "Runtime/ScenarioRun",
        String(decoding: PackageResources.ScenarioRun_swift_txt, as: UTF8.self)),
    ]
    for scenarioFile in scenarioFiles {
      let scenarios = try scenarioFile.observed(digest: digest)
      let suite = ScenarioSuite(scenarioFile, scenarios)
      var writer = SwiftWriter()
      writer.line("import Suas")
      writer.line("import Testing")
      writer.line()
      SwiftScenarios(names: names).write(scenarios, in: suite, to: &writer)
      files.append(file(suite.typeName, SwiftLayout.wrapped(writer.text)))
    }
    return files.sorted { $0.path < $1.path }
  }

  private func file(_ name: String, _ text: String) -> GeneratedFile {
    let header = "\(GeneratedFile.mark) from \(source), digest \(digest). Changes are lost.\n"
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.prefix { $0.hasPrefix("import ") }
    let rest = lines.dropFirst(imports.count).joined(separator: "\n")
    let tested = module.map { "\n@testable import \($0)\n" } ?? ""
    return GeneratedFile(
      path: "\(name).swift",
      text:
        "\(header)\n\(imports.joined(separator: "\n"))\n\(tested)\(rest)\(rest.hasSuffix("\n") ? "" : "\n")"
    )
  }
}

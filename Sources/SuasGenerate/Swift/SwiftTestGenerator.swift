import SuasProgram
import SuasScenario
import SuasSpec
import YAML

/// Writes the scenarios of a spec as tests of the Swift that is generated from it.
package struct SwiftTestGenerator {
  private let names: SwiftNames
  private let origin: GeneratedFile.Origin
  /// The module of the generated program; nil if the tests are a part of it.
  private let module: String?

  /// - Parameters:
  ///   - source: The name of the spec's first file.
  ///   - module: The module of the generated program; nil if the tests are a part of it.
  package init(_ spec: CheckedSpec, from source: String, module: String?) {
    names = SwiftNames(Program(spec))
    origin = GeneratedFile.Origin(name: source, digest: spec.digest)
    self.module = module
  }

  /// The files, in the order of their paths.
  ///
  /// - Throws: scenarios that fail, and files of another spec.
  package func files(for scenarioFiles: [CheckedScenarioFile]) throws(Diagnostics)
    -> [GeneratedFile]
  {
    var program = SwiftWriter()
    SwiftDriver(names: names, digest: origin.digest).write(to: &program)
    let run = String(decoding: PackageResources.ProgramRun_swift, as: UTF8.self)
    let scenarioRun = String(decoding: PackageResources.ScenarioRun_swift, as: UTF8.self)
    var files = [
      file("DriverProgram", of: origin, program.text),
      file("Runtime/ProgramRun", of: nil, run),
      file("Runtime/ScenarioRun", of: nil, scenarioRun),
    ]
    var suites = NameTable(ignoringCase: true)
    for scenarioFile in scenarioFiles {
      let scenarios = try scenarioFile.observed(digest: origin.digest)
      let suite = ScenarioSuite(scenarioFile, scenarios)
      suites.add(suite.typeName, for: suite.fileName, at: nil)
      if let clash = suites.clashes.first {
        throw Diagnostics([.clash(clash, in: suite.fileName)])
      }
      var writer = SwiftWriter()
      writer.line("import Suas")
      writer.line("import Testing")
      writer.line()
      SwiftScenarios(names: names).write(scenarios, in: suite, to: &writer)
      files.append(file(suite.typeName, of: origin, Self.laidOut(writer.lines)))
    }
    return files.sorted { $0.path < $1.path }
  }

  /// Lays lines out, but for names of tests, which must be single literals.
  private static func laidOut(_ lines: [String]) -> String {
    lines.map { line in
      line.drop { $0 == " " }.hasPrefix("@Test(") ? line : SwiftLayout.wrapped(line)
    }.joined(separator: "\n")
  }

  /// A file that imports the module of the program besides what its first lines import.
  ///
  /// - Parameter origin: The spec that the file is of; nil for a file of the runtime.
  private func file(
    _ name: String, of origin: GeneratedFile.Origin?, _ text: String
  ) -> GeneratedFile {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.prefix { $0.hasPrefix("import ") }
    let tested = module.map { ["", "@testable import \($0)"] } ?? []
    let all = imports.map(String.init) + tested + lines.dropFirst(imports.count).map(String.init)
    let body = all.joined(separator: "\n")
    return GeneratedFile(
      path: "\(name).swift", of: origin, body.hasSuffix("\n") ? body : body + "\n")
  }
}

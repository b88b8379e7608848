import SuasProgram
import SuasScenario
import SuasSpec
import YAML

/// Writes the scenarios of a spec as tests of the TypeScript that is generated from it.
package struct TypeScriptTestGenerator {
  private let names: TypeScriptNames
  private let origin: GeneratedFile.Origin
  private let programPath: String
  private let runtimePath: String

  /// - Parameters:
  ///   - source: The name of the spec's first file.
  ///   - options: The options that the program is written with.
  ///   - programPath: The path of the program's folder from that of the tests.
  ///   - runtimePath: The path of the runtime's folder from that of the tests.
  package init(
    _ spec: CheckedSpec, from source: String, _ options: TypeScriptGenerator.Options,
    programPath: String, runtimePath: String
  ) {
    names = TypeScriptNames(
      Program(spec, paths: options.paths).withVersions(), fixed: FixedNames(of: options.name),
      ints: options.ints)
    origin = GeneratedFile.Origin(spec, from: source, options.paths)
    self.programPath = programPath
    self.runtimePath = runtimePath
  }

  /// The files, in the order of their paths.
  ///
  /// - Throws: scenarios that fail, and files of another spec.
  package func files(
    for scenarioFiles: [CheckedScenarioFile]
  ) throws(Diagnostics) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    let suites = try ScenarioSuite.all(for: scenarioFiles, digest: origin.digest)
    let lowering = try Lowering(diagnosing: names.program)
    for (suite, scenarios) in suites {
      files.append(
        TypeScriptFile(
          "\(suite.typeName.memberName).test", program: programPath, runtime: runtimePath,
          TypeScriptScenarios(names: names, lowering: lowering).suite(scenarios, suite)
        ).generated(of: origin))
    }
    return files.sorted { $0.path < $1.path }
  }
}

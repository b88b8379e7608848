import SuasProgram
import SuasScenario
import SuasSpec
import YAML

/// Writes the scenarios of a spec as tests of the Kotlin that is generated from it.
package struct KotlinTestGenerator {
  private let names: KotlinNames
  private let origin: GeneratedFile.Origin
  private let options: KotlinGenerator.Options

  /// - Parameters:
  ///   - source: The name of the spec's first file.
  ///   - options: The options that the program is written with; the tests have its package.
  package init(
    _ spec: CheckedSpec, from source: String, _ options: KotlinGenerator.Options
  ) {
    names = KotlinNames(
      Program(spec, paths: options.paths).withVersions(), fixed: FixedNames(of: options.name),
      isInternal: options.isInternal)
    origin = GeneratedFile.Origin(spec, from: source, options.paths)
    self.options = options
  }

  /// The files, in the order of their paths.
  ///
  /// - Throws: scenarios that fail, and files of another spec.
  package func files(
    for scenarioFiles: [CheckedScenarioFile]
  ) throws(Diagnostics) -> [GeneratedFile] {
    var files = [
      KotlinRuntime.testing(
        in: options.runtimePackage, savesState: names.program.spec.saved != nil,
        beside: options.neighbors,
        isInternal: options.hasInternalRuntime)
    ]
    let suites = try ScenarioSuite.all(for: scenarioFiles, digest: origin.digest)
    let lowering = try Lowering(diagnosing: names.program)
    for (suite, scenarios) in suites {
      let document = names.qualifying(
        KotlinScenarios(names: names, lowering: lowering).suite(scenarios, suite),
        in: options.runtimePackage)
      files.append(
        KotlinFile(
          suite.typeName, package: options.packageName, runtime: options.runtimePackage, document
        ).generated(of: origin))
    }
    return files.sorted { $0.path < $1.path }
  }
}

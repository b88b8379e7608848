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
  ///   - options: The options that the program is written with.
  ///   - module: The module of the generated program; nil if the tests are a part of it.
  package init(
    _ spec: CheckedSpec, from source: String, _ options: SwiftGenerator.Options, module: String?
  ) {
    names = SwiftNames(
      Program(spec, paths: options.paths).withVersions(), fixed: FixedNames(of: options.name))
    origin = GeneratedFile.Origin(spec, from: source, options.paths)
    self.module = module
  }

  /// True if a text can be the name of a module.
  package static func isModule(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil && !SwiftNames.keywords.contains(text)
  }

  /// The files, in the order of their paths.
  ///
  /// - Throws: scenarios that fail, and files of another spec.
  package func files(for scenarioFiles: [CheckedScenarioFile]) throws(Diagnostics)
    -> [GeneratedFile]
  {
    var program = SwiftCode()
    let lowering = try Lowering(diagnosing: names.program)
    SwiftDriver(lowering: lowering, names: names, digest: origin.digest).write(to: &program)
    var files = [
      file(names.fixed.of("DriverProgram"), importing: ["Suas"], program),
      runtimeFile("ProgramRun"), runtimeFile("ScenarioRun"),
    ]
    let suites = try ScenarioSuite.all(for: scenarioFiles, digest: origin.digest)
    for (suite, scenarios) in suites {
      var code = SwiftCode()
      SwiftScenarios(names: names, lowering: lowering).write(scenarios, in: suite, to: &code)
      files.append(file(suite.typeName, importing: ["Suas", "Testing"], code))
    }
    return files.sorted { $0.path < $1.path }
  }

  /// A file of the spec's tests.
  private func file(_ name: String, importing modules: [String], _ code: SwiftCode) -> GeneratedFile
  {
    let imports = modules.map { "import \($0)\n" }.joined()
    let body = code.document.text(width: SwiftSyntax.width)
    return GeneratedFile(path: "\(name).swift", of: origin, "\(imports)\(tested)\n\(body)\n")
  }

  /// A file of the runtime, whose own imports stand before that of the program.
  private func runtimeFile(_ name: String) -> GeneratedFile {
    let (modules, body) = SwiftRuntime.parts(of: SwiftRuntime.text(of: name))
    let imports = modules.map { "import \($0)\n" }.joined()
    return GeneratedFile(
      path: "\(SwiftGenerator.runtimeFolder)/\(name).swift", of: nil,
      "\(imports)\(tested)\n\(body)")
  }

  /// The import of the module of the program, after those of libraries.
  private var tested: String { module.map { "\n@testable import \($0)\n" } ?? "" }
}

import ArgumentParser
import Files
import SuasGenerate
import SuasSpec
import SystemPackage
import YAML

struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a spec as native code.",
    subcommands: [GenerateKotlin.self, GenerateSwift.self, GenerateTypeScript.self])
}

struct GenerateSwift: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Write a spec as Swift on the store of Suas.",
    discussion: """
      Writes types, actions, reducers, selectors, listeners, middleware, effects and conditions, and \
      the runtime that they need. Files that were not generated are never replaced. Several files \
      make up one spec.
      """)

  @OptionGroup var arguments: GenerateArguments

  @Option(
    help: ArgumentHelp(
      "The module of the generated code, which the tests import.", valueName: "name"))
  var module: String?

  @Option(
    help: ArgumentHelp(
      "The modules that may use the program: its own ('internal', the default), or all ('public').",
      valueName: "access"))
  var access = GenerateArguments.Access.internal

  @Flag(
    help: ArgumentHelp(
      "Write the program and its runtime as one file, AppProgram.swift, for builds that name "
        + "each file they make."))
  var oneFile = false

  func validate() throws {
    for (isGiven, flag) in [
      (arguments.driver, "--driver"), (arguments.tests != nil, "--tests"),
      (arguments.runtime != nil, "--runtime"),
    ] where oneFile && isGiven {
      throw ValidationError("'--one-file' and '\(flag)' do not go together")
    }
    if let module, !SwiftTestGenerator.isModule(module) {
      throw ValidationError(
        "'\(module)' is no name of a module: letters, digits and '_', and no word of Swift")
    }
  }

  func run() throws {
    var words = ["swift"]
    if let module { words += ["--module", module] }
    if access == .public { words += ["--access", "public"] }
    if oneFile { words.append("--one-file") }
    try arguments.run(words) { given throws(Diagnostics) in
      var options = SwiftGenerator.Options()
      options.name = arguments.name
      options.paths = given.paths
      options.isPublic = access == .public
      options.runtimeFiles = arguments.runtimeFiles(in: SwiftGenerator.runtimeFolder, given)
      options.isTypesOnly = arguments.only == .types
      options.hasDriver = arguments.driver
      options.hasTests = arguments.tests != nil
      options.isOneFile = oneFile
      return GenerateArguments.Made(
        program: try SwiftGenerator(given.spec, from: given.source, options).files(),
        tests: try SwiftTestGenerator(given.spec, from: given.source, options, module: module)
          .files(for: given.scenarios), runtimeFolder: SwiftGenerator.runtimeFolder)
    }
  }
}

struct GenerateKotlin: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kotlin",
    abstract: "Write a spec as Kotlin for the JVM and Android.",
    discussion: """
      Writes types, actions, reducers, selectors, listeners, middleware, effects and conditions, and \
      the runtime that they need. Files that were not generated are never replaced. Several files \
      make up one spec.
      """)

  @Option(
    name: .customLong("package"),
    help: ArgumentHelp("The package of the program, such as com.example.app.", valueName: "name"))
  var packageName: String

  @Option(
    help: ArgumentHelp(
      "The package of the runtime; without it, one below the program's own, or 'suas' with "
        + "'--runtime'.", valueName: "name"))
  var runtimePackage: String?

  @Option(
    help: ArgumentHelp(
      "The modules that may use the program: its own ('internal'), or all ('public', the default).",
      valueName: "access"))
  var access = GenerateArguments.Access.public

  @Flag(help: "Write 'toJson', 'parseJson' and 'read' even if the spec needs none of them.")
  var json = false

  @Flag(help: "Write 'SessionRecorder', with which the app can write session logs.")
  var recorder = false

  @Flag(
    help: ArgumentHelp(
      "Write the states and selectors as flows, and what performs effects in coroutines; the app has "
        + "kotlinx.coroutines as a dependency of its own."))
  var flow = false

  @OptionGroup var arguments: GenerateArguments

  func validate() throws {
    for (isGiven, flag) in [(recorder, "--recorder"), (flow, "--flow")]
    where isGiven && arguments.only != nil {
      throw ValidationError("'\(flag)' needs the whole program, and not '--only'")
    }
    let own = runtimePackage == Self.sharedRuntime ? nil : runtimePackage
    for name in [packageName, own].compactMap(\.self) where !KotlinGenerator.isPackage(name) {
      throw ValidationError(
        "'\(name)' is no name of a package: names such as com.example.app, none of them a keyword")
    }
    guard packageName != runtimePackage else {
      throw ValidationError("'--package' and '--runtime-package' need a package each")
    }
  }

  func run() throws {
    let words =
      ["kotlin", "--package", packageName]
      + (runtimePackage.map { ["--runtime-package", $0] } ?? []) + (json ? ["--json"] : [])
      + (access == .internal ? ["--access", "internal"] : [])
      + (recorder ? ["--recorder"] : []) + (flow ? ["--flow"] : [])
    try arguments.run(words) { given throws(Diagnostics) in
      let (spec, source) = (given.spec, given.source)
      var options = KotlinGenerator.Options()
      options.name = arguments.name
      options.paths = given.paths
      options.packageName = packageName
      options.runtimePackage = runtimePackage ?? defaultRuntimePackage
      options.isInternal = access == .internal
      options.sharesRuntime = arguments.runtime != nil
      options.neighbors = arguments.neighbors(given)
      let tests = try KotlinTestGenerator(spec, from: source, options).files(for: given.scenarios)
      options.isTypesOnly = arguments.only == .types
      options.hasDriver = arguments.driver
      options.hasCoding = json
      options.hasRecorder = recorder
      options.hasFlows = flow
      if arguments.tests != nil { options.tests = tests }
      return GenerateArguments.Made(
        program: try KotlinGenerator(spec, from: source, options).files(), tests: tests,
        runtimeFolder: options.runtimePackage.replacing(".", with: "/"), isPackage: true)
    }
  }

  /// The package of a runtime that several programs share.
  private static let sharedRuntime = KotlinGenerator.Options().runtimePackage

  private var defaultRuntimePackage: String {
    arguments.runtime == nil ? "\(packageName).\(Self.sharedRuntime)" : Self.sharedRuntime
  }
}

extension TypeScriptInts: ExpressibleByArgument {}

struct GenerateTypeScript: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "typescript",
    abstract: "Write a spec as TypeScript for browsers, Node and React Native.",
    discussion: """
      Writes types, actions, reducers, selectors, listeners, middleware, effects and conditions, and \
      the runtime that they need, as modules without dependencies. Files that were not generated are \
      never replaced. Several files make up one spec.
      """)

  @Option(
    help: ArgumentHelp(
      "What an int is: a 'number' (the default), which refuses ints beyond ±(2^53 - 1), or a "
        + "'bigint' of 64 bits.", valueName: "type"))
  var int = TypeScriptInts.number

  @Flag(help: "Write hooks for React, which the app has as a dependency of its own.")
  var react = false

  @Flag(help: "Write 'SessionRecorder', with which the app can write session logs.")
  var recorder = false

  @OptionGroup var arguments: GenerateArguments

  func validate() throws {
    for (isGiven, flag) in [(react, "--react"), (recorder, "--recorder")]
    where isGiven && arguments.only != nil {
      throw ValidationError("'\(flag)' needs the whole program, and not '--only'")
    }
  }

  func run() throws {
    let words =
      ["typescript"] + (int == .number ? [] : ["--int", int.rawValue]) + (react ? ["--react"] : [])
      + (recorder ? ["--recorder"] : [])
    try arguments.run(words) { given throws(Diagnostics) in
      var options = TypeScriptGenerator.Options()
      options.name = arguments.name
      options.paths = given.paths
      if let runtime = arguments.runtime {
        options.runtimePath = Self.path(from: arguments.output, to: runtime)
      }
      options.isTypesOnly = arguments.only == .types
      options.hasDriver = arguments.driver
      options.ints = int
      options.hasReact = react
      options.hasRecorder = recorder
      options.hasTests = arguments.tests != nil
      options.runtimeFiles = arguments.runtimeFiles(in: TypeScriptGenerator.runtimeFolder, given)
      return GenerateArguments.Made(
        program: try TypeScriptGenerator(given.spec, from: given.source, options).files(),
        tests: try tests(given, options), runtimeFolder: TypeScriptGenerator.runtimeFolder)
    }
  }

  private func tests(
    _ given: GenerateArguments.Given, _ options: TypeScriptGenerator.Options
  ) throws(Diagnostics) -> [GeneratedFile] {
    guard let tests = arguments.tests else { return [] }
    let runtime = arguments.runtime ?? "\(arguments.output)/\(TypeScriptGenerator.runtimeFolder)"
    return try TypeScriptTestGenerator(
      given.spec, from: given.source, options,
      programPath: Self.path(from: tests, to: arguments.output),
      runtimePath: Self.path(from: tests, to: runtime)
    ).files(for: given.scenarios)
  }

  /// The path of a folder as a module in another one names it.
  private static func path(from start: String, to end: String) -> String {
    let working = FilePath(FileSystem.realPath(".")?.text ?? "/")
    let from = working.pushing(FilePath(start)).lexicallyNormalized().components
    let to = working.pushing(FilePath(end)).lexicallyNormalized().components
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let ups = Array(repeating: "..", count: from.count - shared)
    return ((ups.isEmpty ? ["."] : ups) + to.dropFirst(shared).map(\.string))
      .joined(separator: "/")
  }
}

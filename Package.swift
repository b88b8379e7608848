// swift-tools-version: 6.2
import PackageDescription

/// The commit that a program is built from, which `--version` prints; `.ci/static` says it.
let commit = Context.environment["SUAS_RUN_COMMIT"] ?? ""

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "suas-run",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .executable(name: "suas-run", targets: ["suas-run"]),
    .executable(name: "suas-run-live", targets: ["suas-run-live"]),
    .library(name: "Suas", targets: ["Suas"]),
    .library(name: "SuasEffects", targets: ["SuasEffects"]),
    .library(name: "CEL", targets: ["CEL"]),
    .library(name: "YAML", targets: ["YAML"]),
    .library(name: "LibYAML", targets: ["LibYAML"]),
    .library(name: "SuasSpec", targets: ["SuasSpec"]),
    .library(name: "SuasBundle", targets: ["SuasBundle"]),
    .library(name: "SuasSaving", targets: ["SuasSaving"]),
    .library(name: "SuasLog", targets: ["SuasLog"]),
    .library(name: "SuasScenario", targets: ["SuasScenario"]),
    .library(name: "SuasReports", targets: ["SuasReports"]),
    .library(name: "SuasLive", targets: ["SuasLive"]),
    .library(name: "SuasTesting", targets: ["SuasTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    // Spelling: the name that was most likely meant.
    .target(name: "Spelling", swiftSettings: settings),

    // YAML: a located tree. LibYAML: text to that tree.
    .systemLibrary(
      name: "CYaml", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "LibYAML", dependencies: ["CYaml", "YAML"], swiftSettings: settings),
    .target(name: "YAML", dependencies: ["Locking", "Spelling"], swiftSettings: settings),
    .testTarget(
      name: "YAMLTests", dependencies: ["LibYAML", "YAML", "Support"], swiftSettings: settings),

    // YAMLSyntax: documents as they are written, with comments and blank lines, laid out and edited.
    .target(name: "YAMLSyntax", dependencies: ["YAML"], swiftSettings: settings),

    // Locking: what threads wait at, and what they share. CAtomics: the compiler's atomic operations.
    .target(name: "CAtomics"),
    .target(name: "Locking", dependencies: ["CAtomics"], swiftSettings: settings),
    .testTarget(
      name: "LockingTests", dependencies: ["Locking"], exclude: ["Darwin"],
      swiftSettings: settings),

    // MonitorClient: the connection of an app to a monitor.
    .target(name: "MonitorClient", dependencies: ["Locking"], swiftSettings: settings),
    .testTarget(
      name: "MonitorClientTests", dependencies: ["MonitorClient"], swiftSettings: settings),

    // Files: reading and writing that nothing in a folder leads out of it.
    .target(
      name: "Files",
      dependencies: ["Locking", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: settings),
    .testTarget(
      name: "FilesTests",
      dependencies: [
        "Files", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),

    // Values: what expressions and states are made of, and all memory that is managed by hand.
    .target(name: "Values", dependencies: ["Locking"], swiftSettings: settings),
    .testTarget(
      name: "ValuesTests", dependencies: ["Locking", "Values", "Support"], swiftSettings: settings),

    // CEL: the expression language.
    .target(name: "CEL", dependencies: ["Locking", "Spelling", "Values"], swiftSettings: settings),
    .testTarget(
      name: "CELTests", dependencies: ["CEL", "Values", "Support"], swiftSettings: settings),

    // Suas: the store.
    .target(
      name: "Suas",
      dependencies: ["Values", "Locking", .product(name: "Logging", package: "swift-log")],
      swiftSettings: settings),
    .testTarget(
      name: "SuasTests", dependencies: ["Locking", "Suas", "Values"],
      exclude: ["Clashes", "Isolation", "Migration"],
      swiftSettings: settings),

    // SuasEffects: actions and middleware that do something in the world.
    .target(
      name: "SuasEffects",
      dependencies: [
        "Locking", "MonitorClient", "Suas", .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SuasEffectsTests", dependencies: ["Locking", "SuasEffects", "Suas", "LocalServer"],
      swiftSettings: settings),

    // SuasProgram: a checked spec as data.
    .target(
      name: "SuasProgram", dependencies: ["Locking", "YAML", "CEL", "Values"],
      swiftSettings: settings),

    // SuasLanguage: the spec language, from a tree to a checked spec.
    .target(
      name: "SuasLanguage",
      dependencies: ["SuasProgram", "LibYAML", "YAML", "CEL", "Values", "Suas"],
      swiftSettings: settings),

    // SuasEngine: rules planned from a checked spec, and run on a store.
    .target(
      name: "SuasEngine",
      dependencies: ["SuasProgram", "YAML", "CEL", "Values", "Suas", "Locking"],
      swiftSettings: settings),

    // SuasRuntime: effects, middleware and listeners of a spec.
    .target(
      name: "SuasRuntime",
      dependencies: ["Locking", "SuasEngine", "SuasProgram", "YAML", "CEL", "Values", "Suas"],
      swiftSettings: settings),

    // SuasSaving: files as places of saved state.
    .target(
      name: "SuasSaving", dependencies: ["Suas", "Files"],
      swiftSettings: settings),

    // SuasBundle: a checked spec as one file, which apps read without a parser.
    .target(
      name: "SuasBundle",
      dependencies: ["SuasRuntime", "SuasEngine", "SuasProgram", "YAML", "CEL"],
      swiftSettings: settings),
    .testTarget(
      name: "SuasBundleTests",
      dependencies: [
        "SuasGenerate", "SuasReports", "SuasScenario", "SuasSpec", "LibYAML", "YAML",
        "CEL", "Suas", "Support",
      ], swiftSettings: settings),

    // SuasLog: what an app did, as lines that can be replayed.
    .target(
      name: "SuasLog",
      dependencies: [
        "Locking", "SuasRuntime", "SuasEngine", "SuasProgram", "CEL", "Values", "Suas", "Files",
        "MonitorClient",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),

    .testTarget(
      name: "SuasLogTests",
      dependencies: [
        "Locking", "SuasLog", "SuasSpec", "YAML", "CEL", "Suas", "Support", "SuasProgram",
      ],
      swiftSettings: settings),

    // SuasDocs: what authors of specs are given: documentation, schemas, explanations.
    .target(
      name: "SuasDocs",
      dependencies: ["SuasLanguage", "SuasProgram", "YAML", "CEL"],
      swiftSettings: settings),

    // SuasSpec: all of these under one name, and specs from YAML.
    .target(
      name: "SuasSpec",
      dependencies: [
        "SuasDocs", "SuasBundle", "SuasEngine", "SuasLanguage", "SuasProgram", "SuasRuntime",
        "SuasSaving", "LibYAML", "YAML",
      ], swiftSettings: settings),
    .testTarget(
      name: "SuasSpecTests",
      dependencies: [
        "Locking", "SuasReports", "SuasScenario", "SuasSpec", "LibYAML", "YAML", "CEL", "Suas",
        "Values",
        "Support", "SuasDocs", "SuasEngine", "SuasLanguage", "SuasProgram", "SuasRuntime",
      ],
      swiftSettings: settings),

    // SuasScenario: scenarios, goldens, and what comes of their runs.
    .target(
      name: "SuasScenario",
      dependencies: [
        "Locking", "SuasLog", "SuasSpec", "LibYAML", "YAML", "YAMLSyntax", "CEL", "Suas", "Files",
        .product(name: "SystemPackage", package: "swift-system"), "Values",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SuasScenarioTests",
      dependencies: [
        "Locking", "SuasFormat", "SuasReports", "SuasScenario", "SuasSpec", "LibYAML", "YAML",
        "YAMLSyntax",
        "CEL",
        "Suas", "Support", "SuasLanguage", "SuasLog", "SuasProgram", "Values",
      ],
      swiftSettings: settings),

    // SuasReplay: what an app did, done again.
    .target(
      name: "SuasReplay",
      dependencies: [
        "Locking", "SuasLog", "SuasReports", "SuasScenario", "SuasSpec", "YAML", "CEL", "Suas",
        "Files",
        "SuasEngine",
      ],
      resources: [
        .embedInCode("Resources/replays.css"), .embedInCode("Resources/replays.html"),
        .embedInCode("Resources/replays.js"),
      ],
      swiftSettings: settings),

    .testTarget(
      name: "SuasReplayTests",
      dependencies: [
        "Locking", "SuasReplay", "SuasLog", "SuasScenario", "SuasSpec", "YAML", "CEL", "Suas",
        "Support",
        "RandomMoves",
      ],
      swiftSettings: settings),

    // SuasReports: what a run came to, for people and for programs.
    .target(
      name: "SuasReports",
      dependencies: [
        "SuasScenario", "SuasRuntime", "SuasSpec", "YAML", "CEL", "Suas", "Files",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      resources: [
        .embedInCode("Resources/page.css"), .embedInCode("Resources/page.html"),
        .embedInCode("Resources/page.js"), .embedInCode("Resources/report.css"),
        .embedInCode("Resources/report.html"), .embedInCode("Resources/report.js"),
        .embedInCode("Resources/report-sides.js"), .embedInCode("Resources/report-values.js"),
      ],
      swiftSettings: settings),

    // SuasMonitor: timelines of apps, logs and specs, for a page that shows them.
    .target(
      name: "SuasMonitor",
      dependencies: [
        "Locking", "SuasReplay", "SuasLog", "SuasReports", "SuasScenario", "SuasSpec", "LibYAML",
        "YAML",
        "CEL",
        "Suas", "SuasEngine", "SuasProgram",
      ],
      resources: [
        .embedInCode("Resources/monitor.css"), .embedInCode("Resources/monitor.html"),
        .embedInCode("Resources/monitor.js"), .embedInCode("Resources/monitor-details.js"),
        .embedInCode("Resources/monitor-dialogs.js"), .embedInCode("Resources/monitor-forms.js"),
        .embedInCode("Resources/monitor-link.js"), .embedInCode("Resources/monitor-parts.js"),
        .embedInCode("Resources/monitor-state.js"),
        .embedInCode("Resources/monitor-timeline.js"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SuasMonitorTests",
      dependencies: [
        "Locking", "SuasMonitor", "SuasMonitorServer", "SuasLog", "SuasScenario", "SuasSpec",
        "YAML", "CEL",
        "LocalServer", "Support",
      ],
      exclude: ["Secrets"],
      swiftSettings: settings),

    // SuasMonitorServer: that page and the timelines over the network.
    .target(
      name: "SuasMonitorServer",
      dependencies: [
        "Locking", "SuasMonitor", "SuasRuntime", "SuasSpec", "CEL",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),

    // SuasTesting: scenarios as cases of Swift Testing.
    .target(
      name: "SuasTesting", dependencies: ["SuasScenario", "SuasSpec", "YAML"],
      swiftSettings: settings),
    .testTarget(
      name: "SuasTestingTests", dependencies: ["SuasTesting"], swiftSettings: settings),

    // SuasExplore: the search for what nobody thought of.
    .target(
      name: "SuasExplore",
      dependencies: [
        "Locking", "SuasReports", "SuasScenario", "SuasSpec", "YAML", "CEL", "Values", "Suas",
        "SuasProgram",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SuasExploreTests",
      dependencies: [
        "Locking", "SuasExplore", "SuasReports", "SuasScenario", "SuasSpec", "LibYAML", "YAML",
        "CEL", "Suas",
        "Support", "SuasEngine",
      ],
      exclude: ["Specs"],
      swiftSettings: settings),

    // SuasMutate: changed specs that scenarios should notice.
    .target(
      name: "SuasMutate",
      dependencies: [
        "SuasExplore", "SuasReports", "SuasScenario", "SuasSpec", "LibYAML", "YAML", "YAMLSyntax",
        "CEL", "Suas",
      ],
      resources: [
        .embedInCode("Resources/mutants.css"), .embedInCode("Resources/mutants.html"),
        .embedInCode("Resources/mutants.js"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SuasMutateTests",
      dependencies: [
        "Locking", "SuasMutate", "SuasExplore", "SuasScenario", "SuasSpec", "LibYAML", "YAML",
        "YAMLSyntax", "CEL", "Suas", "Support",
      ],
      swiftSettings: settings),

    // SuasDiff: what two versions of a spec declare and do differently.
    .target(
      name: "SuasDiff",
      dependencies: [
        "SuasExplore", "SuasReports", "SuasScenario", "SuasSpec", "LibYAML", "YAML", "CEL", "Suas",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SuasDiffTests",
      dependencies: [
        "SuasDiff", "SuasExplore", "SuasScenario", "SuasSpec", "YAML",
      ],
      swiftSettings: settings),

    // GeneratedRuntime: what generated Swift stands on, which is written out beside it. Files that the
    // interpreter has too are links to them.
    .target(name: "GeneratedRuntime", dependencies: ["Suas"], swiftSettings: settings),
    .testTarget(
      name: "GeneratedRuntimeTests",
      dependencies: ["GeneratedRuntime", "Suas", "SuasProgram", "Support"],
      swiftSettings: settings),

    // EmbedTexts: files as texts of a Swift source, made while a target is built.
    .executableTarget(name: "EmbedTexts", swiftSettings: settings),
    .plugin(
      name: "EmbedTextsPlugin", capability: .buildTool(), dependencies: ["EmbedTexts"],
      path: "Sources/EmbedTextsPlugin"),

    // SuasGenerate: native code from a checked spec.
    .target(
      name: "SuasGenerate",
      dependencies: [
        "SuasScenario", "SuasSpec", "YAML", "CEL", "Suas", "Files", "SuasProgram", "Values",
      ],
      exclude: ["README.md", "Resources"], swiftSettings: settings, plugins: ["EmbedTextsPlugin"]),
    .testTarget(
      name: "SuasGenerateTests",
      dependencies: [
        "Locking", "SuasGenerate", "SuasScenario", "SuasLog", "SuasSpec", "CEL", "Suas", "YAML",
        "RandomMoves",
        "RandomSpecs", "Support", "SuasEngine", "SuasProgram",
      ],
      exclude: ["Layouts"],
      swiftSettings: settings),

    // SuasFormat: the one layout of specs and scenario files.
    .target(
      name: "SuasFormat",
      dependencies: [
        "SuasScenario", "SuasSpec", "LibYAML", "YAML", "YAMLSyntax", "CEL", "SuasProgram",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SuasFormatTests",
      dependencies: [
        "SuasFormat", "SuasSpec", "LibYAML", "YAML", "YAMLSyntax", "Support",
      ],
      swiftSettings: settings),

    // SuasSchemas: JSON Schemas and OpenAPI documents as types of a spec.
    .target(
      name: "SuasSchemas",
      dependencies: [
        "SuasFormat", "SuasScenario", "SuasLanguage", "SuasProgram", "SuasRuntime", "LibYAML",
        "YAML", "YAMLSyntax", "CEL", "Values",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SuasSchemasTests",
      dependencies: [
        "SuasFormat", "SuasLanguage", "SuasProgram", "SuasSchemas", "SuasSpec", "CEL", "LibYAML",
        "YAML", "Support",
      ],
      exclude: ["Documents"], swiftSettings: settings),

    // SuasLive: effects performed for real.
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(
      name: "SuasLive",
      dependencies: [
        "Locking", "SuasSpec", "CEL", "CZlib", "Files",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SuasLiveTests",
      dependencies: [
        "Locking", "SuasLive", "SuasSpec", "CEL", "LocalServer", "Support", "SuasProgram",
      ],
      swiftSettings: settings),

    // SuasIDE: what editors ask about specs and scenario files, without any protocol.
    .target(
      name: "SuasIDE",
      dependencies: [
        "Locking", "SuasExplore", "SuasFormat", "SuasScenario", "SuasSpec", "LibYAML", "YAML",
        "CEL", "Files",
      ],
      swiftSettings: settings),

    // JSONRPC: the messages of servers that programs talk to.
    .target(
      name: "JSONRPC", dependencies: ["Locking", "SuasSpec", "CEL"], swiftSettings: settings),

    // SuasLanguageServer: those answers over the Language Server Protocol.
    .target(
      name: "SuasLanguageServer",
      dependencies: [
        "Locking", "JSONRPC", "SuasIDE", "SuasFormat", "SuasRuntime", "SuasScenario", "SuasSpec",
        "YAML",
        "CEL", "Files",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SuasLanguageServerTests",
      dependencies: [
        "Locking", "JSONRPC", "SuasIDE", "SuasLanguageServer", "SuasSpec", "YAML", "Support",
      ],
      swiftSettings: settings),

    // SuasMCP: the commands as tools for assistants, over the Model Context Protocol.
    .target(
      name: "SuasMCP",
      dependencies: [
        "Locking", "JSONRPC", "SuasScenario", "SuasSpec", "YAML", "CEL", "Files",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      exclude: ["Resources"], swiftSettings: settings, plugins: ["EmbedTextsPlugin"]),
    .testTarget(
      name: "SuasMCPTests", dependencies: ["SuasMCP", "SuasSpec"], swiftSettings: settings),

    // LineEditing: lines typed on a terminal.
    .target(name: "LineEditing", dependencies: ["YAML"], swiftSettings: settings),
    .testTarget(
      name: "LineEditingTests", dependencies: ["LineEditing"], swiftSettings: settings),

    // suas-run: the program. For a live run it becomes suas-run-live, which has the same commands,
    // so that an ordinary run does not wait for the network's libraries.
    // CBuild: what a program was built from.
    .target(name: "CBuild", cSettings: [.define("SUAS_RUN_COMMIT", to: "\"\(commit)\"")]),
    .target(
      name: "SuasCommands",
      dependencies: [
        "CBuild", "Locking", "SuasDiff", "SuasExplore", "SuasFormat", "SuasGenerate",
        "SuasLanguageServer",
        "SuasLog",
        "SuasMCP", "SuasMonitor", "SuasMutate",
        "SuasReplay", "SuasReports", "SuasScenario", "SuasSchemas", "SuasSpec", "LibYAML", "YAML",
        "CEL", "LineEditing", "Files",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "suas-run", dependencies: ["SuasCommands"], swiftSettings: settings),
    .executableTarget(
      name: "suas-run-live",
      dependencies: ["SuasCommands", "SuasLive", "SuasMonitor", "SuasMonitorServer"],
      swiftSettings: settings),
    .testTarget(
      name: "SuasRunTests",
      dependencies: [
        "Locking", "suas-run", "suas-run-live", "MonitoredApp", "SuasScenario", "SuasSpec",
        "LibYAML", "YAML",
        "CEL",
        "LocalServer",
        "Support", "SuasDocs", "SuasEngine", "SuasLanguage", "SuasProgram", "SuasReports",
        "SuasRuntime",
      ],
      exclude: [
        "API", "Docs", "Fixtures", "Forms", "Reference", "Sensitive/guards.yaml",
        "Schemas/jenkins-junit.xsd",
        "Schemas/sarif-2.1.0-required.json",
        "Schemas/validate.py",
        "Tasks",
        "Traps",
      ],
      swiftSettings: settings),

    // The apps of Suas's documentation, by hand and from specs.
    .testTarget(
      name: "SeedAppsTests",
      dependencies: [
        "Locking", "SuasEffects", "SuasLog", "SuasScenario", "SuasSpec", "SuasTesting", "Suas",
        "CEL", "YAML",
        "LocalServer",
      ],
      exclude: ["Examples/Scenarios"],
      swiftSettings: settings),

    // An app for the tests of the monitor.
    .executableTarget(
      name: "MonitoredApp", dependencies: ["SuasLog", "SuasSpec", "Suas", "YAML", "CEL"],
      path: "Tests/MonitoredApp", swiftSettings: settings),

    // What the tests share.
    .target(
      name: "LocalServer", dependencies: ["Locking"], path: "Tests/LocalServer",
      swiftSettings: settings),
    .target(
      name: "Support", dependencies: ["Locking"], path: "Tests/Support", swiftSettings: settings),
    .target(
      name: "RandomMoves",
      dependencies: ["SuasLog", "SuasSpec", "CEL", "Suas", "SuasEngine", "SuasProgram"],
      path: "Tests/RandomMoves", swiftSettings: settings),
    .target(
      name: "RandomSpecs",
      dependencies: [
        "Locking", "RandomMoves", "SuasLog", "SuasSpec", "YAML", "CEL", "Suas", "Support",
        "SuasEngine",
        "SuasLanguage", "SuasProgram",
      ],
      path: "Tests/RandomSpecs", swiftSettings: settings),
    .testTarget(
      name: "RandomSpecsTests",
      dependencies: [
        "Locking", "RandomSpecs", "SuasDiff", "SuasExplore", "SuasFormat", "SuasLog", "SuasMutate",
        "SuasReplay", "SuasRuntime", "SuasScenario", "SuasSpec", "LibYAML", "YAML", "YAMLSyntax",
        "CEL", "Suas",
        "Support",
      ],
      swiftSettings: settings),
  ]
)

// The sanitizers build everything anew: only what their tests need, see .ci/sanitize.
if let tests = Context.environment["SANITIZED_TESTS"]?.split(separator: " ").map(String.init) {
  var needed = Set(tests)
  var pending = tests
  while let name = pending.popLast() {
    for target in package.targets where target.name == name {
      for case .byNameItem(let name, _) in target.dependencies where needed.insert(name).inserted {
        pending.append(name)
      }
      for case .plugin(let name, _) in target.plugins ?? [] where needed.insert(name).inserted {
        pending.append(name)
      }
    }
  }
  package.products = []
  package.targets.removeAll { !needed.contains($0.name) }
}

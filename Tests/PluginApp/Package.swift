// swift-tools-version: 6.2
import PackageDescription

// The app of the guide to SwiftUI, which has Swift generated and a bundle made in each build. `.ci/plugins test`
// makes the package of the plugins.
let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
  name: "PluginApp",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  dependencies: [
    .package(name: "suas-run", path: "../.."),
    .package(path: "../../.build/suas-run-plugins"),
  ],
  targets: [
    .executableTarget(
      name: "PackingApp",
      dependencies: [
        .product(name: "Suas", package: "suas-run"),
        .product(name: "SuasSaving", package: "suas-run"),
      ],
      exclude: ["packing.yaml", "packing.scenario.yaml", "parts", "generate.arguments"],
      swiftSettings: settings,
      plugins: [.plugin(name: "SuasGeneratePlugin", package: "suas-run-plugins")]),
    .target(
      name: "Trips",
      dependencies: [
        .product(name: "Suas", package: "suas-run"),
        .product(name: "SuasBundle", package: "suas-run"),
      ],
      swiftSettings: settings,
      plugins: [.plugin(name: "SuasBundlePlugin", package: "suas-run-plugins")]),
    .testTarget(
      name: "PackingTests",
      dependencies: [
        "PackingApp", "Trips", .product(name: "SuasSaving", package: "suas-run"),
      ],
      swiftSettings: settings),
  ]
)

// Where there is no SwiftUI, the signatures that the app uses stand in for it.
#if os(Linux)
  package.targets.append(.target(name: "SwiftUI", swiftSettings: settings))
  package.targets.first { $0.name == "PackingApp" }?.dependencies.append("SwiftUI")
#endif

// swift-tools-version: 6.2
import PackageDescription

// An app that has Swift generated and a bundle made in each build. `.ci/plugins test` makes the package of
// the plugins.
let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
  name: "PluginApp",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  dependencies: [
    .package(name: "suas-run", path: "../.."),
    .package(path: "../../.build/suas-run-plugins"),
  ],
  targets: [
    .target(
      name: "Packing",
      dependencies: [.product(name: "Suas", package: "suas-run")],
      exclude: ["packing.yaml", "parts", "generate.arguments"],
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
      dependencies: ["Packing", "Trips"],
      swiftSettings: settings),
  ]
)

// swift-tools-version: 6.2
import PackageDescription

// A package with the plugins of suas-run: Swift that is generated in each build, and a bundle.
let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
  name: "PluginApp",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  dependencies: [.package(name: "suas-run", path: "../..")],
  targets: [
    .target(
      name: "Packing",
      dependencies: [.product(name: "Suas", package: "suas-run")],
      exclude: ["packing.yaml", "parts", "generate.arguments"],
      swiftSettings: settings,
      plugins: [.plugin(name: "SuasGeneratePlugin", package: "suas-run")]),
    .target(
      name: "Trips",
      dependencies: [
        .product(name: "Suas", package: "suas-run"),
        .product(name: "SuasBundle", package: "suas-run"),
      ],
      swiftSettings: settings,
      plugins: [.plugin(name: "SuasBundlePlugin", package: "suas-run")]),
    .testTarget(
      name: "PackingTests",
      dependencies: ["Packing", "Trips", .product(name: "Suas", package: "suas-run")],
      swiftSettings: settings),
  ]
)

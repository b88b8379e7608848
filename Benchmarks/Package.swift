// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "suas-run", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    // libyaml itself, to compare with.
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CLibYAML",
        .product(name: "YAML", package: "suas-run"),
        .product(name: "CEL", package: "suas-run"),
        .product(name: "Suas", package: "suas-run"),
        .product(name: "SuasLog", package: "suas-run"),
        .product(name: "SuasSpec", package: "suas-run"),
        .product(name: "SuasScenario", package: "suas-run"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
  ]
)

// swift-tools-version: 6.2
import PackageDescription

// An app as its own package: language mode 6, the main actor as the default isolation.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .defaultIsolation(MainActor.self),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "SearchCities",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  dependencies: [.package(name: "suas-run", path: "../..")],
  targets: [
    .target(
      name: "SearchCities",
      dependencies: [
        .product(name: "CEL", package: "suas-run"),
        .product(name: "Suas", package: "suas-run"),
        .product(name: "SuasSpec", package: "suas-run"),
        .product(name: "YAML", package: "suas-run"),
      ],
      resources: [.embedInCode("search-cities.yaml")],
      swiftSettings: settings),
    .testTarget(
      name: "SearchCitiesTests",
      dependencies: [
        "SearchCities", .product(name: "SuasTesting", package: "suas-run"),
      ],
      swiftSettings: settings),
  ]
)

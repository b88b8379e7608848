// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
  name: "Apps",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .executable(name: "search-cities", targets: ["SearchCities"]),
    .executable(name: "todo", targets: ["TodoWithSettings"]),
  ],
  dependencies: [.package(name: "suas-run", path: "../../..")],
  targets: [
    .executableTarget(
      name: "SearchCities", dependencies: [.product(name: "Suas", package: "suas-run")],
      swiftSettings: settings),
    .testTarget(name: "SearchCitiesTests", dependencies: ["SearchCities"], swiftSettings: settings),
    .executableTarget(
      name: "TodoWithSettings", dependencies: [.product(name: "Suas", package: "suas-run")],
      swiftSettings: settings),
    .testTarget(
      name: "TodoWithSettingsTests", dependencies: ["TodoWithSettings"], swiftSettings: settings),
  ]
)

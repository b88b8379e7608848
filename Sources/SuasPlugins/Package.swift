// swift-tools-version: 6.2
import PackageDescription

// The plugins of suas-run: a package of its own, which has the program in it, so that no app builds it.
// `.ci/plugins make` puts the program beside this file.
let package = Package(
  name: "suas-run-plugins",
  products: [
    .plugin(name: "SuasCommand", targets: ["SuasCommand"]),
    .plugin(name: "SuasGeneratePlugin", targets: ["SuasGeneratePlugin"]),
    .plugin(name: "SuasBundlePlugin", targets: ["SuasBundlePlugin"]),
  ],
  targets: [
    .binaryTarget(name: "SuasRunBinary", path: "suas-run.artifactbundle"),
    .plugin(
      name: "SuasCommand",
      capability: .command(
        intent: .custom(verb: "suas", description: "Runs suas-run in the package's folder.")),
      dependencies: ["SuasRunBinary"]),
    .plugin(name: "SuasGeneratePlugin", capability: .buildTool(), dependencies: ["SuasRunBinary"]),
    .plugin(name: "SuasBundlePlugin", capability: .buildTool(), dependencies: ["SuasRunBinary"]),
  ]
)

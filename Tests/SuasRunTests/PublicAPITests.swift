import Foundation
import Support
import Testing

/// The declarations of the libraries that apps can use. The folder `API` has a list of each module,
/// which stands for the last release.
@Suite("The public API of the libraries", .enabled(if: isOnX86, "the lists are made on x86-64"))
struct PublicAPITests {
  /// The modules of the package's libraries, and those that these pass on.
  private static let modules = [
    "CEL", "LibYAML", "Suas", "SuasBundle", "SuasDocs", "SuasEffects", "SuasEngine",
    "SuasLanguage", "SuasLive", "SuasLog", "SuasProgram", "SuasReports", "SuasRuntime",
    "SuasSaving", "SuasScenario", "SuasSpec", "SuasTesting", "Values", "YAML",
  ]

  private static let build = URL(filePath: Program.path).resolvingSymlinksInPath()
    .deletingLastPathComponent()

  @Test(arguments: modules)
  func `A declaration that is gone or written otherwise breaks apps`(module: String) throws {
    let symbols = try DeclaredSymbol.all(of: module, from: "public", in: Self.build)
    let lines = Set(
      symbols.map { "\($0.pathComponents.joined(separator: ".")): \($0.declaration)" })
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "API/\(module).txt")
    let recorded = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    for line in recorded.split(separator: "\n").map(String.init) where !lines.contains(line) {
      Issue.record("\(module) has no more '\(line)': CHANGELOG.md has to say so")
    }
    try expectRecorded(lines.sorted().map { $0 + "\n" }.joined(), in: file)
  }

  @Test func `Each library of the package has a list`() throws {
    let manifest = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Package.swift"), encoding: .utf8)
    let libraries = manifest.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
    #expect(libraries.count > 10)
    #expect(Set(libraries).isSubset(of: Self.modules))
  }
}

/// True on the machines for which the compiler tells the lists.
private var isOnX86: Bool {
  #if arch(x86_64) && os(Linux)
    true
  #else
    false
  #endif
}

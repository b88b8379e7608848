import Foundation

/// A declaration as `swift symbolgraph-extract` tells it.
public struct DeclaredSymbol: Decodable {
  public struct Kind: Decodable { public let identifier: String }
  struct Location: Decodable { let uri: String }
  struct Fragment: Decodable { let spelling: String }
  public let kind: Kind
  public let pathComponents: [String]
  let location: Location?
  let declarationFragments: [Fragment]?

  /// The name of the file without its extension; nil for what is private.
  public var file: String? {
    location?.uri.split(separator: "/").last.map { String($0.dropLast(6)) }
  }

  /// The declaration as it is written, without its body.
  public var declaration: String {
    (declarationFragments ?? []).map(\.spelling).joined()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private struct Graph: Decodable { let symbols: [DeclaredSymbol] }

  /// The declarations of a module that have some access level or a wider one.
  ///
  /// - Parameter build: The folder of the build that has the module.
  /// - Throws: What the tool wrote, if it cannot read the module.
  public static func all(
    of module: String, from access: String, in build: URL
  ) throws -> [DeclaredSymbol] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "suas-symbols-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "swift", "symbolgraph-extract", "-module-name", module, "-target",
        "x86_64-unknown-linux-gnu", "-minimum-access-level", access, "-skip-synthesized-members",
        "-I", build.appending(path: "Modules").path, "-output-dir", folder.path,
      ]
      + mapsOfC(in: build).flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
    let pipe = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Unreadable(description: "\(module): \(String(decoding: output, as: UTF8.self))")
    }
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.flatMap {
      try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0)).symbols
    }
  }

  /// The maps of the modules in C that Swift's use: those that the build made, and those beside the
  /// sources of this package and of others.
  private static func mapsOfC(in build: URL) -> [URL] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    // The folder of the build is `.build/x86_64-unknown-linux-gnu/debug`.
    let checkouts = contents(
      of: build.deletingLastPathComponent().deletingLastPathComponent().appending(path: "checkouts")
    )
    let targets = ([root] + checkouts).flatMap { contents(of: $0.appending(path: "Sources")) }
    let folders = contents(of: build) + targets + targets.map { $0.appending(path: "include") }
    return folders.map { $0.appending(path: "module.modulemap") }.filter {
      FileManager.default.fileExists(atPath: $0.path)
    }
  }

  private static func contents(of folder: URL) -> [URL] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.path < $1.path }
  }

  private struct Unreadable: Error, CustomStringConvertible { let description: String }
}

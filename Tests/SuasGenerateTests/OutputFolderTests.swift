import Foundation
import SuasGenerate
import Testing
import YAML

@Suite("Folders of generated files")
struct OutputFolderTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "suas-output-\(UUID().uuidString)")
  private let file = GeneratedFile(
    path: "Inner/Types.swift", text: "\(GeneratedFile.mark) from a.yaml\nstruct A {}\n")

  @Test func `Files are written once, and then are as they should be`() throws {
    let output = OutputFolder(folder.path)
    let changes = try output.changes(to: [file])
    #expect(changes.written.map(\.path) == ["Inner/Types.swift"])
    try output.make(changes)
    #expect(try output.changes(to: [file]).isEmpty)
  }

  @Test func `A file that a person wrote is never replaced`() throws {
    let output = OutputFolder(folder.path)
    try output.make(try output.changes(to: [file]))
    try Data("struct Mine {}\n".utf8).write(to: folder.appending(path: file.path))
    let error = #expect(throws: Diagnostics.self) { try output.changes(to: [file]) }
    #expect(error?.items.first?.message.contains("was not generated") == true)
  }

  @Test func `What cannot be read is not replaced either`() throws {
    let output = OutputFolder(folder.path)
    let path = folder.appending(path: file.path)
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    let error = #expect(throws: Diagnostics.self) { try output.changes(to: [file]) }
    #expect(error?.items.first?.message.hasPrefix("cannot write to '\(path.path)'") == true)
  }

  @Test func `Only generated files are removed when they are no longer generated`() throws {
    let output = OutputFolder(folder.path)
    let old = GeneratedFile(path: "Inner/Old.swift", text: file.text)
    try output.make(try output.changes(to: [file, old]))
    try Data("mine\n".utf8).write(to: folder.appending(path: "Inner/Mine.swift"))
    let changes = try output.changes(to: [file])
    #expect(changes.removed == ["Inner/Old.swift"])
    try output.make(changes)
    let left = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "Inner").path)
    #expect(left.sorted() == ["Mine.swift", "Types.swift"])
  }
}

import Foundation
import SuasGenerate
import Testing
import YAML

@Suite("Folders of generated files")
struct OutputFolderTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "suas-output-\(UUID().uuidString)")
  private static let origin = GeneratedFile.Origin(name: "specs/a.yaml", digest: "0")
  private let file = GeneratedFile(path: "Inner/Types.swift", of: origin, "struct A {}\n")

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
    let old = GeneratedFile(path: "Inner/Old.swift", of: Self.origin, "struct Old {}\n")
    try output.make(try output.changes(to: [file, old]))
    try Data("mine\n".utf8).write(to: folder.appending(path: "Inner/Mine.swift"))
    let changes = try output.changes(to: [file])
    #expect(changes.removed == ["Inner/Old.swift"])
    try output.make(changes)
    let left = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "Inner").path)
    #expect(left.sorted() == ["Mine.swift", "Types.swift"])
  }

  @Test func `Files of another spec are neither replaced nor removed`() throws {
    let output = OutputFolder(folder.path)
    try output.make(try output.changes(to: [file]))
    let other = GeneratedFile.Origin(name: "b.yaml", digest: "0")
    let inTheWay = GeneratedFile(path: file.path, of: other, "struct B {}\n")
    let error = #expect(throws: Diagnostics.self) { try output.changes(to: [inTheWay]) }
    #expect(error?.items.first?.message.contains("was generated from 'specs/a.yaml'") == true)
    let beside = GeneratedFile(path: "Inner/B.swift", of: other, "struct B {}\n")
    #expect(try output.changes(to: [beside]).removed.isEmpty)
  }

  @Test func `The runtime is kept as long as another spec may need it`() throws {
    let output = OutputFolder(folder.path)
    let used = GeneratedFile(path: "Runtime/Text.swift", of: nil, "struct Text {}\n")
    let unused = GeneratedFile(path: "Runtime/Times.swift", of: nil, "struct Times {}\n")
    let other = GeneratedFile.Origin(name: "b.yaml", digest: "0")
    let beside = GeneratedFile(path: "Other/B.swift", of: other, "struct B {}\n")
    try output.make(try output.changes(to: [beside, used, unused]))
    #expect(try output.changes(to: [file, used]).removed.isEmpty)
    try FileManager.default.removeItem(at: folder.appending(path: beside.path))
    #expect(try output.changes(to: [file, used]).removed == ["Runtime/Times.swift"])
  }

  @Test func `A name of a file with a line break adds no line`() {
    let origin = GeneratedFile.Origin(name: "a\nimport B // .yaml", digest: "0")
    let file = GeneratedFile(path: "A.swift", of: origin, "")
    #expect(file.text.split(separator: "\n").count == 1)
  }
}

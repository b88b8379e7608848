import Foundation
import SuasSpec
import Testing

@testable import SuasLive

/// The files of effects, which stay in their folder.
@Suite final class FileFolderTests {
  private let outside: URL
  private let folder: URL
  private let files: FileFolder

  init() throws {
    outside = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    folder = outside.appendingPathComponent("files")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("sub"), withIntermediateDirectories: true)
    try Data("secret".utf8).write(to: outside.appendingPathComponent("secret"))
    try Data("inside".utf8).write(to: folder.appendingPathComponent("a.txt"))
    for (link, target) in [
      ("out", "../secret"), ("outdir", ".."), ("in", "a.txt"), ("round", "round"),
      ("new", "sub/new.txt"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.appendingPathComponent(link).path, withDestinationPath: target)
    }
    files = FileFolder(path: folder.path, maximumSize: 100)
  }

  deinit { try? FileManager.default.removeItem(at: outside) }

  @Test(
    "Files are read, links that stay in the folder followed",
    arguments: ["a.txt", "in", "sub/../a.txt"])
  func reading(name: String) throws {
    #expect(try files.read(name) == "inside")
  }

  @Test(
    "What lies outside is neither read nor written, whatever leads there",
    arguments: [
      "../secret", "out", "outdir/secret", "sub/../../secret", "/etc/passwd", "..", "", "a\0b",
      "../files/../secret", "round", "sub/..",
    ])
  func escaping(name: String) throws {
    #expect(throws: FileFolder.FolderError.self) { try files.read(name) }
    #expect(throws: FileFolder.FolderError.self) { try files.write("x", to: name) }
    let secret = try String(
      contentsOf: outside.appendingPathComponent("secret"), encoding: .utf8)
    #expect(secret == "secret")
  }

  @Test("A file is written whole, over what was there, and through links in the folder")
  func writing() throws {
    try files.write("one", to: "sub/b.txt")
    try files.write("two", to: "sub/b.txt")
    #expect(try files.read("sub/b.txt") == "two")
    try files.write("linked", to: "new")
    #expect(try files.read("sub/new.txt") == "linked")
    #expect(throws: FileFolder.FolderError.self) { try files.write("x", to: "nowhere/b.txt") }
  }

  @Test("A file that is too large, no text, or none at all is a failure")
  func unreadable() throws {
    try Data(repeating: 0x61, count: 101).write(to: folder.appendingPathComponent("large"))
    try Data([0xFF]).write(to: folder.appendingPathComponent("bytes"))
    for name in ["large", "bytes", "sub", "nothing"] {
      #expect(throws: FileFolder.FolderError.self) { try files.read(name) }
    }
  }
}

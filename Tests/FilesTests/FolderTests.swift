import Foundation
import SystemPackage
import Testing

@testable import Files

/// A folder whose contents cannot lead out of it.
@Suite final class FolderTests {
  let base: URL
  let folder: Folder

  init() throws {
    base = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      .resolvingSymlinksInPath()
    try FileManager.default.createDirectory(
      at: base.appendingPathComponent("root/sub/deep"), withIntermediateDirectories: true)
    folder = try Folder(at: base.appendingPathComponent("root").path)
    try text("secret", "secret")
    try text("inside", "root/a.txt")
    try text("beside", "root-beside/a.txt")
    for (link, target) in [
      ("out", "../secret"), ("away", ".."), ("in", "a.txt"), ("round", "round"),
      ("new", "sub/new.txt"), ("absolute", "\(base.path)/root/a.txt"), ("etc", "/etc"),
      ("leaving", "../root/a.txt"), ("deep", "sub/deep"), ("self", "\(base.path)/root"),
      ("beside", "../root-beside"), ("dangling", "../nothing"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: base.appendingPathComponent("root/\(link)").path, withDestinationPath: target)
    }
  }

  deinit { try? FileManager.default.removeItem(at: base) }

  private func text(_ text: String, _ name: String) throws {
    let file = base.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: base.appendingPathComponent(name), encoding: .utf8)
  }

  private func names(_ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: base.appendingPathComponent(name).path)
  }

  @Test(
    "What lies in the folder is read, by whatever way",
    arguments: [
      "a.txt", "in", "absolute", "leaving", "sub/../a.txt", "sub/deep/../../a.txt", "./a.txt",
      "deep/../../in", "self/a.txt", "self/self/in", "../root/a.txt", "sub/../../root/in",
    ])
  func reading(path: String) throws {
    #expect(try folder.read(BytePath(path), limit: 10) == Array("inside".utf8))
    #expect(
      try folder.read(BytePath("\(base.path)/root/\(path)"), limit: 10) == Array("inside".utf8))
  }

  @Test(
    "What lies outside is neither read nor written, made nor removed, by whatever way",
    arguments: [
      "../secret", "out", "away/secret", "sub/../../secret", "/etc/passwd", "etc/passwd",
      "beside/a.txt", "../root-beside/a.txt", "dangling", "self/../secret", "deep/../../../secret",
      "/", "..", "etc/x",
    ])
  func outside(path: String) throws {
    let path = BytePath(path)
    #expect(throws: FileFailure.outside) { try folder.read(path, limit: 10) }
    #expect(throws: FileFailure.outside) { try folder.write([], to: path) }
    #expect(throws: FileFailure.outside) { try folder.makeFolder(path) }
    #expect(throws: FileFailure.outside) { try folder.kind(of: path) }
    #expect(throws: FileFailure.self) { try folder.names(in: path) }
    #expect(try text("secret") == "secret")
    #expect(Set(try names("")) == ["root", "root-beside", "secret"])
  }

  @Test("Folders whose names are equal except for their bytes are different")
  func normalization() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    try text("one", "\(composed)/a.txt")
    try text("two", "\(decomposed)/a.txt")
    let files = try Folder(at: base.appendingPathComponent(composed).path)
    #expect(try files.read("a.txt", limit: 10) == Array("one".utf8))
    for path in ["../\(decomposed)/a.txt", "\(base.path)/\(decomposed)/a.txt"] {
      #expect(throws: FileFailure.outside) { try files.read(BytePath(path), limit: 10) }
      #expect(throws: FileFailure.outside) { try files.write([], to: BytePath(path)) }
    }
    #expect(try text("\(decomposed)/a.txt") == "two")
  }

  @Test("A name that begins with a combining character is a name like any other")
  func combining() throws {
    try text("one", "root/\u{301}x/a.txt")
    #expect(try folder.read("\u{301}x/a.txt", limit: 10) == Array("one".utf8))
    #expect(throws: FileFailure.outside) {
      try folder.read("\u{301}x/../../\u{301}x", limit: 10)
    }
  }

  @Test(
    "Folders, devices and pipes are no files, and nobody waits for them",
    arguments: [("sub", FileFailure.folder), ("pipe", .special)])
  func kinds(name: String, failure: FileFailure) throws {
    mkfifo(base.appendingPathComponent("root/pipe").path, 0o600)
    let start = ContinuousClock.now
    #expect(throws: failure) { try folder.read(BytePath(name), limit: 10) }
    #expect(throws: failure) { try folder.write([], to: BytePath(name)) }
    let path = base.appendingPathComponent("root/\(name)").path
    #expect(throws: failure) { try FileSystem.read(path, limit: 10) }
    #expect(throws: FileFailure.special) { try FileSystem.read("/dev/zero", limit: 10) }
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test("A file is written whole, keeps its permissions, and nothing is left beside it")
  func writing() throws {
    let path = base.appendingPathComponent("root/sub/b.txt").path
    try folder.write(Array("one".utf8), to: "sub/b.txt")
    chmod(path, 0o600)
    try folder.write(Array("two".utf8), to: "sub/b.txt")
    #expect(try text("root/sub/b.txt") == "two")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try folder.write(Array("linked".utf8), to: "new")
    #expect(try text("root/sub/new.txt") == "linked")
    #expect(throws: FileFailure.system(.fileExists)) {
      try folder.write([], to: "new", replacing: .nothing)
    }
    #expect(throws: FileFailure.system(.fileExists)) {
      try folder.write([], to: "dangling", replacing: .nothing)
    }
    #expect(throws: FileFailure.self) {
      try FileSystem.write(to: path) { _ in throw CancellationError() }
    }
    #expect(Set(try names("root/sub")) == ["b.txt", "new.txt", "deep"])
    #expect(try text("root/sub/b.txt") == "two")
  }

  @Test("Removing a link keeps its target")
  func removing() throws {
    try folder.remove("out")
    #expect(try text("secret") == "secret")
    #expect(try folder.kind(of: "out", followsLink: false) == nil)
    #expect(throws: FileFailure.outside) { try folder.remove("away/secret") }
    #expect(try text("secret") == "secret")
  }

  @Test("A file that a killed run left is removed, and no other is")
  func stale() throws {
    let stale = ".suas-run-0123456789abcdef.tmp"
    let busy = ".suas-run-fedcba9876543210.tmp"
    let others = [".suas-run-x.tmp", "x.1234.tmp", ".suas-run-0123456789abcdef.tmp.yaml"]
    for name in [stale, busy] + others { try text("", "root/sub/\(name)") }
    let link = base.appendingPathComponent("root/sub/.suas-run-00000000000000aa.tmp")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: base.appendingPathComponent("secret"))
    let other = open(base.appendingPathComponent("root/sub/\(busy)").path, O_WRONLY)
    defer { close(other) }
    #expect(flock(other, LOCK_EX) == 0)
    StaleFiles.remove(from: try folder.handle(at: "sub"))
    #expect(Set(try names("root/sub")) == Set([busy, link.lastPathComponent, "deep"] + others))
    #expect(try text("secret") == "secret")
  }

  @Test("A root that was moved away stays the same folder")
  func moved() throws {
    try FileManager.default.moveItem(
      at: base.appendingPathComponent("root"), to: base.appendingPathComponent("elsewhere"))
    try text("other", "root/a.txt")
    #expect(try folder.read("a.txt", limit: 10) == Array("inside".utf8))
  }
}

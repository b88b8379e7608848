import Foundation
import SuasSpec
import Support
import Testing
import YAML

@testable import SuasScenario

/// Specs and files as they are in a commit.
@Suite struct GitRevisionTests {
  private let repository: GitRepository

  init() throws {
    repository = try GitRepository()
    try repository.write(
      "suas: 1\ninclude: [parts/more.yaml]\nstates: { Old: { a: int = 1 } }\n", to: "spec.yaml")
    try repository.write(
      "suas: 1\ninclude: ['../shared.yaml']\nstates: { More: { b: int = 2 } }\n",
      to: "parts/more.yaml")
    try repository.write("suas: 1\nstates: { Shared: { c: int = 3 } }\n", to: "shared.yaml")
    try repository.commit()
    try repository.git("tag", "first")
    try repository.write("suas: 1\nstates: { New: { a: int = 1 } }\n", to: "spec.yaml")
    try repository.remove("parts/more.yaml")
    try repository.remove("shared.yaml")
    try repository.commit()
  }

  private func revision(_ name: String) throws -> GitRevision {
    try GitRevision(named: name, inRepositoryOf: repository.folder.path)
  }

  private func states(of spec: CheckedSpec) -> Set<String> {
    Set(spec.types.records.keys).intersection(["Old", "More", "Shared", "New"])
  }

  private func errors(at path: String, in revision: GitRevision) -> String {
    do throws(Diagnostics) {
      _ = try Loader().spec(at: [repository.path(path)], in: revision)
      return ""
    } catch {
      return error.items.map { "\($0.message)" }.joined(separator: "\n")
        .replacing(repository.folder.path + "/", with: "")
    }
  }

  @Test("A spec is read from a commit with all that it includes, though the files are gone")
  func spec() throws {
    for name in ["first", "HEAD~1", "main^", "HEAD^{commit}~1"] {
      let spec = try Loader().spec(at: [repository.path("spec.yaml")], in: revision(name))
      #expect(states(of: spec.checked) == ["Old", "More", "Shared"])
      let names = spec.checked.coverage.sources.map(\.name)
      #expect(names.allSatisfy { $0.hasPrefix("\(name):") })
    }
    let now = try Loader().spec(at: [repository.path("spec.yaml")], in: revision("HEAD"))
    #expect(states(of: now.checked) == ["New"])
  }

  @Test("The files that make a spec together are read from the commit, whatever lies on the disk")
  func together() throws {
    try repository.write("no spec", to: "shared.yaml")
    let spec = try Loader().checkedSpec(
      at: ["shared.yaml", "parts/more.yaml"].map(repository.path), in: revision("first"))
    #expect(states(of: spec) == ["More", "Shared"])
  }

  @Test("A bundle is read from a commit")
  func bundle() throws {
    let spec = try Loader().checkedSpec(at: [repository.path("spec.yaml")])
    let file = repository.folder.appendingPathComponent("spec.suas")
    try Data(Bundle.bytes(of: spec)).write(to: file)
    try repository.commit()
    try repository.remove("spec.suas")
    let read = try Loader().spec(at: [file.path], in: revision("main"))
    #expect(states(of: read.checked) == ["New"])
  }

  @Test("Errors name files by their revision")
  func diagnostics() throws {
    let old = try revision("first")
    #expect(errors(at: "none.yaml", in: old) == "there is no file 'first:none.yaml'")
    #expect(errors(at: "parts", in: old) == "'first:parts' cannot be read: it is a folder")
    #expect(
      errors(at: "../none.yaml", in: old).hasSuffix("it lies outside of the git repository"))
    try repository.write("suas: 1\ninclude: [gone.yaml]\n", to: "a.yaml")
    try repository.write("suas: 1\ninclude: [a.yaml]\nstates: { A: { a: text } }\n", to: "b.yaml")
    try repository.write("suas: 1\nstates: { A: { a: text } }\n", to: "c.yaml")
    try repository.write("suas: 1\ninclude: [d.yaml]\n", to: "d.yaml")
    try repository.commit()
    let new = try revision("main")
    #expect(errors(at: "b.yaml", in: new) == "there is no file 'main:gone.yaml'")
    do throws(Diagnostics) {
      _ = try Loader().spec(at: [repository.path("c.yaml")], in: new)
      Issue.record("The spec has no error")
    } catch {
      let place = "\(error.items[0].place)"
      #expect(place.contains("main:\(repository.path("c.yaml")):2:"))
    }
    #expect(errors(at: "d.yaml", in: new) == "'d.yaml' includes itself")
  }

  @Test("Links are followed within the repository, and not out of it")
  func links() throws {
    for (link, target) in [
      ("inside.yaml", "spec.yaml"), ("outside.yaml", "/etc/hostname"), ("loop.yaml", "loop.yaml"),
      ("nowhere.yaml", "none.yaml"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: repository.path(link), withDestinationPath: target)
    }
    try repository.commit()
    let revision = try revision("main")
    let linked = try revision.read(repository.path("inside.yaml"), limit: 1000)
    #expect(linked == Array("suas: 1\nstates: { New: { a: int = 1 } }\n".utf8))
    #expect(try revision.read(repository.path("nowhere.yaml"), limit: 1000) == nil)
    for name in ["outside.yaml", "loop.yaml"] {
      #expect(throws: GitFailure.self) {
        try revision.read(repository.path(name), limit: 1000)
      }
    }
  }

  @Test("Of a file that is too large, little more than the limit is read")
  func limit() throws {
    try repository.write(String(repeating: "x", count: 1 << 20), to: "large.txt")
    try repository.commit()
    let bytes = try #require(
      try revision("main").read(repository.path("large.txt"), limit: 10_000))
    #expect(bytes.count > 10_000 && bytes.count < 1 << 18)
  }

  @Test("A name that is no commit is an error and never an option")
  func unknown() throws {
    for name in [
      "none", "", "-h", "--all", "--help", "--git-dir=/tmp", "HEAD:spec.yaml", "HEAD..first", "a b",
      "first^{tree}", "HEAD\n", "@{upstream}", "'", "main\0",
    ] {
      do throws(GitFailure) {
        _ = try GitRevision(named: name, inRepositoryOf: repository.folder.path)
        Issue.record("'\(name)' is a revision")
      } catch {
        #expect(error.message == "git knows no revision '\(name)'")
      }
    }
  }

  @Test("A folder that is in no repository is an error that says so")
  func noRepository() throws {
    do throws(GitFailure) {
      _ = try GitRevision(named: "HEAD", inRepositoryOf: "/")
      Issue.record("The root is a repository")
    } catch {
      #expect(error.message.hasPrefix("git finds no repository: not a git repository"))
    }
  }

  @Test("A program that is not installed is an error that says so")
  func noProgram() {
    #expect(throws: ChildProcess.StartFailure.noProgram) {
      try ChildProcess(["no-such-program-anywhere"])
    }
  }
}

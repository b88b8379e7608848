import Foundation
import SuasScenario
import SuasSpec
import Support
import Testing
import YAML
import YAMLSyntax

@testable import SuasMutate

/// Lines that differ from an earlier revision.
@Suite struct ChangedLinesTests {
  private func changed(_ new: String, since old: String?) -> [Int] {
    ChangedLines.changed(
      in: Source(name: "a", text: new), since: old.map { Source(name: "a", text: $0) }
    ).sorted()
  }

  @Test("A line is changed if the old text has no such line in this order")
  func lines() {
    #expect(changed("a\nb\nc\n", since: "a\nb\nc\n") == [])
    #expect(changed("a\nB\nc\n", since: "a\nb\nc\n") == [1])
    #expect(changed("a\nc\n", since: "a\nb\nc\n") == [])
    #expect(changed("x\na\nb\ny\nc\nz", since: "a\nb\nc\n") == [0, 3, 5])
    #expect(changed("b\na\n", since: "a\nb\n").count == 1)
    #expect(changed("a\r\nb\r\n", since: "a\nb\n") == [])
    #expect(changed("", since: "a\n") == [])
  }

  @Test("All lines of a new file are changed")
  func newFile() {
    #expect(changed("a\nb\n", since: nil) == [0, 1])
    #expect(changed("a\nb", since: "") == [0, 1])
  }

  @Test("A text that is another one altogether is compared in time")
  func large() {
    let (old, new) = ((0..<50_000).map { "a\($0)" }, (0..<50_000).map { "b\($0)" })
    let start = threadTime()
    let lines = changed(
      (["x"] + new + ["y"]).joined(separator: "\n"),
      since: (["x"] + old + ["y"]).joined(separator: "\n"))
    #expect(threadTime() - start < .seconds(20))
    #expect(lines == Array(1...50_000))
  }

  @Test("Only places that touch a changed line are mutated, and the rest is counted")
  func places() throws {
    let repository = try GitRepository()
    let text = lampSpec
    try repository.write(text, to: "lamp.yaml")
    try repository.commit()
    let revision = try GitRevision(named: "HEAD", inRepositoryOf: repository.folder.path)
    func result(_ text: String, since revision: GitRevision?) throws -> MutationResult {
      try Project(text, named: repository.path("lamp.yaml")).result(since: revision)
    }
    let changed = text.replacing("level < 2", with: "level < 3")
    let all = try result(changed, since: nil)
    let some = try result(changed, since: revision)
    #expect(some.since == "HEAD")
    #expect(!some.mutants.isEmpty)
    // The rule that has the line is left out by a mutant, the one before it by none.
    #expect(some.mutants.contains { $0.mutation.kind == .dropRule })
    for mutant in some.mutants {
      #expect(mutant.place.endLocation.line == 11, "\(mutant.mutation.document.lines.new)")
    }
    let there = try Project(changed).mutations().count
    #expect(some.mutants.count + some.leftOut <= there && some.leftOut > 0)
    #expect(all.mutants.count > some.mutants.count && all.since == nil && all.leftOut == 0)
    #expect(try result(text, since: revision).mutants.isEmpty)
    let new = try Project(text, named: repository.path("new.yaml")).result(since: revision)
    #expect(new.leftOut == 0)
    #expect(throws: GitFailure.self) {
      try Project(text, named: "/outside.yaml").result(since: revision)
    }
  }
}

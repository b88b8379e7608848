import Foundation
import Testing

/// Runs with `--watch`, which begin again when files change.
@Suite struct WatchTests {
  static let spec = """
    suas: 1
    include: [types.yaml]
    states: { Count: { value: int = 0 } }
    actions: { Up: {} }
    reducers: { Counting: { state: Count, on: { Up: [{ increment: value }] } } }

    """

  static func scenario(expecting value: Int, golden: Bool = false) -> String {
    """
    spec: ../count.yaml
    scenario: Up
    steps:
      - { dispatch: Up, expect: { state: { Count: { value: \(value) } } } }
    \(golden ? "  - golden: up\n" : "")
    """
  }

  /// Makes a folder with two scenario files for one spec, the second with a golden file.
  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(Self.spec, to: "count.yaml")
    try folder.write("suas: 1\n", to: "types.yaml")
    try folder.write(Self.scenario(expecting: 1), to: "tests/a.scenario.yaml")
    try folder.write(Self.scenario(expecting: 1, golden: true), to: "tests/b.scenario.yaml")
    try folder.write("Count:\n  value: 1\n", to: "tests/golden/b/up.yaml")
    return folder
  }

  @Test("A changed file reruns only the affected scenarios, until Ctrl-C")
  func changes() throws {
    let folder = try folder()
    let terminal = try PseudoTerminal(["tests", "--watch"], in: folder.url, columns: 100)
    try terminal.expect("2 passed, 0 failed")
    try terminal.expect("watching 5 files, until Ctrl-C")

    // A changed scenario file is run alone.
    try folder.write(Self.scenario(expecting: 2), to: "tests/a.scenario.yaml")
    try terminal.expect("tests/a.scenario.yaml changed\r\n")
    try terminal.expect("expected: 2")
    try terminal.expect("0 passed, 1 failed")
    try terminal.expect("watching")

    // A file that the spec includes affects both. The file is replaced by another one, as editors
    // do.
    try folder.write("suas: 1\nname: Types\n", to: "new.yaml")
    #expect(
      rename(folder.url.path + "/new.yaml", folder.url.path + "/types.yaml") == 0)
    try terminal.expect(
      "types.yaml changed, which is read by tests/a.scenario.yaml, tests/b.scenario.yaml")
    try terminal.expect("1 passed, 1 failed")
    try terminal.expect("watching")

    // Errors are shown, and watching continues.
    try folder.write(Self.spec + "broken: [\n", to: "count.yaml")
    try terminal.expect("count.yaml changed, which is read by")
    try terminal.expect("error[yaml-syntax]")
    try terminal.expect("watching")
    try folder.write(Self.spec, to: "count.yaml")
    try terminal.expect("1 passed, 1 failed")
    try terminal.expect("watching")

    // A golden file affects the scenarios that it belongs to.
    try folder.write("Count:\n  value: 7\n", to: "tests/golden/b/up.yaml")
    try terminal.expect(
      "tests/golden/b/up.yaml changed, which is read by tests/b.scenario.yaml\r\n")
    try terminal.expect("0 passed, 1 failed")
    try terminal.expect("watching")

    // New files are found, even in new folders.
    try folder.write(
      Self.scenario(expecting: 1).replacingOccurrences(of: "../", with: "../../"),
      to: "tests/more/c.scenario.yaml")
    try terminal.expect("tests/more/c.scenario.yaml is new\r\n")
    try terminal.expect("1 passed, 0 failed")
    try terminal.expect("watching 6 files")
    try FileManager.default.removeItem(
      at: folder.url.appendingPathComponent("tests/a.scenario.yaml"))
    try terminal.expect("tests/a.scenario.yaml is gone")

    kill(terminal.process.processIdentifier, SIGINT)
    // The signal ends the program itself between runs, and the run during one.
    #expect([SIGINT, 130].contains(try terminal.end()))
  }

  @Test("Golden files written by a run do not count as changes")
  func writtenGoldens() throws {
    let folder = try folder()
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("tests/golden"))
    let terminal = try PseudoTerminal(
      ["tests/b.scenario.yaml", "--watch", "--update"], in: folder.url, columns: 100)
    try terminal.expect("wrote tests/golden/b/up.yaml")
    try terminal.expect("watching 4 files")
    try folder.write(Self.scenario(expecting: 1, golden: true) + "\n", to: "tests/b.scenario.yaml")
    // The next reported change is this file.
    try terminal.expect("Ctrl-C\r\ntests/b.scenario.yaml changed\r\n")
    try terminal.expect("1 passed")
  }

  @Test("Watching is refused in CI, and without files")
  func refusals() throws {
    let folder = try folder()
    let ci = try Program.run(["tests", "--watch"], in: folder, environment: ["CI": "1"])
    #expect(ci.status == 64 && ci.errors.contains("--watch waits for somebody who edits files"))
    for option in ["--review", "--update-expect"] {
      #expect(try Program.run(["tests", "--watch", option], in: folder).status == 64)
    }
    #expect(try Program.run(["none.scenario.yaml", "--watch"], in: folder).status == 2)
  }
}

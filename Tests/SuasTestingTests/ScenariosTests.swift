import Foundation
import Testing

@testable import SuasTesting

/// The examples in `specs/`, as an app's package would run them.
@Test(arguments: Scenarios(in: "../../specs"))
func example(_ scenario: Scenario) throws { try scenario.run() }

/// The scenarios in a folder, and the issues that running them records.
@Suite struct ScenariosTests {
  static let spec = """
    suas: 1
    states: { Count: { value: int = 0 } }
    actions: { Up: {} }
    reducers: { Counting: { state: Count, on: { Up: [{ increment: value }] } } }
    """

  static let scenarios = """
    spec: ../count.yaml
    scenarios:
      - name: Counting up
        steps: [{ dispatch: Up, expect: { state: { Count: { value: 1 } } } }]
      - name: Counting wrong
        steps:
          - dispatch: Up
          - expect: { state: { Count: { value: 2 } } }
      - name: Known to fail
        xfail: nobody counts back
        steps: [{ expect: { state: { Count: { value: 3 } } } }]
      - name: Passing where it should not
        xfail: not true
        steps: [{ dispatch: Up }]
      - name: With a golden
        steps: [{ golden: zero }]
      - name: Not run
        skip: no time
        steps: [{ dispatch: Up }]
    """

  /// Makes a folder with a spec, and with scenarios in a folder of their own.
  private func folder(_ files: [String: String] = ["all.scenario.yaml": scenarios]) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let scenarios = folder.appendingPathComponent("Scenarios")
    try FileManager.default.createDirectory(at: scenarios, withIntermediateDirectories: true)
    try Data(Self.spec.utf8).write(to: folder.appendingPathComponent("count.yaml"))
    for (name, text) in files {
      let file = scenarios.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return folder
  }

  @Test("A folder of any name is left out of the names of its scenarios")
  func foldersOfAnyName() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let named = folder.appendingPathComponent("Größe ✓")
    try FileManager.default.moveItem(at: folder.appendingPathComponent("Scenarios"), to: named)
    let cases = Scenarios(in: "Größe ✓", beside: "\(folder.path)/T.swift", root: ".")
    #expect(cases.first?.testDescription == "all.scenario.yaml: Counting up")
  }

  /// Returns the issues that cases record, each with its place and its text.
  private func issues(of cases: Scenarios) throws -> [String] {
    let issues = Recorded()
    // A skipped case would cancel this test.
    for scenario in cases where !scenario.name.hasSuffix(": Not run") {
      try withKnownIssue(isIntermittent: true) {
        try scenario.run()
      } matching: { issue in
        issues.add(issue)
        return true
      }
    }
    return issues.texts
  }

  @Test("Scenarios are named by file and name, and each failure is an issue at its line")
  func failures() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let cases = Scenarios(
      in: "Scenarios", beside: folder.appendingPathComponent("Tests.swift").path, root: ".")
    #expect(
      cases.map(\.testDescription) == [
        "all.scenario.yaml: Counting up", "all.scenario.yaml: Counting wrong",
        "all.scenario.yaml: Known to fail", "all.scenario.yaml: Passing where it should not",
        "all.scenario.yaml: With a golden", "all.scenario.yaml: Not run",
      ])
    let path = "all.scenario.yaml"
    let found = try issues(
      of: Scenarios(in: "Scenarios", beside: "\(folder.path)/T.swift", root: "."))
    try #require(found.count >= 3)
    #expect(found[0].hasPrefix("\(path):8:"))
    #expect(found[0].contains("Count.value\n  expected: 2\n  actual:   1"))
    #expect(found.contains { $0.hasPrefix("\(path):13:") && $0.contains("not true") })
    #expect(found.contains { $0.hasPrefix("\(path):16:") && $0.contains("golden") })
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/Scenarios/golden"))
  }

  @Test("Golden files are written where that is asked for, which is an issue the first time")
  func goldens() throws {
    let folder = try folder([
      "zero.scenario.yaml":
        "spec: ../count.yaml\nscenario: Zero\nsteps: [{ golden: zero }]\n"
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    func cases(writesGoldens: Bool) -> Scenarios {
      Scenarios(
        in: "Scenarios", beside: "\(folder.path)/T.swift", root: ".", writesGoldens: writesGoldens)
    }
    let golden = "\(folder.path)/Scenarios/golden/zero/zero.yaml"
    let first = try issues(of: cases(writesGoldens: true))
    #expect(first.count == 1)
    guard !Scenario.isUnderCI else {
      #expect(!FileManager.default.fileExists(atPath: golden))
      return
    }
    #expect(first.first?.contains("wrote the golden file") == true)
    #expect(try issues(of: cases(writesGoldens: false)) == [])
    try Data("x: 1\n".utf8).write(
      to: URL(fileURLWithPath: "\(folder.path)/Scenarios/golden/zero/stray.yaml"))
    let stray = try issues(of: cases(writesGoldens: false))
    #expect(stray.count == 1 && stray[0].contains("no step names the golden file"))
  }

  @Test("A file that cannot be run is a failing case, not a missing one")
  func broken() throws {
    let folder = try folder([
      "a.scenario.yaml": "spec: ../count.yaml\nscenario: A\nsteps:\n  - dispatch: Down\n",
      "b.scenario.yaml": "spec: ../none.yaml\nscenario: B\nsteps: []\n",
      "c/d.scenario.yaml": "spec: ../../count.yaml\nscenarios: []\n",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = "\(folder.path)/T.swift"
    let cases = Scenarios(in: "Scenarios", beside: file, root: ".")
    #expect(cases.count == 3)
    let found = try issues(of: cases)
    #expect(found.count == 3)
    #expect(found.contains { $0.contains("a.scenario.yaml:4:15") && $0.contains("unknown-action") })
    #expect(found.contains { $0.contains("b.scenario.yaml:1:7") && $0.contains("file-not-found") })
    #expect(found.contains { $0.contains("there is no scenario in 'c/d.scenario.yaml'") })
    for none in ["Nothing", "../\(folder.lastPathComponent)/count.yaml"] {
      #expect(try issues(of: Scenarios(in: none, beside: file, root: ".")).count == 1)
    }
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("Empty"), withIntermediateDirectories: true)
    #expect(try issues(of: Scenarios(in: "Empty", beside: file)).count == 1)
  }
}

/// The issues that were recorded, in order.
private final class Recorded: @unchecked Sendable {
  private let lock = NSLock()
  private var recorded: [String] = []

  var texts: [String] { lock.withLock { recorded } }

  func add(_ issue: Issue) {
    let place = issue.sourceLocation.map { "\($0.fileName):\($0.line):\($0.column)" } ?? ""
    let text = ([place] + issue.comments.map(\.rawValue)).joined(separator: "\n")
    lock.withLock { recorded.append(text) }
  }
}

import Foundation
import LibYAML
import Testing
import YAML

/// Tasks for programs that write specs, each with a scenario that judges it and a spec that solves
/// it. The page for agents has to have all that the solutions need.
@Suite struct TaskTests {
  private static let folder = packageRoot.appendingPathComponent("Tests/SuasRunTests/Tasks")

  struct Task: Sendable, CustomTestStringConvertible {
    let name: String
    let sentence: String

    var testDescription: String { name }

    func text(_ file: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent("\(name)/\(file)"), encoding: .utf8)
    }

    /// The solution and the scenario, as they are written.
    var texts: [String] { get throws { [try text("spec.yaml"), try text("judge.scenario.yaml")] } }
  }

  /// The rows of the table.
  static let tasks: [Task] = {
    let table = try? String(
      contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
    return (table ?? "").matches(of: /\n\| \[([a-z-]+)\]\(\1\/judge\.scenario\.yaml\) \| (.+) \|/)
      .map { Task(name: String($0.1), sentence: String($0.2)) }
  }()

  @Test("There are thirty tasks or more, and each has a folder")
  func table() throws {
    #expect(Self.tasks.count >= 30)
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { !$0.contains(".") }
    #expect(Set(names) == Set(Self.tasks.map(\.name)))
  }

  @Test(
    "A task is one sentence, with the names that its scenario uses", arguments: tasks)
  func sentence(_ task: Task) throws {
    #expect(task.sentence.hasSuffix("."))
    #expect(!task.sentence.contains(". "))
    let named = Set(task.sentence.matches(of: /`([^`]+)`/).map { String($0.1) })
    let judge = try task.text("judge.scenario.yaml")
    let names =
      judge.matches(of: /(?:dispatch|respond): ([A-Z]\w*)/).map { String($0.1) }
      + judge.matches(of: /(?:state|given): \{ ([A-Z]\w*)/).map { String($0.1) }
    #expect(!names.isEmpty)
    for name in Set(names) { #expect(named.contains(name), "\(name)") }
  }

  @Test("Every task is solved, by a spec without warnings and in the one layout")
  func solutions() throws {
    let run = try Program.run(["."], in: Self.folder, environment: ["CI": "1"])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    for task in Self.tasks {
      let check = try Program.run(
        ["check", "\(task.name)/spec.yaml", "--deny", "warnings"], in: Self.folder)
      #expect(check.status == 0, "\(check.errors)")
    }
    let layout = try Program.run(["fmt", "--check", "."], in: Self.folder)
    #expect(layout.status == 0, "\(layout.output)\(layout.errors)")
  }

  @Test("The scenarios notice nine of ten mistakes in the solutions")
  func judges() throws {
    let run = try Program.run(["mutate", ".", "--mutation-min", "90"], in: Self.folder)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("All that a solution uses is on the page for agents")
  func card() throws {
    let card = try String(
      contentsOf: packageRoot.appendingPathComponent("docs/for-agents.md"), encoding: .utf8)
    let words = Set(card.matches(of: /[$A-Za-z][A-Za-z-]*/).map { String($0.0) })
    let keys = try ["spec", "scenario"].reduce(into: Set<String>()) { keys, kind in
      let schema = try Program.run(["schema", kind], in: packageRoot).output
      Self.collectKeys(try JSONSerialization.jsonObject(with: Data(schema.utf8)), into: &keys)
    }
    let functions = Set(
      try Program.run(["functions"], in: packageRoot).output.matches(of: /(\w+)\(/)
        .map { String($0.1) })
    let codes = Set(
      try Program.run(["explain"], in: packageRoot).output.split(separator: "\n")
        .map { String($0.prefix { $0 != " " }) })
    #expect(keys.count > 100 && functions.count > 100 && codes.count > 50)
    for task in Self.tasks {
      for text in try task.texts {
        var used: Set<String> = []
        Self.collectKeys(try LibYAML.parse(Source(name: task.name, text: text)), into: &used)
        used.formIntersection(keys)
        let names = text.matches(of: /(\w+)\(/).map { String($0.1) }
        used.formUnion(functions.intersection(names))
        let expected = text.matches(of: /error: "?([a-z-]+)/).map { String($0.1) }
        used.formUnion(codes.intersection(expected))
        let missing = used.subtracting(words)
        #expect(missing.isEmpty, "\(task.name) uses \(missing.sorted())")
      }
    }
  }

  /// Collects the names of the properties in a JSON Schema.
  private static func collectKeys(_ schema: Any, into keys: inout Set<String>) {
    if let items = schema as? [Any] { for item in items { collectKeys(item, into: &keys) } }
    guard let object = schema as? [String: Any] else { return }
    keys.formUnion((object["properties"] as? [String: Any] ?? [:]).keys)
    for value in object.values { collectKeys(value, into: &keys) }
  }

  /// Collects the keys of all mappings in a tree.
  private static func collectKeys(_ node: Node, into keys: inout Set<String>) {
    switch node.content {
    case .mapping(let entries):
      for entry in entries {
        keys.insert(entry.key.text)
        collectKeys(entry.value, into: &keys)
      }
    case .sequence(let items): for item in items { collectKeys(item, into: &keys) }
    default: break
    }
  }
}

import Foundation
import Testing

/// `suas-run bundle`, and bundles as the specs of other commands.
@Suite struct BundleCommandTests {
  let folder: Folder

  init() throws {
    folder = try Folder(with: ["todo.yaml", "todo.scenario.yaml"], of: "todo")
    try folder.write(
      """
      spec: todo.suasbundle
      scenario: Adding
      steps:
        - dispatch: AddTodo
          with: { text: Milk }
          expect: { changes: { "TodoList.todos[0]": { $any: true } } }
      """, to: "more.scenario.yaml")
    let result = try run("bundle", "todo.yaml", "-o", "todo.suasbundle")
    #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty)
  }

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(arguments, in: folder)
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: folder.url.appendingPathComponent(name))
  }

  @Test("A scenario runs on a bundle, without the spec beside it")
  func running() throws {
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("todo.yaml"))
    let result = try run("more.scenario.yaml")
    #expect(result.output.hasSuffix("1 passed, 0 failed\n"), "\(result.output)\(result.errors)")
  }

  @Test("Every command that takes a spec takes a bundle, and says the same of it")
  func commands() throws {
    for arguments in [
      ["check", "SPEC"], ["docs", "SPEC"], ["schema", "scenario", "--for", "SPEC"],
      ["explore", "SPEC", "--depth", "2"], ["eval", "TodoItem{title: 'x'}", "--spec", "SPEC"],
    ] {
      let spec = try Program.run(
        arguments.map { $0 == "SPEC" ? "todo.yaml" : $0 }, in: folder)
      let bundle = try Program.run(
        arguments.map { $0 == "SPEC" ? "todo.suasbundle" : $0 }, in: folder)
      #expect(spec.status == bundle.status, "\(arguments): \(bundle.errors)")
      #expect(spec.output == bundle.output, "\(arguments)")
    }
    let input = Data("AddTodo {text: Milk}\n".utf8)
    let played = try Program.run(["play", "todo.suasbundle"], in: folder, input: input)
    #expect(played.status == 0 && played.output.contains("Milk"), "\(played.errors)")
  }

  @Test("The bundle of a bundle is the same file")
  func again() throws {
    #expect(try run("bundle", "todo.suasbundle", "-o", "again.suasbundle").status == 0)
    #expect(try bytes("again.suasbundle") == bytes("todo.suasbundle"))
  }

  @Test("A bundle stands alone: it is not joined or included")
  func joined() throws {
    try folder.write("suas: 1\ninclude: [todo.suasbundle]\n", to: "other.yaml")
    for arguments in [["other.yaml"], ["todo.suasbundle", "todo.yaml"]] {
      let result = try Program.run(["docs"] + arguments, in: folder)
      #expect(result.status == 2)
      #expect(result.errors.contains("error[wrong-document]: 'todo.suasbundle' is a bundle"))
    }
  }

  @Test("A damaged bundle is refused by name")
  func damaged() throws {
    try folder.write(try bytes("todo.suasbundle").dropLast(100), to: "todo.suasbundle")
    let result = try run("more.scenario.yaml")
    #expect(result.status == 2)
    #expect(
      result.errors.contains("error[invalid-bundle]: the bundle 'todo.suasbundle' is damaged"))
  }

  @Test("Nothing is written for a spec with errors, or in place of a spec")
  func refused() throws {
    try folder.write("suas: 1\nstates: { A: { x: in } }\n", to: "bad.yaml")
    #expect(try run("bundle", "bad.yaml", "-o", "bad.suasbundle").status == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/bad.suasbundle"))
    #expect(try run("bundle", "todo.yaml", "-o", "todo.scenario.yaml").status == 64)
    #expect(try run("bundle", "todo.yaml").status == 64)
    #expect(try run("bundle", "todo.yaml", "-o", "missing/todo.suasbundle").status == 2)
  }
}

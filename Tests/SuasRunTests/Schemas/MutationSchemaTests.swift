import Foundation
import Testing

/// The text of Stryker's schema; nil if it is not beside the project.
private let strykerSchema: String? = try? String(
  contentsOf: packageRoot.appending(
    path: "../shared/schemas/mutation-testing-report.schema.json"), encoding: .utf8)

/// Reports of mutants, judged by the schema of Stryker's mutation testing.
@Suite(
  .enabled(
    if: SchemaValidator.isExpected && strykerSchema != nil,
    "python3 has no module 'jsonschema', or Stryker's schema is not there"))
struct MutationSchemaTests {
  private func verdict(on json: String) throws -> String? {
    let schema = try #require(strykerSchema)
    return try SchemaValidator.verdicts(
      on: [.init(schema: 0, json: json)], by: [schema], checkingSchemas: true)[0]
  }

  @Test("The report of the mutants of specs is valid")
  func specs() throws {
    // The search decides only between survived and undecided, which look alike.
    let result = try Program.run(
      ["mutate", "specs", "--report", "json:-", "--max-attempts", "8"], in: packageRoot)
    #expect(result.status == 0)
    #expect(try verdict(on: result.output) == nil)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let files = try #require(report["files"] as? [String: [String: Any]])
    let mutants = files.values.flatMap { $0["mutants"] as? [Any] ?? [] }
    #expect(mutants.count > 600)
    #expect(files["specs/todo/todo.yaml"] != nil, "\(files.keys.sorted())")
  }

  @Test("Each status, and a report of changed lines only, is valid")
  func statuses() throws {
    let folder = try Folder()
    try folder.write(
      """
      suas: 1
      states: { Lamp: { lit: bool = false, other: bool = false } }
      actions: { Press: {}, Other: {} }
      reducers:
        LampReducer:
          state: Lamp
          on:
            Press: [{ toggle: lit, when: lit || !lit || !lit }]
            Other: [{ toggle: other }]

      """, to: "lamp.yaml")
    try folder.write(
      """
      spec: lamp.yaml
      scenario: "Pressed\\u0001"
      steps: [{ dispatch: Press, expect: { state: { Lamp: { lit: true } } } }]

      """, to: "lamp.scenario.yaml")
    let result = try Program.run(
      ["mutate", ".", "--report", "json:-", "--mutation-min", "12.5"], in: folder)
    #expect(try verdict(on: result.output) == nil)
    for status in ["Killed", "Survived", "NoCoverage", "Ignored"] {
      let isThere = result.output.contains("\"status\":\"\(status)\"")
      #expect(isThere, "\(status)")
    }
    #expect(try verdict(on: result.output.replacing("\"line\":", with: "\"row\":")) != nil)
  }
}

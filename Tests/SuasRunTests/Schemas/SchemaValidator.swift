import CEL
import Foundation
import SuasSpec
import YAML

/// An independent validator for JSON Schemas: Python's `jsonschema`.
enum SchemaValidator {
  /// The Python that has the validator; `nil` if none has.
  static let python: String? = ["python3", "/usr/bin/python3"].first { name in
    (try? run(name, ["-c", "import jsonschema; jsonschema.Draft202012Validator"]))?.status == 0
  }

  /// True if the tests of schemas are run: if there is a validator, and in continuous integration,
  /// so that a missing one is noticed.
  static let isExpected = python != nil || ProcessInfo.processInfo.environment["CI"] != nil

  struct Unavailable: Error {}

  struct Document: Encodable {
    /// The index of its schema.
    let schema: Int
    /// The document, as JSON.
    let json: String
  }

  private struct Task: Encodable {
    let schemas: [String]
    let documents: [Document]
    let checks: Bool
  }

  private static let script =
    packageRoot.appendingPathComponent("Tests/SuasRunTests/Schemas/validate.py").path

  /// Returns the results of validation: `nil` for a valid document, otherwise its first mistake.
  ///
  /// - Parameter checkingSchemas: True to check the schemas themselves too.
  static func verdicts(
    on documents: [Document], by schemas: [String], checkingSchemas: Bool = false
  ) throws -> [String?] {
    guard let python else { throw Unavailable() }
    let folder = try Folder()
    try folder.write(
      try JSONEncoder().encode(
        Task(schemas: schemas, documents: documents, checks: checkingSchemas)), to: "task.json")
    let result = try run(python, [script, folder.url.appendingPathComponent("task.json").path])
    guard result.status == 0 else { throw Failure(message: result.errors) }
    return try JSONDecoder().decode([String?].self, from: Data(result.output.utf8))
  }

  struct Failure: Error { let message: String }

  private static func run(
    _ program: String, _ arguments: [String]
  ) throws -> (output: String, errors: String, status: Int32) {
    let scratch = try Folder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = try scratch.handle("output")
    process.standardError = try scratch.handle("errors")
    try process.run()
    process.waitUntilExit()
    return (try scratch.text("output"), try scratch.text("errors"), process.terminationStatus)
  }
}

extension Node {
  /// The tree as JSON, in the form in which a validator of YAML sees it.
  var json: String {
    switch content {
    case .sequence(let items): return "[\(items.map(\.json).joined(separator: ","))]"
    case .mapping(let entries):
      let texts = entries.map { "\(Self.quoted($0.key.text)):\($0.value.json)" }
      return "{\(texts.joined(separator: ","))}"
    case .scalar(let scalar):
      switch scalar.resolved {
      case .null: return "null"
      case .bool(let value): return String(value)
      case .int(let value): return String(value)
      case .double(let value) where value.isFinite: return String(value)
      case .double(let value): return value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
      case .outOfRange: return scalar.text.hasPrefix("-") ? "-Infinity" : "Infinity"
      case .string: return Self.quoted(scalar.text)
      }
    }
  }

  private static func quoted(_ text: String) -> String { JSONText.of(.string(text)) }
}

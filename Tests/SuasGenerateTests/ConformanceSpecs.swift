import Foundation
import SuasProgram
import SuasSpec
import YAML

@testable import SuasScenario

/// The cases of CEL's conformance suite that need no variables and no protocol buffers, as specs with
/// an action for each: its rule compares the expression with the value that the suite expects, and is
/// refused where the expression fails.
struct ConformanceSpecs {
  /// The file with the cases: the one that `CEL_CASES` names, or one beside the repository.
  static var file: String? {
    let path =
      ProcessInfo.processInfo.environment["CEL_CASES"]
      ?? GeneratedProgram.sources.appending(path: "../shared/cel/visible.json").path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  private(set) var specs: [Corpus.Spec] = []
  /// The ids of the cases, by the names of their actions.
  private(set) var ids: [String: String] = [:]

  /// - Parameter casesInSpec: The number of cases in one spec.
  init(casesInSpec: Int) throws {
    let file = try Self.file.map { try Data(contentsOf: URL(filePath: $0)) } ?? Data("[]".utf8)
    let cases = try JSONSerialization.jsonObject(with: file) as? [[String: Any]] ?? []
    var lines: [(name: String, rule: String)] = []
    for (number, item) in cases.enumerated() where Self.isPlain(item) {
      guard let id = item["id"] as? String, let text = item["expr"] as? String else { continue }
      let expected = (item["expect"] as? [String: Any])?["value"].flatMap { Self.literal($0) }
      let rule = "${dyn(\(text)) == dyn(\(expected ?? "null"))}"
      lines.append(("Case\(number)", rule))
      ids["Case\(number)"] = id
    }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "suas-cel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for start in stride(from: 0, to: lines.count, by: casesInSpec) {
      let part = Array(lines[start..<min(lines.count, start + casesInSpec)])
      let path = folder.appending(path: "cases\(start).yaml")
      specs.append(Corpus.Spec(name: path.lastPathComponent, checked: try Self.check(part, path)))
    }
  }

  /// True for a case whose expression stands alone.
  private static func isPlain(_ item: [String: Any]) -> Bool {
    for key in ["needsProto", "disableCheck", "checkOnly", "disableMacros"]
    where item[key] as? Bool != false {
      return false
    }
    return (item["container"] as? String)?.isEmpty == true
      && (item["typeEnv"] as? [Any])?.isEmpty == true
      && (item["bindings"] as? [String: Any])?.isEmpty == true
  }

  /// The spec with those of the cases that a spec allows.
  private static func check(
    _ cases: [(name: String, rule: String)], _ path: URL
  ) throws -> CheckedSpec {
    var cases = cases
    while true {
      let head = ["suas: 1", "states: { Verdict: { holds: bool = false } }", "actions:"]
      let actions = cases.map { "  \($0.name): {}" }
      let reducer = ["reducers:", "  VerdictReducer:", "    state: Verdict", "    on:"]
      var lines = head + actions + reducer
      let first = lines.count
      for item in cases {
        lines.append("      \(item.name): [{ set: holds, value: \(try json(item.rule)) }]")
      }
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: path)
      do {
        return try Loader(root: nil).checkedSpec(at: [path.path])
      } catch {
        // What the checker of specs refuses has no meaning in one.
        let refused = Set(
          error.items.filter { $0.severity == .error }.compactMap { item -> Int? in
            guard case .range(let range) = item.place else { return nil }
            return range.source.location(of: range.lowerBound).line - first
          })
        guard !refused.isEmpty, refused.allSatisfy(cases.indices.contains) else { throw error }
        cases = cases.enumerated().filter { !refused.contains($0.offset) }.map(\.element)
      }
    }
  }

  private static func json(_ text: String) throws -> String {
    let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .withoutEscapingSlashes]
    return String(
      decoding: try JSONSerialization.data(withJSONObject: text, options: options), as: UTF8.self)
  }

  /// The value that the suite expects as an expression; nil for one that has no literal.
  private static func literal(_ value: Any) -> String? {
    guard let (kind, inner) = (value as? [String: Any])?.first else { return nil }
    let text = inner as? String ?? ""
    switch kind {
    case "null": return "null"
    case "bool": return inner as? Bool == true ? "true" : "false"
    case "int": return text
    case "uint": return text + "u"
    case "double":
      guard Double(text)?.isFinite == true else { return nil }
      return text.contains { ".e".contains($0) } ? text : text + ".0"
    case "string": return quoted(text)
    case "bytes":
      guard let data = Data(base64Encoded: text) else { return nil }
      return "b\"\(data.map { String(format: "\\x%02x", $0) }.joined())\""
    case "list":
      let elements = (inner as? [Any] ?? []).map(literal)
      guard elements.allSatisfy({ $0 != nil }) else { return nil }
      return "[\(elements.compactMap(\.self).joined(separator: ", "))]"
    case "map":
      var entries: [String] = []
      for entry in inner as? [[Any]] ?? [] {
        guard entry.count == 2, let key = literal(entry[0]), let value = literal(entry[1]) else {
          return nil
        }
        entries.append("dyn(\(key)): dyn(\(value))")
      }
      return "{\(entries.joined(separator: ", "))}"
    default: return nil
    }
  }

  private static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      scalar == "\"" || scalar == "\\" || scalar.value < 0x20 || scalar.value > 0x7E
        ? String(format: "\\U%08x", scalar.value) : String(scalar)
    }
    return "\"\(scalars.joined())\""
  }
}

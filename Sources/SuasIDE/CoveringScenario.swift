import SuasScenario
import SuasSpec
import YAML

/// Scenarios for rules that no scenario covers.
extension Workspace {
  /// The greatest number of scenarios that are tried for one rule.
  private static let mostTrials = 120

  /// Returns the addition of a scenario that covers a place in a spec; nil if none is found.
  ///
  /// It dispatches the action of the rule, perhaps after another one. Scenarios are tried until one
  /// of them passes and covers the place.
  package func scenario(covering missing: MissingCoverage, in document: Document) -> CodeAction? {
    guard let wanted = missing.action,
      let file = scenarioFiles(ofSpecAt: document.path).lazy.compactMap(ScenarioList.init).first,
      let actions = file.spec.checked.actions.split(named: wanted)
    else { return nil }
    let name = file.unusedName("\(wanted) is dispatched")
    let payloads = SamplePayload.all(of: actions.wanted.payload, file.spec.checked.types)
    let dispatches = payloads.map { "\(wanted)\($0)" }
    let others = actions.others.map {
      $0.name + (SamplePayload.all(of: $0.payload, file.spec.checked.types).first ?? "")
    }
    let single = dispatches.map { [$0] }
    let double = (dispatches.prefix(1) + others).flatMap { first in dispatches.map { [first, $0] } }
    let trials = Array((single + double).prefix(Self.mostTrials))
    guard let found = first(of: trials, covering: missing, file) else { return nil }
    return CodeAction(
      title: "Add a scenario for '\(wanted)'",
      edits: [
        TextEdit(
          place: Place(path: file.path, range: file.end..<file.end),
          text: file.text(of: found, named: name))
      ], diagnostic: nil)
  }

  /// The scenario files of the workspace whose spec has a file, without those with errors.
  private func scenarioFiles(ofSpecAt path: String) -> [Analysis] {
    files.filter { $0.hasSuffix(".scenario.yaml") || document(at: $0) != nil }
      .compactMap { analysis(of: $0) }
      .filter { analysis in
        guard case .scenario(_?, let spec?) = analysis.reading.contents else { return false }
        return spec.checked.coverage.sources.contains { $0.name == path }
      }
  }

  /// Returns the first list of dispatches that passes as a scenario and covers a place.
  private func first(
    of trials: [[String]], covering missing: MissingCoverage, _ file: ScenarioList
  ) -> [String]? {
    guard var text = text(of: file.path) else { return nil }
    let names = trials.indices.map { file.unusedName("trial \($0)") }
    let added = zip(trials, names).map { file.text(of: $0, named: $1) }.joined()
    text.insert(contentsOf: Array(added.utf8), at: file.end)
    var loader = Loader(root: snapshot(of: file.path, text).root)
    guard let trial = try? loader.scenarioFile(file.path) else { return nil }
    let runner = Runner(covers: true)
    for (dispatches, name) in zip(trials, names) {
      let result = runner.run(trial.keepingScenarios(named: name))
      if let scenario = result.scenarios.first, !scenario.failed,
        scenario.coverage?.covers(missing) == true
      {
        return dispatches
      }
    }
    return nil
  }
}

/// The list of scenarios of a file, to which others can be added.
private struct ScenarioList {
  let path: String
  let spec: CompiledSpec
  /// The offset at which another scenario can be inserted.
  let end: Int
  private let indentation: String
  private let names: Set<String>

  /// Returns nil for a file without a list that is written item by item.
  init?(_ analysis: Analysis) {
    guard case .scenario(let file?, let spec?) = analysis.reading.contents,
      let list = analysis.tree?.mapping?.first(where: { $0.key.text == "scenarios" })?.value,
      let last = list.sequence?.last, last.range.source === analysis.source
    else { return nil }
    let source = analysis.source
    let line = source.line(around: list.range.lowerBound)
    let lead = source.utf8[line.lowerBound..<list.range.lowerBound]
    // The list begins at its first dash.
    guard source.utf8[list.range.lowerBound] == UInt8(ascii: "-"),
      lead.allSatisfy({ $0 == 0x20 })
    else { return nil }
    path = source.name
    self.spec = spec
    end = source.line(around: last.range.upperBound).upperBound
    indentation = String(repeating: " ", count: lead.count)
    names = Set(file.scenarios.map(\.name))
  }

  func unusedName(_ name: String) -> String {
    guard names.contains(name) else { return name }
    var number = 2
    while names.contains("\(name) \(number)") { number += 1 }
    return "\(name) \(number)"
  }

  /// The text of a scenario, to be inserted at ``end``.
  func text(of dispatches: [String], named name: String) -> String {
    (["", "", "- name: \(name)", "  steps:"] + dispatches.map { "    - dispatch: \($0)" })
      .enumerated()
      .map { index, line in index < 2 ? "" : indented(line) }
      .joined(separator: "\n")
  }

  private func indented(_ lines: String) -> String {
    lines.split(separator: "\n").map { indentation + $0 }.joined(separator: "\n")
  }
}

/// Payloads that are worth trying, as they are written under `dispatch`.
private enum SamplePayload {
  private static let deepest = 3
  private static let mostCombinations = 32

  /// Returns the texts after the name of the action: empty, or a line with `with`.
  static func all(of payload: RecordType, _ types: TypeTable) -> [String] {
    let fields = payload.fields.filter { $0.lateDefault == nil }
      .map { (name: $0.name, values: values(of: $0, types)) }
    var payloads: [[String]] = [[]]
    for field in fields {
      let isWhole = payloads.count * field.values.count <= mostCombinations
      let values = isWhole ? field.values : Array(field.values.prefix(1))
      payloads = payloads.flatMap { payload in
        values.map { payload + (($0).map { ["\(field.name): \($0)"] } ?? []) }
      }
    }
    return payloads.map { payload in
      payload.isEmpty ? "" : "\n      with: { \(payload.joined(separator: ", ")) }"
    }
  }

  /// The values for a field; nil leaves it to its default.
  private static func values(of field: RecordType.Field, _ types: TypeTable) -> [String?] {
    (field.default == nil ? [] : [nil]) + texts(of: field.type, types, 0).map(Optional.some)
  }

  private static func texts(of type: FieldType, _ types: TypeTable, _ depth: Int) -> [String] {
    switch type {
    case .bool: return ["true", "false"]
    case .int: return ["0", "1"]
    case .double: return ["0.5"]
    case .string: return ["a", "\"\""]
    case .enumeration(let name): return Array((types.enums[name]?.cases ?? []).prefix(3))
    case .optional(let wrapped): return texts(of: wrapped, types, depth) + ["null"]
    case .list(let element):
      return ["[]"] + texts(of: element, types, depth + 1).prefix(1).map { "[\($0)]" }
    case .record(let name):
      guard depth < deepest, let record = types.records[name] else { return [] }
      return record.isVariant ? cases(of: record, types, depth) : [fields(of: record, types, depth)]
    case .timestamp, .duration, .map, .partial, .any: return [types.placeholder(of: type)]
    }
  }

  private static func fields(of record: RecordType, _ types: TypeTable, _ depth: Int) -> String {
    let fields = record.fields.filter { $0.default == nil }.map { field in
      "\(field.name): \(texts(of: field.type, types, depth + 1).first ?? "null")"
    }
    return fields.isEmpty ? "{}" : "{ \(fields.joined(separator: ", ")) }"
  }

  private static func cases(of variant: RecordType, _ types: TypeTable, _ depth: Int) -> [String] {
    variant.fields.map { field in
      let type = if case .optional(let wrapped) = field.type { wrapped } else { field.type }
      return "{ \(field.name): \(texts(of: type, types, depth + 1).first ?? "{}") }"
    }
  }
}

extension [CheckedAction] {
  /// Returns the action with a name, and the others; nil if there is none.
  fileprivate func split(named name: String) -> (wanted: CheckedAction, others: [CheckedAction])? {
    first { $0.name == name }.map { ($0, filter { $0.name != name }) }
  }
}

extension Coverage {
  /// True if an outcome was seen that was missing at a place.
  fileprivate func covers(_ missing: MissingCoverage) -> Bool {
    table.points.contains { point in
      point.place.source.name == missing.path && point.place.upperBound == missing.offset
        && point.outcomes.indices.contains {
          missing.outcomes.contains(point.outcomes[$0]) && counts[point.first + $0] > 0
        }
    }
  }
}

import CEL
import LibYAML
import SuasSpec
import YAML

extension ScenarioRun {
  /// Records that a golden file differs from the scenario's result, as the last failure reports.
  mutating func record(
    golden name: String, _ subject: GoldenSubject, old: [UInt8]?, new: [UInt8]
  ) {
    guard runner.recordsJudgments, case .failure(let failure)? = result.remarks.last else { return }
    result.goldenChanges.append(
      GoldenChange(
        kind: old == nil ? .missing : .different, path: goldens.path(of: name),
        scenario: scenario.name,
        cause: old == nil ? .newFile : .init(of: failure, subject, new), message: failure.message,
        differences: failure.differences, folder: goldens, name: name, old: old, new: new))
  }
}

extension GoldenChange.Cause {
  /// - Parameter new: The new contents of the golden file.
  fileprivate init(of failure: Failure, _ subject: GoldenSubject, _ new: [UInt8]) {
    if let writer = failure.writer {
      let line = writer.source.line(around: writer.lowerBound)
      let text = String(decoding: writer.source.utf8[line], as: UTF8.self)
      self = .writer(place: "\(writer)", line: String(text.drop { $0 == " " }))
      return
    }
    guard subject != .state, subject != .saved,
      case .number(let index)? = failure.differences.items.first?.place
        .components.first, let source = try? Source(name: "", bytes: new),
      let items = try? LibYAML.parse(source).sequence, let last = items.indices.last,
      let entry = items[min(max(0, Int(index)), last)].mapping?.first
    else {
      self = .beginning
      return
    }
    switch subject {
    case .notifications: self = .listener(entry.key.text)
    case .trace, .state, .saved: self = .action(entry.value.scalar?.text ?? entry.key.text)
    }
  }
}

import CEL
import YAML

/// A golden file that is not as its scenario has it.
package struct GoldenChange: Sendable {
  package enum Kind: String, Sendable {
    case missing, different
    /// No step names it.
    case stray
  }

  /// What brought the change about; changes of one cause are looked at together.
  package enum Cause: Hashable, Sendable {
    /// The rule, or else the step, that wrote what differs last, and the line it is in.
    case writer(place: String, line: String)
    case action(String)
    case listener(String)
    case beginning
    case newFile, strayFile
  }

  package let kind: Kind
  package let path: String
  /// The scenario whose step names the file.
  package let scenario: String?
  package let cause: Cause
  /// Why the file differs, where its differences do not say it.
  package let message: String
  package let differences: Differences
  let folder: GoldenFolder
  let name: String
  let old: [UInt8]?
  /// What the file is to hold; nil where it is to go.
  let new: [UInt8]?
}

extension GoldenChange {
  /// A change that no scenario but the folder itself tells of.
  init(stray path: String, in folder: GoldenFolder) {
    kind = .stray
    self.path = path
    scenario = nil
    cause = .strayFile
    message = "no step names it"
    differences = Differences()
    self.folder = folder
    name = folder.name(at: path)
    old = try? folder.read(name)
    new = nil
  }

  /// Brings the file to what it is to hold.
  func accept() throws(FileError) {
    guard try folder.read(name) == old else {
      throw FileError(operation: .written, reason: "it has changed since it was compared")
    }
    if let new { try folder.write(new, to: name) } else { try folder.remove(name) }
  }
}

extension ScenarioRun {
  /// Records that a golden file is another than what the scenario has come to, as the failure that
  /// was reported last says.
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
  /// - Parameter new: What the golden file is to hold.
  fileprivate init(of failure: Failure, _ subject: GoldenSubject, _ new: [UInt8]) {
    if let writer = failure.writer {
      let line = writer.source.line(around: writer.lowerBound)
      let text = String(decoding: writer.source.utf8[line], as: UTF8.self)
      self = .writer(place: "\(writer)", line: String(text.drop { $0 == " " }))
      return
    }
    guard subject != .state,
      case .number(let index)? = failure.differences.items.first?.place
        .components.first, let source = try? Source(name: "", bytes: new),
      let items = try? YAML.parse(source).sequence, let last = items.indices.last,
      let entry = items[min(max(0, Int(index)), last)].mapping?.first
    else {
      self = .beginning
      return
    }
    switch subject {
    case .notifications: self = .listener(entry.key.text)
    case .trace, .state: self = .action(entry.value.scalar?.text ?? entry.key.text)
    }
  }
}

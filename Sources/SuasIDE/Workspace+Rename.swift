import SuasScenario
import SuasSpec
import YAML

/// A change of a part of a file.
package struct TextEdit: Hashable, Sendable {
  package let place: Place
  package let text: String
}

/// The reason why something cannot be done.
package struct EditingFailure: Error {
  package let message: String
}

/// Renaming of declared names, with the golden files that contain them.
extension Workspace {
  /// Returns the edits that give a name another text everywhere.
  ///
  /// They are tried out before: all files have to be sound afterwards, and every scenario that
  /// passed has to pass. Golden files that agreed with their scenarios are written anew.
  package func rename(
    _ name: NameAtCursor, to text: String
  ) throws(EditingFailure) -> [TextEdit] {
    let names = namesRenamed(with: name)
    let affected = units().filter { unit in !unit.isGolden && names.contains(where: unit.knows) }
    let places = Set(
      names.flatMap { name in self.places(of: name, in: affected.filter { $0.knows(name) }) }
    ).sorted()
    let paths = Set(places.map(\.path))
    if let unit = affected.first(where: { $0.diagnostics.hasErrors }) {
      throw EditingFailure(
        message: "there are errors in '\(unit.source.name)'; mend them before renaming")
    }
    var edits = places.map { TextEdit(place: $0, text: text) }
    let before = GoldenRun(affected)
    let trial = Workspace(copying: self)
    for path in paths { trial.open(path, try applied(edits, to: path)) }
    let after = affected.compactMap { trial.analysis(of: $0.source.name) }
    // A frozen shape is part of specs that know none of its names.
    let sound = Set(units().filter { !$0.diagnostics.hasErrors }.map(\.source.name))
    for unit in after + trial.units().filter({ sound.contains($0.source.name) }) {
      if let error = unit.diagnostics.items.first(where: { $0.severity == .error }) {
        throw EditingFailure(message: "with this name \(error.message)")
      }
    }
    guard affected.map(\.usesOfVariables) == after.map(\.usesOfVariables) else {
      throw EditingFailure(
        message: "'\(text)' has another meaning where '\(name.symbol.name)' is used")
    }
    let renamed = GoldenRun(after)
    for (path, old) in before.agreeing {
      guard let new = renamed.contents[path], new != old else { continue }
      edits.append(
        TextEdit(
          place: Place(path: path, range: 0..<old.count),
          text: String(decoding: new, as: UTF8.self)))
    }
    let broken = renamed.failing.filter { before.failing[$0.key] == nil }
    if let broken = broken.min(by: { $0.key < $1.key }) {
      throw EditingFailure(
        message: "the scenario '\(broken.value)' names it in a text, and would fail")
    }
    return edits
  }

  /// The text of a file after edits that do not overlap.
  func applied(_ edits: [TextEdit], to path: String) throws(EditingFailure) -> [UInt8] {
    guard var text = text(of: path) else {
      throw EditingFailure(message: "'\(path)' cannot be read")
    }
    let own = edits.filter { $0.place.path == path }
      .sorted { $0.place.range.lowerBound > $1.place.range.lowerBound }
    for edit in own where edit.place.range.upperBound <= text.count {
      text.replaceSubrange(edit.place.range, with: Array(edit.text.utf8))
    }
    return text
  }
}

extension Analysis {
  /// The numbers of uses of each variable, in the order in which they are bound: they change if one
  /// variable hides another name.
  fileprivate var usesOfVariables: [Int] {
    var uses: [Symbol: Int] = [:]
    for mention in journal.mentions where mention.symbol.kind == .variable {
      uses[mention.symbol, default: 0] += 1
    }
    return journal.variables.map { uses[$0.symbol] ?? 0 }
  }
}

/// A run of scenario files in memory, for their golden files.
struct GoldenRun {
  /// The golden files that agree with their scenarios.
  private(set) var agreeing: [String: [UInt8]] = [:]
  /// The contents that golden files should have.
  private(set) var contents: [String: [UInt8]] = [:]
  /// The names of scenarios that fail by more than a golden file, by their files and places there:
  /// a column's name is a part of the scenario's.
  private(set) var failing: [String: String] = [:]

  init(_ units: [Analysis]) {
    for unit in units {
      guard case .scenario(let file?, _) = unit.reading.contents else { continue }
      var runner = Runner()
      runner.recordsJudgments = true
      let result = runner.run(file)
      for (index, scenario) in result.scenarios.enumerated() where scenario.failed {
        if scenario.failures.count > scenario.changesOfGoldens.count {
          failing["\(unit.source.name):\(index)"] = scenario.name
        }
        for change in scenario.changesOfGoldens { contents[change.path] = change.new }
      }
      for path in file.goldenPaths where contents[path] == nil {
        agreeing[path] = file.golden(at: path)
      }
    }
  }
}

import CEL
import Suas
import SuasSpec
import YAML

/// The changes by the last step that acted.
extension ScenarioRun {
  /// Returns the leaves that differ from the state before that step, without those of histories
  /// that no expectation names.
  ///
  /// - Parameter named: The paths that expectations name.
  private func changes(naming named: some Sequence<Path>) -> [Change] {
    guard let before = history.last?.before else { return [] }
    return before.changes(to: state, passingOver: file.store.unnamedHistories(named))
  }

  /// Returns the changes for an expectation that names some of them.
  func changes(expected: [(path: Path, pattern: Pattern)]) -> [Change] {
    changes(naming: expected.lazy.map(\.path))
  }

  mutating func judge(changes expected: [(path: Path, pattern: Pattern)], at place: SourceRange) {
    let changes = changes(expected: expected)
    let byPath = Dictionary(changes.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let named = Set(expected.map(\.path))
    var differences = noDifferences
    for (path, pattern) in expected {
      if let change = byPath[path] {
        if runner.display.hidesSensitiveValues, change.isSensitive {
          pattern.compare(hidden: change.new, at: path, &differences)
        } else {
          pattern.compare(change.new, at: path, &differences)
        }
      } else {
        differences.add(
          Difference(
            expected: pattern.description, actual: wording(ofUnchanged: path, changes),
            place: path, range: pattern.range))
      }
    }
    for change in runner.display.shown(changes.filter { !named.contains($0.path) }) {
      differences.add(change.unnamed)
    }
    report(differences, "the changes are not as expected", at: place)
  }

  /// Describes the value at a path without a change of its own, and the changes around it.
  private func wording(ofUnchanged path: Path, _ changes: [Change]) -> String {
    if changes.contains(where: { path.leads(to: $0.path) }) { return "changes inside of it" }
    let found = runner.display.shown(path.components, in: .record(state))
    let value = found?.yaml ?? "nothing"
    guard let whole = changes.first(where: { $0.path.leads(to: path) }) else {
      return "\(value), as before"
    }
    return switch (whole.old, whole.new) {
    case (nil, _): "\(value): \(whole.path) was added as a whole"
    case (_, nil): "\(value): \(whole.path) was removed as a whole"
    default: "\(value): \(whole.path) was changed as a whole"
    }
  }

  /// In an exhaustive scenario, fails for changes that no expectation names.
  mutating func judgeExhaustiveness() {
    guard scenario.isExhaustive, let step = history.last?.step else { return }
    blamed = history.last?.number
    defer { blamed = nil }
    judgeUnnamed(by: step)
    var differences = noDifferences
    let named = NamedPaths(of: expectations, in: file.store)
    var allUnnamed: [Change] = []
    for change in changes(naming: named.all) {
      let leaves = change.leaves
      let unnamed = leaves.filter { !named.contains($0.path, in: state) }
      if unnamed.count == leaves.count {
        if !unnamed.isEmpty { allUnnamed.append(change) }
      } else {
        allUnnamed += unnamed
      }
    }
    for change in runner.display.shown(allUnnamed) { differences.add(change.unnamed) }
    report(differences, "the step changes what no expectation names", at: step.place)
  }
}

/// The paths of the state that expectations name.
private struct NamedPaths {
  private var patterns: [Path: [Pattern]] = [:]

  var all: some Sequence<Path> { patterns.keys }

  init(of expectations: [CheckedExpectation], in store: StoreShape) {
    for expectation in expectations {
      switch expectation.kind {
      case .state(let states):
        for (key, pattern) in states {
          patterns[Path([.name(store.stateKeys[key])]), default: []].append(pattern)
        }
      case .changes(let changes):
        for (path, pattern) in changes { patterns[path, default: []].append(pattern) }
      case .handled, .error, .that, .notified, .actions, .effects, .requests, .selected,
        .restored, .saved:
        break
      }
    }
  }

  /// Returns true if a path of a leaf is named: by itself, or as a part of the value at a path to it.
  func contains(_ path: Path, in state: Record) -> Bool {
    path.components.indices.contains { end in
      let whole = Array(path.components[...end])
      return patterns[Path(whole)]?.contains { pattern in
        pattern.names(
          path.components.dropFirst(whole.count), of: Value.record(state).value(at: whole))
      } ?? false
    }
  }
}

extension StoreShape {
  /// Returns the state keys of histories to which none of some paths leads.
  fileprivate func unnamedHistories(_ paths: some Sequence<Path>) -> Set<String> {
    let histories = historyKeys
    guard !histories.isEmpty else { return [] }
    return paths.reduce(into: histories) { histories, path in
      if case .name(let key)? = path.components.first { histories.remove(key) }
    }
  }
}

extension Change {
  /// The change as a difference from the old value.
  fileprivate var unnamed: Difference {
    Difference(
      expected: "\(old?.yaml ?? "nothing"), as before", actual: new?.yaml, place: path, range: nil)
  }
}

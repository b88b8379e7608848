import Files
import SuasSpec
import YAML
import YAMLSyntax

/// The edits with which the expectations of scenario files hold, and the expectations that are left
/// to their authors.
public struct ExpectationUpdate {
  /// The changes to one file.
  struct Revision {
    let source: Source
    /// The folder that the file must be in.
    let root: Root
    /// The number of values that are changed.
    let count: Int
    let text: Source
  }

  /// The folder below which files are read, if the user names one.
  private let chosenRoot: ChosenRoot
  private(set) var revisions: [Revision] = []
  /// The expectations that do not hold and are not changed, in the order of the files.
  public private(set) var left: [LeftExpectation] = []

  /// - Parameters:
  ///   - results: The results of a runner that records judgments.
  ///   - files: The files with all of their scenarios, including those that were not run.
  public init(_ results: [FileResult], of files: [CheckedScenarioFile]) {
    chosenRoot = files.first?.chosenRoot ?? ChosenRoot()
    var gathering = JudgmentCollector()
    for file in files { gathering.add(file) }
    for result in results { gathering.add(result) }
    for path in gathering.paths where gathering.hasFailed.contains(path) {
      guard let cases = gathering.cases[path] else { continue }
      revise(cases)
    }
  }

  private mutating func revise(_ cases: [Int: JudgmentCollector.Case]) {
    let keys = cases.keys.sorted()
    guard let first = keys.first, let source = cases[first]?.place.source,
      let written = try? WrittenExpectations(in: source, at: Set(keys))
    else { return }
    var edits: [Edit] = []
    var found: [LeftExpectation] = []
    for key in keys {
      guard let item = cases[key], !item.judgments.isEmpty else { continue }
      let merged = item.merged(written.spots[key])
      edits += merged.edits
      found += merged.left
    }
    let sound = Verification(source, written.tree).sound(edits, unsound: &found)
    var seen: Set<String> = []
    found = found.filter { seen.insert($0.identity).inserted }
      .sorted { $0.place.lowerBound < $1.place.lowerBound }
    guard !sound.isEmpty else {
      left += found
      return
    }
    let updated = UpdatedFile(written.tree, sound)
    left += found.map { left in
      var left = left
      left.place = updated.place(of: left.place)
      return left
    }
    let root = Root(around: Root.folder(of: source.name), chosen: chosenRoot)
    revisions.append(
      Revision(source: source, root: root, count: sound.count, text: updated.source))
  }

  /// Writes the files that change, each atomically.
  ///
  /// - Returns: the files that were written, with the number of values changed in each, and the
  ///   reasons why others could not be.
  public func write() -> (written: [(path: String, count: Int)], problems: [Diagnostic]) {
    var written: [(path: String, count: Int)] = []
    var problems: [Diagnostic] = []
    for revision in revisions {
      do throws(FileError) {
        try revision.write()
        written.append((revision.source.name, revision.count))
      } catch {
        problems.append(.notUpdated(revision.source.name, error))
      }
    }
    return (written, problems)
  }
}

extension ExpectationUpdate.Revision {
  /// Writes the file, unless it has changed since it was read.
  func write() throws(FileError) {
    do throws(FileFailure) {
      let old = try root.read(source.name, limit: Source.maximumSize)
      let mark = old.starts(with: Source.byteOrderMark) ? Source.byteOrderMark : []
      if old.dropFirst(mark.count).elementsEqual(source.utf8) {
        return try root.write(mark + text.utf8, to: source.name, replacing: .writable)
      }
    } catch {
      throw FileError(operation: .written, error, below: root)
    }
    throw FileError(
      operation: .written, reason: "it is not in UTF-8, or has changed since it was read")
  }
}

/// The judgments of a run, by the location of their expectations.
private struct JudgmentCollector {
  /// One expectation as it is written, which may belong to several scenarios and rows.
  struct Case {
    let place: SourceRange
    /// The number of times that it would be judged in a complete run.
    var count = 0
    /// Each with a writer of values for the scenario's spec: specs may share a fragment.
    var judgments: [(judgment: Judgment, values: ValueWriter)] = []
  }

  private(set) var paths: [BytePath] = []
  private(set) var cases: [BytePath: [Int: Case]] = [:]
  private(set) var hasFailed: Set<BytePath> = []
  private var realPaths: [ObjectIdentifier: BytePath] = [:]
  /// By the names of the scenario files.
  private var writers: [BytePath: ValueWriter] = [:]

  mutating func add(_ file: CheckedScenarioFile) {
    writers[BytePath(file.source.name)] = ValueWriter(file.spec)
    for expectation in file.scenarios.flatMap(\.steps).flatMap(\.expectations) {
      let path = path(of: expectation.place)
      let offset = expectation.place.lowerBound
      if cases[path] == nil { paths.append(path) }
      cases[path, default: [:]][offset, default: Case(place: expectation.place)].count += 1
    }
  }

  mutating func add(_ result: FileResult) {
    guard let values = writers[BytePath(result.name)] else { return }
    for scenario in result.scenarios {
      let isUnmet = !scenario.failures.isEmpty
      for judgment in scenario.judgments {
        let place = judgment.expectation.place
        let path = path(of: place)
        cases[path]?[place.lowerBound]?.judgments.append((judgment, values))
        if isUnmet { hasFailed.insert(path) }
      }
    }
  }

  private mutating func path(of place: SourceRange) -> BytePath {
    let identity = ObjectIdentifier(place.source)
    if let known = realPaths[identity] { return known }
    let path = FileSystem.identity(of: place.source.name)
    realPaths[identity] = path
    return path
  }
}

extension JudgmentCollector.Case {
  /// Returns the edits that every judgment needs; those that only some need are left.
  fileprivate func merged(
    _ editable: EditableNode?
  ) -> (edits: [Edit], left: [LeftExpectation]) {
    guard let editable else { return ([], []) }
    var counts: [Edit: Int] = [:]
    var order: [Edit] = []
    var left: [LeftExpectation] = []
    for (judgment, values) in judgments where !judgment.isToFail {
      var reconciler = Reconciler(values: values, avoiding: judgment.names)
      reconciler.reconcile(editable, judgment)
      left += reconciler.left
      for edit in reconciler.edits {
        if counts.updateValue((counts[edit] ?? 0) + 1, forKey: edit) == nil { order.append(edit) }
      }
    }
    var agreed: [Edit] = []
    for edit in order {
      if counts[edit] == count {
        agreed.append(edit)
      } else {
        let place = SourceRange(
          source: place.source, lowerBound: edit.node.lowerBound, upperBound: edit.node.upperBound)
        let reason: LeftReason = counts[edit] == judgments.count ? .notRun : .disagreement
        left.append(LeftExpectation(place: place, reason: reason.text))
      }
    }
    return (agreed, left)
  }
}

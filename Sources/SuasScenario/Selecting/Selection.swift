public import CEL
import SuasSpec
import Values
import YAML

/// The selection of scenarios to run, and their order.
public struct Selection: Sendable {
  /// The selected lines, in files that have any; a scenario must contain one of them.
  public var lines = LineSelection()
  /// The record of failures to select from; nil to select passed scenarios as well.
  public var failed: FailureRecord?
  /// The expressions for names; a scenario's name must match one of them, if there are any.
  public var names: [RegularExpression] = []
  public var tags: TagExpression?
  /// The part to run of the scenarios that are selected otherwise.
  public var shard: Shard?
  /// The seed for shuffling; nil for the order of the files.
  public var seed: UInt64?

  public init() {}

  /// The reason why nothing is selected.
  public struct Miss: Error, Sendable {
    public let message: String
  }

  /// Returns the files with their selected scenarios; files without any are left out.
  ///
  /// - Throws: the criterion that nothing matches; a part that is empty because there are too few
  ///   scenarios is no error.
  public func apply(to files: [CheckedScenarioFile]) throws(Miss) -> [CheckedScenarioFile] {
    var files = files
    for index in files.indices { files[index].number = index + 1 }
    files = try selectLines(of: files)
    if let failed {
      files = try select(from: files, else: "nothing of what failed is in these files") { file in
        let names = failed.names(in: file)
        return { names.contains(CodePoints($0.name)) }
      }
    }
    if !names.isEmpty {
      files = try select(from: files, else: "no scenario has a name that matches --filter") {
        _ in { scenario in names.contains { $0.isFound(in: scenario.name) } }
      }
    }
    if let tags {
      let hint = { tags.hint(among: files.flatMap(\.scenarios).flatMap(\.tags)) }
      files = try select(from: files, else: "no scenario has such --tags\(hint())") {
        _ in { tags.holds(of: $0.tags) }
      }
    }
    if let shard {
      files = files.compactMap { $0.part(for: shard) }
    }
    if let seed { shuffle(&files, seed) }
    return files
  }

  private func select(
    from files: [CheckedScenarioFile], else message: @autoclosure () -> String,
    _ isMeant: (CheckedScenarioFile) -> (CheckedScenario) -> Bool
  ) throws(Miss) -> [CheckedScenarioFile] {
    let selected = files.compactMap { $0.kept(isMeant($0)) }
    if selected.isEmpty, !files.isEmpty { throw Miss(message: message()) }
    return selected
  }

  private func selectLines(
    of files: [CheckedScenarioFile]
  ) throws(Miss) -> [CheckedScenarioFile] {
    var selected: [CheckedScenarioFile] = []
    for file in files {
      guard let lines = lines.lines(of: file) else {
        selected.append(file)
        continue
      }
      var places: Set<Int> = []
      for line in lines {
        let held = file.places(at: line)
        if held.isEmpty {
          throw Miss(message: "there is no scenario at '\(file.source.name):\(line)'")
        }
        places.formUnion(held)
      }
      selected.append(file.keeping(places.sorted()))
    }
    return selected
  }

  private func shuffle(_ files: inout [CheckedScenarioFile], _ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    files = files.map { file in file.keeping(file.scenarios.indices.shuffled(using: &random)) }
    files.shuffle(using: &random)
  }
}

extension CheckedScenarioFile {
  /// Returns the file with the scenarios for which `isMeant` is true; nil if there are none.
  fileprivate func kept(_ isMeant: (CheckedScenario) -> Bool) -> CheckedScenarioFile? {
    let kept = scenarios.indices.filter { isMeant(scenarios[$0]) }
    return kept.isEmpty ? nil : keeping(kept)
  }

  /// Returns the part of the file for a shard; nil if there is none. A file without scenarios belongs
  /// to the first shard.
  fileprivate func part(for shard: Shard) -> CheckedScenarioFile? {
    guard let first = scenarios.first else { return shard.index == 1 ? self : nil }
    let kept = scenarios.indices.filter { shard.holds(scenarios[$0], of: self) }
    return kept.isEmpty
      ? nil : self.shard(keeping: kept, isFirst: shard.holds(first, of: self))
  }

  /// Returns the indices of the scenarios that contain a line: only those whose row does, if any.
  fileprivate func places(at line: Int) -> [Int] {
    let holding = scenarios.indices.filter { scenarios[$0].extent.holds(line: line) }
    let rows = holding.filter { scenarios[$0].row?.holds(line: line) ?? false }
    return rows.isEmpty ? holding : rows
  }
}

extension SourceRange {
  /// Returns true if a line, counted from 1, contains a part of the range.
  fileprivate func holds(line: Int) -> Bool {
    // The range of a block ends where the next token begins.
    var end = min(upperBound, source.utf8.count)
    while end > lowerBound, source.utf8[end - 1] <= 0x20 { end -= 1 }
    return location.line + 1...source.location(of: end).line + 1 ~= line
  }
}

extension TagExpression {
  /// Returns a hint with the first unknown tag, and a known one that is similar.
  fileprivate func hint(among known: [String]) -> String {
    let known = Set(known)
    guard let unknown = tags.first(where: { !known.contains($0) }) else { return "" }
    let near = suggestion(for: unknown, among: known.sorted())
    return ": there is no tag '\(unknown)'" + (near.map { "; did you mean '\($0)'?" } ?? "")
  }
}

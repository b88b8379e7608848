import ArgumentParser
import CEL
import SuasScenario
import YAML

/// The options that select scenarios and their order.
struct SelectionArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run scenarios whose name matches this regular expression (RE2); may be repeated.",
      valueName: "regex"))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run scenarios with these tags, such as 'smoke and not (slow or live)'.", valueName: "tags"))
  var tags: String?

  @Flag(
    help: """
      Run the scenarios that failed in the last run in this working directory, recorded in \
      .suas-run/last-failed; if none did, run all. If CI is set, nothing is recorded.
      """)
  var rerunFailed = false

  @Option(
    help: ArgumentHelp(
      """
      Run one of several shards of the selected scenarios, such as 2/4. A scenario's shard depends \
      on its name and its file's name.
      """, valueName: "i/n"))
  var shard: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Run in a random order that depends on this number.", valueName: "seed"))
  var shuffle: UInt64?

  func validate() throws { _ = try criteria() }

  /// The shard to run; nil if scenarios are not divided.
  var part: Shard? { shard.flatMap(Shard.init) }

  /// Returns the selected parts of some files.
  func apply(
    to files: [CheckedScenarioFile], lines: LineSelection
  ) throws -> [CheckedScenarioFile] {
    var selection = try criteria()
    selection.lines = lines
    if rerunFailed { selection.failed = try record(for: files) }
    do throws(Selection.Miss) {
      return try selection.apply(to: files)
    } catch {
      Terminal.complain(error.message)
      throw ExitStatus.unreadable
    }
  }

  /// Ends with an error if nothing is selected because the files hold no scenario.
  ///
  /// An empty shard only leads to a note: with few scenarios, some shards are empty, and a run of a
  /// shard does not fail for that.
  func requireScenarios(
    in selected: [CheckedScenarioFile], of files: [CheckedScenarioFile]
  ) throws {
    guard selected.allSatisfy(\.scenarios.isEmpty) else { return }
    if let shard, !files.allSatisfy(\.scenarios.isEmpty) {
      return Terminal.note("there is no scenario in part \(shard)")
    }
    Terminal.complain("there is no scenario in these files")
    throw ExitStatus.unreadable
  }

  private func record(for files: [CheckedScenarioFile]) throws -> FailureRecord? {
    let record: FailureRecord?
    do throws(Diagnostics) {
      record = try FailureRecord()
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
    if let record, record.concerns(files) { return record }
    let reason =
      switch record {
      case nil: "no failure is on record here"
      case let record? where record.isEmpty: "nothing failed in the last run"
      default: "nothing of what failed is in these files"
      }
    Terminal.note("\(reason): all is run")
    return nil
  }

  private func criteria() throws -> Selection {
    var selection = Selection()
    for text in filter {
      do throws(RegularExpression.Mistake) {
        selection.names.append(try RegularExpression(text))
      } catch {
        throw mistake("--filter", text, error.message, error.range)
      }
    }
    if let tags {
      do throws(TagExpression.Mistake) {
        selection.tags = try TagExpression(tags)
      } catch {
        throw mistake("--tags", tags, error.message, error.range)
      }
    }
    if let shard {
      selection.shard = Shard(shard)
      guard selection.shard != nil else { throw Self.mistake(inShard: shard) }
    }
    selection.seed = shuffle
    return selection
  }

  /// Makes the error for a shard that cannot be read.
  static func mistake(inShard text: String) -> ValidationError {
    ValidationError(
      "--shard takes a part of so many, as 2/4, from 1/1 to \(Shard.largestCount)/\(Shard.largestCount), "
        + "not '\(DisplayText.escaped(text))'")
  }

  /// Makes the error for an option's text, with carets below the place of the mistake.
  private func mistake(
    _ option: String, _ text: String, _ message: String, _ range: Range<Int>
  ) -> ValidationError {
    let utf8 = Array(text.utf8)
    func width(_ part: Range<Int>) -> Int {
      let part = part.clamped(to: 0..<utf8.count)
      return DisplayText.escaped(String(decoding: utf8[part], as: UTF8.self)).unicodeScalars
        .reduce(0) { $0 + DisplayText.width($1) }
    }
    let carets = String(repeating: "^", count: max(width(range), 1))
    let indent = String(repeating: " ", count: width(0..<range.lowerBound))
    return ValidationError(
      """
      \(option): \(DisplayText.escaped(message))
        \(DisplayText.escaped(text))
        \(indent)\(carets)
      """)
  }
}

import ArgumentParser
import CEL
import SuasScenario
import YAML

/// Which scenarios are meant, and in what order.
struct SelectionArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run scenarios whose name matches this regular expression (RE2); repeat it for others.",
      valueName: "regex"))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run scenarios with these tags, as 'smoke and not (slow or live)'.", valueName: "tags"))
  var tags: String?

  @Flag(
    help: """
      Run what failed when it was run last in this working directory, as .suas-run/last-failed has \
      it; where nothing did, all is run. With CI set in the environment nothing is written there.
      """)
  var rerunFailed = false

  @Option(
    help: ArgumentHelp(
      """
      Run one of so many parts of what is selected, as 2/4. Which one a scenario is in goes by its \
      name and its file's.
      """, valueName: "i/n"))
  var shard: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Run in an order that is made of this number.", valueName: "seed"))
  var shuffle: UInt64?

  func validate() throws { _ = try criteria() }

  /// What is selected of some files.
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

  /// Ends with an error where nothing is selected since the files hold no scenario.
  ///
  /// A part that is empty is noted only: of few scenarios not every part has some, and no run of a
  /// part fails for that.
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
      guard selection.shard != nil else {
        throw ValidationError(
          "--shard takes a part of so many, as 2/4, not '\(DisplayText.escaped(shard))'")
      }
    }
    selection.seed = shuffle
    return selection
  }

  /// What is wrong with an option's text, with carets below the place.
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

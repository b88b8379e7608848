import LibYAML
import SuasScenario
import SuasSpec
import YAML

/// A check of a spec as a whole, after which its entries can be checked alone.
final class SpecCheck {
  let analysis: Analysis
  let tree: Node
  private let entryChecker: EntryChecker
  /// The size in bytes of the spec, with the files that it includes.
  let size: Int
  /// The entry that was edited last, as it was at the check.
  private var former: (range: Range<Int>, check: EntryCheck)?

  /// Nil for the analysis of another file, and of a spec whose check did not come to its rules.
  init?(_ analysis: Analysis) {
    guard let entryChecker = analysis.reading.entryChecker, let tree = analysis.tree else {
      return nil
    }
    self.analysis = analysis
    self.tree = tree
    self.entryChecker = entryChecker
    size = entryChecker.size
  }

  var source: Source { analysis.source }
  var diagnostics: Diagnostics { analysis.diagnostics }

  /// The result of the check of an entry alone.
  struct EntryCheck {
    let tree: Node
    let diagnostics: Diagnostics
    /// False if the entry is not of the right form, so that it was not checked.
    let isDecoded: Bool
  }

  /// Checks an entry as it was when the whole spec was checked.
  func formerCheck(of entry: EntryText) -> EntryCheck? {
    if let former, former.range == entry.range { return former.check }
    guard let check = check(entry), check.isDecoded else { return nil }
    former = (entry.range, check)
    return check
  }

  /// Checks an entry as it is; nil if it cannot be parsed, or if there is something else in its text.
  func check(_ entry: EntryText) -> EntryCheck? {
    let source = Source(name: self.source.name, validated: entry.bytes)
    guard let tree = try? LibYAML.parse(source), entry.value(in: tree) != nil else { return nil }
    let sink = DiagnosticSink()
    let spec = Spec(decoding: tree, into: sink)
    let found = sink.hasErrors ? sink.diagnostics : entryChecker.check(spec)
    return EntryCheck(
      tree: tree, diagnostics: found.explainingTraps(), isDecoded: !sink.hasErrors)
  }

  /// Reads the tree of an entry with a placeholder in it.
  func analyze(entry tree: Node) -> Analysis {
    let analysis = Analysis(source: tree.range.source, tree: tree, isTolerant: true)
    _ = entryChecker.check(Spec(decoding: tree, into: DiagnosticSink()), analysis.journal)
    return analysis
  }
}

import SuasFormat
import SuasScenario
import SuasSpec
import YAML

/// An open file.
package final class Document {
  package let path: String
  /// The text in UTF-8, without a byte-order mark.
  package let text: [UInt8]
  /// True if the editor's text begins with a byte-order mark.
  package let isMarked: Bool
  package let version: Int?
  /// The analysis of the text, at a revision of the files that it may depend on.
  var analysis: Analysis?
  var revision = -1
  /// The analysis of the last text that could be parsed and had names.
  var lastGood: Analysis?
  /// The last check of a spec as a whole; nil if there is none, or if another file has changed since
  /// then.
  var lastCheck: SpecCheck?

  /// - Parameter text: The text in UTF-8, as the editor has it.
  package init(path: String, text: [UInt8], version: Int?) {
    self.path = path
    isMarked = text.starts(with: Source.byteOrderMark)
    self.text = isMarked ? Array(text.dropFirst(Source.byteOrderMark.count)) : text
    self.version = version
  }

  /// The text as the editor has it.
  package var written: [UInt8] { isMarked ? Source.byteOrderMark + text : text }

  /// The analysis of the text, or, if it is broken, of the last one that was not.
  var known: Analysis? {
    if let analysis, analysis.tree != nil, analysis.reading.hasNames { return analysis }
    return lastGood
  }
}

/// The names, expressions and diagnostics of a file.
package struct Analysis {
  package let source: Source
  /// Nil if the file cannot be parsed.
  package let tree: Node?
  /// Nil for a file of no kind of this program.
  package let kind: FormattedKind?
  package let journal: ReadingJournal
  var reading = FileReading()

  init(source: Source, diagnostics: Diagnostics) {
    self.source = source
    tree = nil
    kind = nil
    journal = ReadingJournal()
    reading.diagnostics = diagnostics
  }

  init(source: Source, tree: Node, isTolerant: Bool) {
    self.source = source
    self.tree = tree
    kind = FormattedKind(tree)
    journal = ReadingJournal(isTolerant: isTolerant)
  }

  /// The errors and warnings in the file, and in those that it names.
  package var diagnostics: Diagnostics { reading.diagnostics }

  /// True for a file that has sections of a spec, but lacks the version that makes it one.
  var looksLikeSpec: Bool {
    guard let entries = tree?.mapping, !entries.isEmpty else { return false }
    let sections = Set(Spec.form.names).subtracting(["name", "description", "on"])
    return entries.contains { sections.contains($0.key.text) }
      && entries.allSatisfy { Spec.form.names.contains($0.key.text) }
  }
}

extension FileReading {
  /// True if the declarations of a spec are known.
  var hasNames: Bool {
    switch contents {
    case .spec: true
    case .scenario(_, let spec): spec != nil
    case .fragments, .golden: true
    case .other: false
    }
  }
}

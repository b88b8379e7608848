import CEL
import Files
import SuasScenario
import SuasSpec
import YAML

/// Completion, in broken files too: it offers what the check expects at a placeholder, which is put
/// at the cursor.
extension Workspace {
  package func completions(in document: Document, at offset: Int) -> Completions {
    guard let (entry, check) = entry(around: offset, in: document) else {
      return completions(in: document.text, at: offset, document, nil)
    }
    var completions = completions(in: entry.bytes, at: offset - entry.shift, document, check)
    completions.range = completions.range.lowerBound + entry.shift..<offset
    return completions
  }

  /// - Parameters:
  ///   - text: The text of the document, or of one of its entries.
  ///   - check: The last check of the spec, for the text of an entry; nil for the whole text.
  private func completions(
    in text: [UInt8], at offset: Int, _ document: Document, _ check: SpecCheck?
  ) -> Completions {
    let context = CursorContext(text, at: offset)
    var completions = Completions(range: context.wordStart..<offset)
    guard !context.isInComment, !context.followsColon else { return completions }
    func place(asKey: Bool) -> (repaired: RepairedText, place: TreePlace)? {
      guard
        var repaired = RepairedText(
          text, at: offset, context, name: document.path, asKey: asKey)
      else { return nil }
      let grammar = KeyGrammar.of(repaired.tree)
      guard let place = TreePlace(repaired.cursor.lowerBound, in: repaired.tree, grammar) else {
        return nil
      }
      repaired.complete(by: grammar)
      return (repaired, place)
    }
    let mayBeKey = context.isAtLineStart && context.quote == nil && !context.isInBlockScalar
    if mayBeKey, let (repaired, place) = place(asKey: true), place.role == .key {
      add(keysAt: place, repaired, document, check, to: &completions)
    }
    // Before a colon, a text would be repaired to the same key.
    if !(mayBeKey && context.precedesColon), let (repaired, place) = place(asKey: false) {
      if place.role == .key {
        add(keysAt: place, repaired, document, check, to: &completions)
      } else if !(mayBeKey && !completions.items.isEmpty && !place.isItem) {
        add(valuesAt: place, repaired, document, context, check, to: &completions)
      }
    }
    return completions
  }

  private func add(
    keysAt place: TreePlace, _ repaired: RepairedText, _ document: Document,
    _ check: SpecCheck?, to completions: inout Completions
  ) {
    var keys = place.possibleKeys
    if place.isInRequest {
      let fields = fieldsAsked(by: repaired, document, check)
      if !fields.isEmpty { keys.removeAll { !fields.contains($0.name) } }
    }
    if !keys.isEmpty {
      completions.add(
        keys.map { key in
          Completion(
            key.name, key.isRequired ? .verb : .key, key.isRequired ? "required" : "", key.summary,
            text: key.name)
        })
      addSnippets(at: place, repaired, to: &completions)
      return
    }
    if case .forms = place.grammar { return }
    addRequests(repaired, document, check, to: &completions)
    if place.takesMatchers {
      completions.add(MatcherKeyword.summaries.map { Completion($0.name, .word, "", $0.summary) })
    }
  }

  /// Lets the first key of a block mapping bring the other keys that its form needs.
  private func addSnippets(
    at place: TreePlace, _ repaired: RepairedText, to completions: inout Completions
  ) {
    let source = repaired.tree.range.source
    let line = source.line(around: repaired.cursor.lowerBound)
    let lead = source.utf8[line.lowerBound..<repaired.cursor.lowerBound]
    guard place.siblings.count == 1, lead.allSatisfy({ $0 == 0x20 || $0 == UInt8(ascii: "-") })
    else { return }
    let blanks = String(repeating: " ", count: lead.count)
    for form in place.grammar.forms {
      guard let first = form.keys.first, first.isRequired,
        let index = completions.items.firstIndex(where: { $0.label == first.name })
      else { continue }
      let others = form.missingKeys(in: [first.name])
      guard !others.isEmpty else { continue }
      let lines = others.enumerated().map { "\n\(blanks)\($1): $\($0 + 2)" }
      completions.items[index].text = "\(first.name): $1\(lines.joined())"
      completions.items[index].isSnippet = true
    }
  }

  private func add(
    valuesAt place: TreePlace, _ repaired: RepairedText, _ document: Document,
    _ context: CursorContext, _ check: SpecCheck?, to completions: inout Completions
  ) {
    switch place.grammar.content {
    case .words(let words): completions.add(words.map { Completion($0, .word) })
    case .flag: completions.add(["true", "false"].map { Completion($0, .word) })
    case .path: completions.add(files(beside: document.path))
    case .type, .text, .prose, .expression, .value: break
    }
    let isType = if case .type = place.grammar.content { true } else { false }
    addRequests(repaired, document, check, to: &completions, isType: isType)
  }

  /// Checks the text with the placeholder.
  private func analysis(
    of repaired: RepairedText, _ document: Document, _ check: SpecCheck?
  ) -> Analysis {
    check?.analyze(entry: repaired.tree)
      ?? analyze(repaired.tree, at: document.path, isTolerant: true)
  }

  /// Returns the names of the fields that the check of the text with the placeholder asks for in its
  /// place.
  private func fieldsAsked(
    by repaired: RepairedText, _ document: Document, _ check: SpecCheck?
  ) -> Set<String> {
    let analysis = analysis(of: repaired, document, check)
    defer { putAside(analysis) }
    return analysis.journal.requests(at: repaired).reduce(into: []) { names, request in
      if case .field(let record) = request.subject {
        names.formUnion(record.fields.map(\.name))
      }
    }
  }

  /// Adds the names that the check of the text with the placeholder expects in its place.
  private func addRequests(
    _ repaired: RepairedText, _ document: Document, _ check: SpecCheck?,
    to completions: inout Completions, isType: Bool = false
  ) {
    let analysis = analysis(of: repaired, document, check)
    defer { putAside(analysis) }
    let names = VocabularyOfFile(analysis, or: check?.analysis ?? document.known)
    if isType { completions.add(names.completions(for: .type)) }
    let cursor = repaired.cursor
    for request in analysis.journal.requests(at: repaired) {
      completions.add(names.completions(for: request.subject))
    }
    let expression = analysis.journal.expressions.last { expression in
      let range = expression.syntax.scalar.range
      return range.source === repaired.tree.range.source
        && range.lowerBound <= cursor.lowerBound && range.upperBound >= cursor.upperBound
        && expression.syntax.text.contains(RepairedText.placeholder)
    }
    if let expression {
      completions.add(ExpressionCompletion(expression, names).completions)
    }
  }

  /// The YAML files beside a file, without itself.
  private func files(beside path: String) -> [Completion] {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let place = BytePath(folder)
    let names = (try? Folder(at: place).names(in: place)) ?? []
    return names.filter {
      ($0.hasSuffix(".yaml") || $0.hasSuffix(".yml")) && folder + "/" + $0 != path
    }
    .sorted().map { Completion($0, .file) }
  }
}

extension ReadingJournal {
  /// The requests that the check made in the place of the placeholder.
  fileprivate func requests(at repaired: RepairedText) -> [Request] {
    let cursor = repaired.cursor
    return requests.filter { request in
      request.range.source === repaired.tree.range.source
        && request.range.lowerBound <= cursor.lowerBound
        && request.range.upperBound >= cursor.upperBound
    }
  }
}

import CEL
import LibYAML
import SuasSpec
import YAML

/// Comparison with golden files.
extension ScenarioRun {
  mutating func compare(
    golden name: String, of subject: GoldenSubject, at place: SourceRange
  ) {
    let rendered =
      switch subject {
      case .state: state.golden
      case .trace: eventLog.traceGolden
      case .notifications: eventLog.notificationsGolden
      case .saved: savedGolden
      }
    let path = goldens.path(of: name)
    guard let rendered, rendered.count <= Source.maximumSize else {
      return fail(
        "the golden file '\(path)' would be larger than \(Source.maximumSize >> 20) MB, the most that is read",
        at: place)
    }
    do throws(FileError) {
      let found = try goldens.read(name, writes: runner.updatesGoldens)
      if found == rendered { return }
      if holdsHiddenValues(subject) {
        fail(
          "the golden file '\(path)' differs, and may hold sensitive values, which a live run "
            + "neither shows nor writes", at: place)
        return
      }
      if runner.updatesGoldens {
        try goldens.write(rendered, to: name)
        writtenGoldens.append(path)
      } else if let found, let line = ConflictMarker.line(in: found, path) {
        fail(
          "the golden file '\(path)' has merge-conflict markers, the first in line \(line); "
            + "settle them, or write it anew with --update", at: place)
      } else if let found {
        switch subject {
        case .state: judge(state: found, path, against: rendered, at: place)
        case .trace, .notifications, .saved:
          judge(golden: found, path, against: rendered, at: place)
        }
      } else {
        fail("there is no golden file '\(path)'; --update writes it", at: place)
      }
      if let found { keepTexts(GoldenTexts(expected: found, actual: rendered), of: subject) }
      if !runner.updatesGoldens { record(golden: name, subject, old: found, new: rendered) }
    } catch {
      let diagnostic = Diagnostic.golden(path, error)
      fail(diagnostic.message, at: place)
      problems.append(diagnostic)
    }
  }

  /// Adds both texts to the last failure, for a report that shows them.
  private mutating func keepTexts(_ texts: GoldenTexts, of subject: GoldenSubject) {
    // The text of a file cannot be searched for sensitive values as a state can.
    let spec = file.spec.checked
    let mayShow =
      !(runner.display.hidesSensitiveValues && spec.hasSensitiveValues)
      && !(subject == .trace && spec.effects.contains(where: \.isSensitive))
    guard runner.recording == .states, !runner.updatesGoldens, mayShow,
      texts.expected.count + texts.actual.count <= GoldenTexts.limit,
      case .failure(var failure)? = result.remarks.last
    else { return }
    failure.golden = texts
    result.remarks[result.remarks.count - 1] = .failure(failure)
  }

  /// Returns true in a live run if sensitive values may be in the contents of a golden file.
  private func holdsHiddenValues(_ subject: GoldenSubject) -> Bool {
    guard runner.display.hidesSensitiveValues else { return false }
    return switch subject {
    case .state: state.hidingSensitiveFields != state
    case .trace, .notifications: file.spec.checked.hasSensitiveValues
    // Sensitive values are not saved.
    case .saved: false
    }
  }

  /// Fails with the differences between the events and a golden file.
  private mutating func judge(
    golden text: [UInt8], _ path: String, against rendered: [UInt8], at place: SourceRange
  ) {
    let sink = DiagnosticSink()
    let reader = PatternReader(
      values: ScenarioChecker(file.spec, sink).values.literal, isExact: true, names: nil)
    do throws(Diagnostics) {
      let expected = try LibYAML.parse(try Source(name: path, bytes: text))
      let found = try LibYAML.parse(try Source(name: path, bytes: rendered))
      let pattern = reader.read(expected, as: .any)
      let value = reader.values.readConstant(found, as: .any)
      try sink.throwErrors()
      var differences = noDifferences
      if let value { pattern?.compare(value, at: Path([]), &differences) }
      let hidden = hiddenItems(of: value)
        .union(hiddenItems(of: reader.values.readConstant(expected, as: .any)))
      differences.hide { path in
        if case .number(let index)? = path.components.first {
          hidden.contains(index)
        } else {
          false
        }
      }
      fail(
        differences.isEmpty
          ? "the golden file '\(path)' \(GoldenBytes(of: text, against: rendered).sentence)"
          : "what happened is not as in the golden file '\(path)'",
        at: place, differences: differences)
    } catch {
      let reason = error.items.first?.message ?? ""
      fail("the golden file '\(path)' cannot be compared: \(reason)", at: place)
    }
  }

  /// The items of a trace with requests of sensitive effects, which no report shows.
  private func hiddenItems(of trace: Value?) -> Set<Int64> {
    guard case .list(let items)? = trace else { return [] }
    let names = runner.display.hiddenRequests(of: file.spec.checked)
    var hidden: Set<Int64> = []
    for (index, item) in items.enumerated() {
      guard case .map(let item) = item, case .string(let name)? = item["request"],
        names.contains(name)
      else { continue }
      hidden.insert(Int64(index))
    }
    return hidden
  }

  /// Fails with the differences between the state and a golden file.
  private mutating func judge(
    state text: [UInt8], _ path: String, against rendered: [UInt8], at place: SourceRange
  ) {
    let sink = DiagnosticSink()
    let checker = ScenarioChecker(file.spec, sink)
    do throws(Diagnostics) {
      let tree = try LibYAML.parse(try Source(name: path, bytes: text))
      let patterns = checker.readGolden(tree)
      try sink.throwErrors()
      let differences = compare(state, with: patterns ?? [])
      guard let first = differences.items.first else {
        let bytes = GoldenBytes(of: text, against: rendered)
        fail("the golden file '\(path)' \(bytes.sentence)", at: place)
        return
      }
      fail(
        "the state is not as in the golden file '\(path)'", at: place, differences: differences,
        writer: lastWriter(of: first.place))
    } catch {
      let reason = error.items.first?.message ?? ""
      fail(
        "the golden file '\(path)' does not hold a state of this spec: \(reason)", at: place)
    }
  }
}

extension ConflictMarker {
  /// Returns the line of the first marker in a file, counted from 1; nil if there is none.
  fileprivate static func line(in bytes: [UInt8], _ path: String) -> Int? {
    guard bytes.contains(UInt8(ascii: "<")) || bytes.contains(UInt8(ascii: ">")),
      let source = try? Source(name: path, bytes: bytes)
    else { return nil }
    return ConflictMarker(in: source).map { $0.range.location.line + 1 }
  }
}

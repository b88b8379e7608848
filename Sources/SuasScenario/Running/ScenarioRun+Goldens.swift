import CEL
import YAML

/// Comparing with golden files.
extension ScenarioRun {
  mutating func compare(golden name: String, at place: SourceRange) {
    let rendered = state.golden
    let path = goldens.path(of: name)
    do throws(FileError) {
      let found = try goldens.read(name)
      if found == rendered { return }
      if runner.updatesGoldens {
        try goldens.write(rendered, to: name)
        writtenGoldens.append(path)
      } else if let found {
        judge(golden: found, path, at: place)
      } else {
        fail("there is no golden file '\(path)'; --update writes it", at: place)
      }
    } catch {
      let diagnostic = Diagnostic.golden(path, error)
      fail(diagnostic.message, at: place)
      problems.append(diagnostic)
    }
  }

  /// Says where the state differs from what a golden file holds.
  private mutating func judge(golden text: [UInt8], _ path: String, at place: SourceRange) {
    let findings = Findings()
    let checker = ScenarioChecker(file.spec, findings)
    do throws(Diagnostics) {
      let tree = try YAML.parse(try Source(name: path, bytes: text))
      let patterns = checker.readGolden(tree)
      try findings.throwErrors()
      let differences = compare(state, with: patterns ?? [])
      guard let first = differences.items.first else {
        fail("the golden file '\(path)' says the same in other bytes", at: place)
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

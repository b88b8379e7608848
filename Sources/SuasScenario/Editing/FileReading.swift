import Files
import SuasSpec
import YAML

/// A file as an editor shows it, read as far as it can be.
package struct FileReading {
  package enum Contents {
    /// A spec: its declarations with those of the files that it includes, and the checked spec if
    /// there are no errors.
    case spec(Spec, CheckedSpec?)
    /// A scenario file, and its spec if that has no errors.
    case scenario(CheckedScenarioFile?, CompiledSpec?)
    case fragments([FragmentDeclaration])
    /// A golden file, and the spec of the scenario that names it.
    case golden(CompiledSpec)
    /// A file of another kind, or one that cannot be parsed.
    case other
  }

  /// The name of a fragment with those of its parameters.
  package struct FragmentDeclaration {
    package let name: Scalar
    package let parameters: [Scalar]

    init(_ fragment: Fragment) {
      name = fragment.name
      parameters = fragment.parameters.map(\.name)
    }
  }

  package var contents = Contents.other
  /// The checker of single entries of a spec; nil for other files, and if the check of the spec did
  /// not come to its rules.
  package var entryChecker: EntryChecker?
  package var diagnostics = Diagnostics()
  /// The fragments that a scenario file includes.
  package var fragments: [FragmentDeclaration] = []

  package init() {}
}

/// Files that are being edited.
extension Loader {
  /// Reads a file of any kind, and keeps a journal of the reading.
  ///
  /// - Parameters:
  ///   - tree: The tree of the file.
  ///   - path: The path of the file.
  package mutating func reading(
    of tree: Node, at path: String, _ journal: ReadingJournal
  ) -> FileReading {
    var reading = FileReading()
    do throws(Diagnostics) {
      switch DocumentKind(tree) {
      case .spec: try read(spec: tree, at: path, journal, into: &reading)
      case .scenario: try read(scenario: tree, at: path, journal, into: &reading)
      case nil:
        if tree.mapping?.contains(where: { $0.key.text == "fragments" }) == true {
          try read(fragments: tree, journal, into: &reading)
        } else {
          _ = try Spec(decoding: tree)
        }
      }
    } catch {
      reading.diagnostics.add(error)
    }
    return reading
  }

  private mutating func read(
    spec tree: Node, at path: String, _ journal: ReadingJournal, into reading: inout FileReading
  ) throws(Diagnostics) {
    let sink = DiagnosticSink()
    var spec = Spec(decoding: tree, into: sink)
    let own = spec
    reading.contents = .spec(own, nil)
    if !journal.isTolerant { try sink.throwErrors() }
    let root = Root(of: path, chosen: root)
    do throws(Diagnostics) {
      spec = try declarations(of: own, at: path, root)
    } catch {
      guard journal.isTolerant else { throw error }
    }
    reading.contents = .spec(spec, nil)
    let checked = try CheckedSpec(
      checking: spec, journal: journal, entryChecker: &reading.entryChecker)
    reading.contents = .spec(spec, checked)
    // Scenario files need not check it again.
    if !journal.isTolerant { checkedSpecs[[root.place, BytePath(path)]] = checked }
    reading.diagnostics.add(checked.warnings)
    try sink.throwErrors()
  }

  private mutating func read(
    scenario tree: Node, at path: String, _ journal: ReadingJournal,
    into reading: inout FileReading
  ) throws(Diagnostics) {
    let sink = DiagnosticSink()
    let file: ScenarioFile
    if journal.isTolerant {
      guard let known = ScenarioFile(decoding: tree, into: sink) else { return }
      file = known
    } else {
      file = try ScenarioFile(decoding: tree)
    }
    let root = Root(of: path, chosen: root)
    let spec = try spec(of: file, at: path, root)
    reading.contents = .scenario(nil, spec)
    reading.diagnostics.add(spec.checked.warnings)
    let source = try source(of: file, at: path, root)
    reading.fragments = source.fragments.fragments.values
      .sorted { $0.name.text < $1.name.text }.map(FileReading.FragmentDeclaration.init)
    reading.contents = .scenario(try source.checked(against: spec, journal: journal), spec)
  }

  private func read(
    fragments tree: Node, _ journal: ReadingJournal, into reading: inout FileReading
  ) throws(Diagnostics) {
    let sink = DiagnosticSink(journal: journal)
    let file = FragmentFile(decoding: tree, into: sink)
    reading.contents = .fragments(file.fragments.map(FileReading.FragmentDeclaration.init))
    for fragment in file.fragments { sink.noteUses(in: fragment, of: file.fragments) }
    try sink.throwErrors()
  }
}

extension DiagnosticSink {
  /// Notes where the steps of a fragment use fragments of their own file. Other names in them
  /// depend on the spec of the scenarios that include the file.
  fileprivate func noteUses(in fragment: Fragment, of fragments: [Fragment]) {
    for use in fragment.uses {
      let used = fragments.first { $0.name.text == use.name.text }
      note(use.name, .fragment, requesting: .fragment, isKnown: used != nil)
      guard let known = used?.parameters.map(\.name.text) else { continue }
      for argument in use.arguments {
        note(
          argument, .parameter, in: use.name.text, requesting: .word(known),
          isKnown: known.contains(argument.text))
      }
    }
  }
}

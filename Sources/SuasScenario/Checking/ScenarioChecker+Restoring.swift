import CEL
import SuasSpec
import YAML

/// The checks of saved texts and states in scenarios, and of the expectations about them.
extension ScenarioChecker {
  /// Checks what an app finds; nil if something is wrong with it, which has been reported.
  func found(_ declaration: FoundDeclaration) -> FoundState? {
    guard let saved = spec.checked.saved else {
      sink.report(.specSavesNothing(at: declaration.key.range))
      return nil
    }
    switch declaration.content {
    case .path(let path): return read(path).map(FoundState.text)
    case .text(let text): return .text(Array(text.text.utf8))
    case .state(let version, let state):
      guard case .int(let number)? = version.scalar?.resolved,
        let shape = Int(exactly: number).flatMap(saved.shape)
      else {
        sink.report(
          .unreadVersion(oldest: saved.oldest, version: saved.version, at: version.range))
        return nil
      }
      return sound(state, shape, saved).map { .state(version: shape.version, $0) }
    }
  }

  private func read(_ path: Scalar) -> [UInt8]? {
    do throws(Diagnostics) {
      guard let readFile else {
        throw Diagnostics([.fileNotFound(path.text, at: .range(path.range))])
      }
      return try readFile(path)
    } catch {
      sink.report(error)
      return nil
    }
  }

  /// Reads sub-states as a version saved them, laid over the initial ones.
  private func sound(_ node: Node, _ shape: SavedShape, _ saved: CheckedSaved) -> Record? {
    guard let entries = node.entries(as: "'state'", into: sink) else { return nil }
    let reader = ValueReader(
      constantsOf: saved.types, failure: .invalidLiteral, sink: sink, budget: budget)
    var store = shape.initial
    var isSound = true
    for entry in entries {
      guard let slot = slot(of: entry.key, in: shape.store),
        let record = saved.types.record(shape.store.fields[slot].type),
        let fields = entry.value.entries(as: "a state", into: sink),
        case .record(let initial) = store[slot],
        case .record(let read)? = reader.readRecord(
          fields, as: record, over: initial, at: entry.value.range)?.constant
      else {
        isSound = false
        continue
      }
      store[slot] = .record(read)
    }
    return isSound ? store : nil
  }

  func slot(of key: Scalar, in store: RecordType) -> Int? {
    if let slot = store.shape.slot(of: key.text) { return slot }
    sink.report(.unknownStateKey(key.text, among: store.fields.map(\.name), at: key.range))
    return nil
  }
}

extension ExpectationChecker {
  func restored(_ node: Node) -> CheckedExpectation.Kind? {
    var mapping = MappingReader(node, RestoredExpectation.form, into: sink)
    let (version, lost) = (mapping.value("version"), mapping.value("lost"))
    mapping.finish()
    let reader = patterns(exact: true)
    let patterns = (
      version.map { reader.read($0, as: .int) }, lost.map { reader.read($0, as: .list(.string)) }
    )
    if case .some(nil) = patterns.0 { return nil }
    if case .some(nil) = patterns.1 { return nil }
    return .restored(version: patterns.0 ?? nil, lost: patterns.1 ?? nil)
  }

  /// Reads the expected values of what would be saved, by state key.
  func saved(_ node: Node) -> CheckedExpectation.Kind? {
    guard let saved = spec.checked.saved, let shape = saved.shape(of: saved.version) else {
      sink.report(.specSavesNothing(at: node.range))
      return nil
    }
    guard let entries = node.entries(as: "'saved'", into: sink) else { return nil }
    let reader = patterns(
      ValueReader(
        constantsOf: saved.types, failure: .invalidLiteral, sink: sink, budget: scenario.budget))
    let patterns = entries.compactMap { entry -> (key: Int, pattern: Pattern)? in
      guard let slot = scenario.slot(of: entry.key, in: shape.store) else { return nil }
      return reader.read(entry.value, as: shape.store.fields[slot].type).map { (slot, $0) }
    }
    return patterns.count == entries.count ? .saved(patterns) : nil
  }
}

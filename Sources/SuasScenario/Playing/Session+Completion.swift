import SuasSpec
import YAML

/// Completion of lines.
extension Session {
  /// Returns the completions for the end of a text.
  ///
  /// - Returns: The offset of the part to complete, in UTF-8 bytes, and the texts that may replace
  ///   it.
  package func completion(of text: String) -> (start: Int, candidates: [String]) {
    var line = TypedLine(text)
    let endsWithBlank = text.hasSuffix(" ") || text.hasSuffix("\t")
    /// Returns the next word; throws its completions if it is still being typed.
    func word(among names: [String]) -> Result<Scalar, Ending> {
      let start = line.offset
      guard let word = line.word(), !line.isAtEnd || endsWithBlank else {
        let typed = String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
        return .failure(Ending(start: start, candidates: names.filter { $0.hasPrefix(typed) }))
      }
      return .success(word)
    }
    do throws(Ending) {
      let checked = spec.checked
      let dispatched = checked.offered(checked.actions + checked.effects.map(\.action))
        .map(\.name)
      let first = try word(among: PlayCommand.all.map(\.completed) + dispatched.map { $0 + " " })
        .get()
      guard let command = PlayCommand.named(first.text) else {
        return payload(of: first.text, text, from: line.offset)
      }
      switch command.kind {
      case .dispatch:
        let name = try word(among: dispatched.map { $0 + " " }).get()
        return payload(of: name.text, text, from: line.offset)
      case .help:
        _ = try word(among: PlayCommand.all.map(\.name) + dispatched).get()
      case .respond, .end:
        let name = try word(among: pendingNames.map { $0 + " " }).get()
        let effect = spec.checked.effects.first { $0.name == name.text }
        return payload(effect?.response, text, from: line.offset)
      case .fail: _ = try word(among: pendingNames.map { $0 + " " }).get()
      case .cancel: _ = try word(among: pendingNames).get()
      case .listen, .unlisten: _ = try word(among: spec.checked.listeners.map(\.name)).get()
      case .selected: _ = try word(among: spec.checked.selectors.map(\.name)).get()
      case .state: return path(text, from: line.offset)
      case .eval:
        let written = text.utf8.dropFirst(line.offset)
        let start = written.lastIndex { !Self.isPathByte($0) }.map(written.index(after:))
        let expression = String(Substring(written[(start ?? written.startIndex)...]))
        guard expression.hasPrefix("store.") else { break }
        return path(text, from: text.utf8.count - expression.utf8.count + 6)
      default: break
      }
    } catch {
      return (error.start, error.candidates)
    }
    return (text.utf8.count, [])
  }

  /// An error that ends reading at the word that is being typed.
  private struct Ending: Error {
    let start: Int
    let candidates: [String]
  }

  private static func isPathByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "_.[]".utf8.contains(byte)
    }
  }

  /// The names of the effects under way, each once.
  private var pendingNames: [String] {
    let names = effects.pending.map(\.effect.name) + effects.waiting.map(\.effect.name)
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// Completes a path into the store that begins at an offset.
  private func path(_ text: String, from offset: Int) -> (start: Int, candidates: [String]) {
    let written = String(Substring(text.utf8.dropFirst(offset)))
    guard let dot = written.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      return (offset, spec.store.stateKeys.filter { $0.hasPrefix(written) })
    }
    let above = String(written[..<dot])
    let begun = String(written[written.utf8.index(after: dot)...])
    let source = Source(name: "", text: above)
    let range = SourceRange(source: source, lowerBound: 0, upperBound: above.utf8.count)
    let types = spec.typesOfEverything
    let reader = PathReader(store: spec.store, types: types, sink: DiagnosticSink())
    guard
      case .record(let name)? = reader.read(Scalar(above, style: .plain, at: range))?
        .type.unwrapped
    else { return (text.utf8.count, []) }
    let fields = types.records[name]?.fields.map(\.name) ?? []
    return (text.utf8.count - begun.utf8.count, fields.filter { $0.hasPrefix(begun) })
  }

  private func payload(
    of name: String, _ text: String, from offset: Int
  ) -> (start: Int, candidates: [String]) {
    let type = spec.actionType(name)?.payload
    return payload(type, text, from: offset)
  }

  private func payload(
    _ type: RecordType?, _ text: String, from offset: Int
  ) -> (start: Int, candidates: [String]) {
    guard let type else { return (text.utf8.count, []) }
    var scan = PayloadScan(of: type, spec.typesOfEverything)
    for (index, byte) in text.utf8.enumerated().dropFirst(offset) { scan.read(byte, at: index) }
    let start = scan.wordStart ?? text.utf8.count
    let typed = String(Substring(text.utf8.dropFirst(start)))
    return (start, scan.candidates.filter { $0.hasPrefix(typed) })
  }
}

extension PlayCommand {
  fileprivate var completed: String { arguments.isEmpty ? name : "\(name) " }
}

import SuasLanguage
import SuasProgram
import YAML

/// The histories of reducers' states.
extension SpecDocumentation {
  /// Adds a table of the reducers that keep a history.
  mutating func writeHistories() {
    let reducers = spec.reducers.compactMap { reducer in
      reducer.history.map { (reducer: reducer, history: $0) }
    }
    guard !reducers.isEmpty else { return }
    add(
      Markdown.table(
        ["history", "keeps", "moves", "entries"],
        reducers.map { reducer, history in
          [
            Markdown.code(CheckedHistory.stateKey(of: reducer.key.text)),
            "\(history.limit) of \(Markdown.code(reducer.key.text))",
            history.moves.map { "\($0.kind.rawValue): \(Markdown.code($0.action.text))" }
              .joined(separator: ", "),
            entries(history),
          ]
        }))
  }

  private func entries(_ history: HistoryDeclaration) -> String {
    func names(_ names: [Name]) -> String {
      names.map { Markdown.code($0.text) }.joined(separator: ", ")
    }
    var parts: [String] = []
    if let only = history.only {
      parts.append(only.isEmpty ? "none" : "only by \(names(only))")
    }
    if !history.ignored.isEmpty { parts.append("none by \(names(history.ignored))") }
    for group in history.groups {
      let value = Markdown.code(String(group.value.text))
      parts.append("\(Markdown.code(group.action.text)) one for each \(value)")
    }
    return parts.joined(separator: "; ")
  }

  /// Adds the moves of an action in histories; returns false if there are none.
  mutating func writeMoves(of action: String) -> Bool {
    let moves = spec.reducers.flatMap { reducer in
      (reducer.history?.moves ?? []).filter { $0.action.text == action }.map {
        let key = Markdown.code(CheckedHistory.stateKey(of: reducer.key.text))
        return "- \($0.kind.rawValue) in \(key)"
      }
    }
    add(moves.joined(separator: "\n"))
    return !moves.isEmpty
  }
}

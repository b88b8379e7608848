import SuasLanguage
import SuasProgram
import YAML

/// The state diagrams of enums and variants.
extension SpecDocumentation {
  mutating func writeCaseDiagrams() {
    guard !caseDiagrams.isEmpty else { return }
    add("## State diagrams")
    for diagram in caseDiagrams { write(diagram) }
  }

  private mutating func write(_ diagram: CaseDiagram) {
    add("### \(Markdown.text(diagram.path))")
    if diagram.place.hasElements { add("Each element has a case of its own.") }
    var chart = StateChart(diagram.cases)
    if let initial = diagram.initial { chart.begin(at: initial) }
    // An arrow from any case to any tells nothing.
    let telling = diagram.transitions.filter { $0.origin != .cases(nil) || $0.destination != nil }
    for transition in telling {
      for from in transition.origins {
        for to in transition.destination?.map(Optional.some) ?? [nil] {
          chart.connect(from, isNew: transition.origin == .new, to, transition.label)
        }
      }
    }
    if !telling.isEmpty { add(chart.markdown) }
    addUntold(of: diagram)
    add(
      Markdown.table(
        ["from", "to", "action", "where"],
        diagram.transitions.map { transition in
          let origin =
            switch transition.origin {
            case .cases(let cases): words(cases)
            case .new: "a new element"
            }
          return [
            origin, words(transition.destination), Markdown.code(transition.action),
            transition.conditions.map(condition).joined(separator: ", "),
          ]
        }))
    let moves = spec.reducers.first { $0.name.text == diagram.reducer }?.history?.moves ?? []
    if !moves.isEmpty {
      let names = moves.map { Markdown.code($0.action.text) }.joined(separator: ", ")
      add("Moves in the history bring earlier cases back: \(names).")
    }
  }

  /// Adds which actions the diagram leaves out, and why.
  private mutating func addUntold(of diagram: CaseDiagram) {
    func names(_ names: [String]) -> String { names.map(Markdown.code).joined(separator: ", ") }
    var anywhere: [String] = []
    for transition in diagram.transitions
    where transition.origin == .cases(nil) && transition.destination == nil
      && !anywhere.contains(transition.action)
    {
      anywhere.append(transition.action)
    }
    if !anywhere.isEmpty {
      add("Not drawn, since any case may follow any: \(names(anywhere)).")
    }
    if !diagram.untold.isEmpty {
      add("Not told here, since the whole around it is computed: \(names(diagram.untold)).")
    }
  }

  private func words(_ cases: [String]?) -> String {
    cases?.map(Markdown.code).joined(separator: ", ") ?? "any case"
  }
}

extension CaseTransition {
  /// The cases that arrows begin at; nil for any.
  fileprivate var origins: [String?] {
    if case .cases(let cases?) = origin { cases } else { [nil] }
  }

  /// The action with its conditions; with a word for them, if they are long.
  fileprivate var label: String {
    guard !conditions.isEmpty else { return action }
    let whole = "\(action) \(conditions.joined(separator: ", "))"
    return whole.unicodeScalars.count <= Self.longestLabel ? whole : "\(action) on conditions"
  }

  private static let longestLabel = 48
}

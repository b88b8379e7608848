import SuasLanguage
import SuasProgram
import YAML

/// The sections on everything around the reducers, and on invariants, transitions and goals.
extension SpecDocumentation {
  mutating func writeSelectors() {
    guard !spec.selectors.isEmpty else { return }
    add("## Selectors")
    add(
      Markdown.table(
        ["selector", "value", "where", "notes"],
        spec.selectors.map { selector in
          [
            Markdown.code(selector.name.text), Markdown.code(selector.value.flow),
            selector.condition.map { Markdown.code(String($0.text)) } ?? "",
            selector.description.map { Markdown.text($0.onOneLine) } ?? "",
          ]
        }))
  }

  mutating func writeListeners() {
    guard !spec.listeners.isEmpty else { return }
    add("## Listeners")
    var chart = FlowChart()
    for listener in spec.listeners {
      let node = chart.node(.listener, listener.name.text)
      chart.connect(chart.node(.state, subject(of: listener)), node, filter(of: listener))
      for reaction in listener.reactions.compactMap(\.dispatched) {
        let name = reaction.action.text
        chart.connect(
          node, chart.node(shape(of: name), name), reaction.condition?.written ?? "")
      }
    }
    add(chart)
    add(
      spec.listeners.map { listener in
        let told = filter(of: listener)
        let words = told == "always" || told == "changed" ? told : Markdown.code(told)
        var line = "- \(Markdown.code(listener.name.text)) listens to "
        line +=
          "\(listener.isToStore ? "the store" : Markdown.code(subject(of: listener))), \(words)"
        if let description = listener.description {
          line += ": \(Markdown.text(description.onOneLine))"
        }
        return ([line] + listener.reactions.map { "  - \(self.line($0))" })
          .joined(separator: "\n")
      }.joined(separator: "\n"))
  }

  private func subject(of listener: ListenerDeclaration) -> String {
    switch listener.subject {
    case .store: "store"
    case .stateKey(let name), .selector(let name): name.text
    }
  }

  private func filter(of listener: ListenerDeclaration) -> String {
    switch listener.filter {
    case .always: "always"
    case .changed: "changed"
    case .expression(let expression): String(expression.text).onOneLine
    }
  }

  mutating func writeMiddleware() {
    guard !spec.middleware.isEmpty else { return }
    add("## Middleware")
    add("Actions pass through, in this order, before the reducers see them.")
    var chart = FlowChart()
    for case .declared(let middleware) in spec.middleware {
      let node = chart.node(.middleware, middleware.name.text)
      for action in middleware.actions ?? [] {
        chart.connect(chart.node(shape(of: action.text), action.text), node)
      }
      for (dispatch, word) in middleware.steps.flatMap(\.sent) {
        let name = dispatch.action.text
        let label = [word, dispatch.condition?.written ?? ""].filter { !$0.isEmpty }
        chart.connect(
          node, chart.node(shape(of: name), name), label.joined(separator: " "))
      }
    }
    add(chart)
    add(
      spec.middleware.enumerated().map { index, middleware in
        ([head(of: middleware, "\(index + 1). ")] + steps(of: middleware).map { "   - \($0)" })
          .joined(separator: "\n")
      }.joined(separator: "\n"))
  }

  private func head(of middleware: MiddlewareDeclaration, _ number: String) -> String {
    let name = Markdown.code(middleware.name.text)
    guard case .declared(let declared) = middleware else { return "\(number)\(name), built in" }
    let actions = declared.actions.map { names in
      names.isEmpty ? "nothing" : names.map { Markdown.code($0.text) }.joined(separator: ", ")
    }
    var line = "\(number)\(name) on \(actions ?? "every action")"
    if let condition = declared.condition {
      line += ", when \(Markdown.code(String(condition.text)))"
    }
    if let description = declared.description {
      line += ": \(Markdown.text(description.onOneLine))"
    }
    return line
  }

  private func steps(of middleware: MiddlewareDeclaration) -> [String] {
    guard case .declared(let declared) = middleware else { return [] }
    let steps = declared.steps.flatMap { step -> [String] in
      switch step {
      case .next(let condition, _, let onRefused):
        ["goes on\(written(condition))"] + lines(onRefused, "where it is refused")
      case .replace(let dispatch, let onRefused):
        ["goes on as \(line(dispatch))"] + lines(onRefused, "where it is refused")
      case .react(let reaction): [line(reaction)]
      }
    }
    return declared.steps.contains(where: \.goesOn) ? steps : steps + ["stops the action"]
  }

  /// Formats the steps that follow an outcome as lines of a list.
  private func lines(_ outcome: OutcomeDeclaration?, _ when: String) -> [String] {
    (outcome?.steps ?? []).map { "\(when) \(line($0))" }
  }

  mutating func writeEffects() {
    guard !spec.effects.isEmpty else { return }
    add("## Effects")
    var chart = FlowChart()
    for effect in spec.effects {
      let node = chart.node(.effect, effect.name.text)
      for (outcome, dispatches) in [
        ("success", effect.onSuccess), ("failure", effect.onFailure), ("end", effect.onEnd),
      ] {
        for dispatch in (dispatches?.steps ?? []).compactMap(\.dispatched) {
          let name = dispatch.action.text
          let label = [outcome, dispatch.condition?.written ?? ""].filter { !$0.isEmpty }
          chart.connect(
            node, chart.node(shape(of: name), name), label.joined(separator: " "))
        }
      }
    }
    add(chart)
    for effect in spec.effects { write(effect) }
  }

  private mutating func write(_ effect: EffectDeclaration) {
    add("### \(Markdown.text(effect.name.text))")
    addOrigin(of: effect.name.text)
    add(description: effect.description)
    add(effect.fields)
    var lines = ["runs \(Markdown.code(effect.run.written))"]
    if let debounce = effect.debounce {
      lines.append("starts after \(Markdown.code(debounce.flow)) of quiet")
    }
    if let timeout = effect.run.timeout {
      lines.append("fails after \(Markdown.code(timeout)) without an answer")
    }
    if let type = effect.run.responseType {
      lines.append("its answer is read as \(Markdown.code(type))")
    }
    if let key = effect.key {
      lines.append("its runs are told apart by \(Markdown.code(String(key.text).onOneLine))")
    }
    if effect.isLatest { lines.append("a newer one takes an older one's outcome away") }
    if effect.stream != nil { lines.append("is a stream: it can be answered several times") }
    if effect.isSensitive { lines.append("its payload and answers are kept out of logs") }
    if let retry = effect.retry {
      let delay = retry.delay.map { ", after \(Markdown.code($0.flow)) each" } ?? ""
      lines.append("is tried again at most \(retry.times) times\(delay)")
    }
    lines += self.lines(effect.onSuccess, "on success")
    lines += self.lines(effect.onFailure, "on failure")
    lines += self.lines(effect.onEnd, "at its end")
    add(lines.map { "- \($0)" }.joined(separator: "\n"))
  }

  mutating func writeConditions() {
    func list(_ conditions: [InvariantDeclaration]) -> String {
      conditions.map {
        "- \(Markdown.code($0.name.text)): \(Markdown.code(String($0.condition.text)))"
      }
      .joined(separator: "\n")
    }
    if !spec.invariants.isEmpty {
      add("## Invariants")
      add(list(spec.invariants))
    }
    if !spec.transitions.isEmpty {
      add("## Transitions")
      add(
        spec.transitions.map { transition in
          let names = transition.actions?.map { Markdown.code($0.text) }.joined(separator: ", ")
          let on = names.map { " on \($0)" } ?? ""
          let note = transition.description.map { ": \(Markdown.text($0.onOneLine))" } ?? ""
          let code = Markdown.code(String(transition.condition.text))
          return "- \(Markdown.code(transition.name.text))\(on): \(code)\(note)"
        }.joined(separator: "\n"))
    }
    if !spec.atRest.isEmpty {
      add("## At rest")
      add(list(spec.atRest))
    }
    if !spec.goals.isEmpty {
      add("## Reachable")
      add(list(spec.goals))
    }
    if !spec.waysOut.isEmpty {
      add("## Always reachable")
      add(
        spec.waysOut.map { way in
          let origin = way.origin.map { " from \(Markdown.code(String($0.text)))" } ?? ""
          let note = way.description.map { ": \(Markdown.text($0.onOneLine))" } ?? ""
          let code = Markdown.code(String(way.condition.text))
          return
            "- \(Markdown.code(way.name.text)):\(origin)\(origin.isEmpty ? "" : " to") \(code)\(note)"
        }.joined(separator: "\n"))
    }
  }
}

extension ListenerDeclaration {
  fileprivate var isToStore: Bool { if case .store = subject { true } else { false } }
}

extension DeclaredMiddleware.Step {
  /// The dispatches of the step, each with the words that mark its kind.
  fileprivate var sent: [(DispatchDeclaration, String)] {
    func refusals(_ outcome: OutcomeDeclaration?) -> [(DispatchDeclaration, String)] {
      (outcome?.steps ?? []).compactMap(\.dispatched).map { ($0, "refused") }
    }
    switch self {
    case .next(_, _, let onRefused): return refusals(onRefused)
    case .replace(let dispatch, let onRefused):
      return [(dispatch, "goes on as")] + refusals(onRefused)
    case .react(let reaction): return reaction.dispatched.map { [($0, "")] } ?? []
    }
  }

  fileprivate var goesOn: Bool { if case .react = self { false } else { true } }
}

extension RunDeclaration {
  /// The work of the effect, on one line.
  fileprivate var written: String {
    switch self {
    case .http(let http): "\(http.method?.text ?? "GET") \(http.url.text)"
    case .delay(let duration): "delay \(duration.flow)"
    case .every(let interval): "every \(interval.flow)"
    case .readFile(let path): "read-file \(path.flow)"
    case .writeFile(let path, _): "write-file \(path.flow)"
    case .custom(let name, _, let result):
      "custom \(name.text)\(result.map { ": \($0.text)" } ?? "")"
    }
  }

  /// The time after which a request fails.
  fileprivate var timeout: String? {
    if case .http(let http) = self { http.timeout?.flow ?? "30s" } else { nil }
  }

  /// The type that the body of an answer is read as.
  fileprivate var responseType: String? {
    if case .http(let http) = self { http.response?.text } else { nil }
  }
}

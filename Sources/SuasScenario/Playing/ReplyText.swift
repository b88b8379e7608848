import CEL
import Suas
import SuasSpec
import YAML

/// Renders replies as text, for a person or a program.
package struct ReplyText {
  private let style: TextStyle

  package init(style: TextStyle) { self.style = style }

  /// The maximum of lines of one kind.
  private static let limit = 100
  /// The maximum of items in one line.
  private static let lineLimit = 12

  /// Returns the text of a reply, each line with its line break, and control characters escaped.
  package func render(_ reply: Reply) -> String {
    switch reply {
    case .nothing, .quit: ""
    case .step(let step): render(step)
    case .moved(let movement, let moved, let step):
      lines(moved.map { "\(movement == .undone ? "undone" : "redone"): \($0)" }) + render(step)
    case .value(let value): YAML.emit(value.draft)
    case .selected(let selections): render(selections)
    case .pending(let effects): render(effects)
    case .steps(let done, let undone): render(done: done, undone: undone)
    case .commands(let names): render(names)
    case .help(let commands): render(commands)
    case .fields(let name, let fields): render(name, fields)
    case .saved(let path, let count, let overwritten, let caution):
      line(
        "\(overwritten ? "replaced" : "wrote") \(path), \(count == 1 ? "1 step" : "\(count) steps")"
      )
        + (caution.map { line("it cannot be run from here as it is: \($0)", .yellow) } ?? "")
    case .problem(let message, let help):
      style.paint("error", .boldRed) + ": \(DisplayText.escaped(message))\n"
        + (help.map { "  = help: \(DisplayText.escaped($0))\n" } ?? "")
    case .mistakes(let mistakes): mistakes.render(style)
    }
  }

  private func line(_ text: String, _ color: TextStyle.Color? = nil) -> String {
    let escaped = DisplayText.escaped(text)
    return (color.map { style.paint(escaped, $0) } ?? escaped) + "\n"
  }

  private func lines(
    _ texts: some Collection<String>, _ color: TextStyle.Color? = nil
  ) -> String {
    let hidden = texts.count - Self.limit
    return texts.prefix(Self.limit).map { line($0, color) }.joined()
      + (hidden > 0 ? "… and \(hidden) more\n" : "")
  }

  private func render(_ step: StepReply) -> String {
    var text = ""
    for (error, action) in step.errors.prefix(Self.limit) {
      let code = style.paint("error[\(DisplayText.escaped(error.code))]", .boldRed)
      let refused = action.map { "\($0) was refused: " } ?? ""
      text += "\(code): \(DisplayText.escaped(refused + error.messageWithUses))\n"
      if let place = error.place { text += line("  --> \(place)") }
    }
    text += lines(step.failures.map(\.line), .yellow)
    for change in step.changes.prefix(Self.limit) {
      text += line(change.line.text, change.line.color)
    }
    let hidden = step.changes.count - Self.limit
    if hidden > 0 { text += "… and \(hidden) more\n" }
    if let actions = step.actions {
      text += list("actions", actions.isEmpty ? ["none reached the reducers"] : actions)
    }
    if step.isUnhandled { text += line("no reducer handled it") }
    if !step.notified.isEmpty { text += list("told", step.notified) }
    text += lines(step.requests.map { "\($0.name) asks for \($0.value.yaml)" })
    if let effects = step.effects { text += render(effects) }
    return text.isEmpty ? "nothing changed\n" : text
  }

  private func list(_ title: String, _ items: [String]) -> String {
    let hidden = items.count - Self.lineLimit
    let shown = items.prefix(Self.lineLimit).map(DisplayText.escaped).joined(separator: ", ")
    return style.paint(title, .blue) + ": \(shown)\(hidden > 0 ? ", … and \(hidden) more" : "")\n"
  }

  private func render(_ effects: EffectList) -> String {
    func words(_ effect: RecordedStep.Outcome.Named) -> String {
      if case .record(let payload) = effect.value, payload.fields.isEmpty { return effect.name }
      return "\(effect.name) \(effect.value.yaml)"
    }
    var text = ""
    if !effects.pending.isEmpty {
      text += list(
        "pending",
        effects.pending.map { words($0.effect) + ($0.isSuperseded ? " (superseded)" : "") })
    }
    if !effects.waiting.isEmpty {
      text += list("waiting", effects.waiting.map { "\(words($0.effect)) for \($0.time)" })
    }
    return text.isEmpty ? list("pending", ["none"]) : text
  }

  private func render(_ selections: [Reply.Selection]) -> String {
    if selections.isEmpty { return line("the spec declares no selector") }
    return selections.map { selection in
      switch selection.result {
      case .success(let value?):
        YAML.emit(.mapping([(key: .text(selection.name), value: value.draft)]))
      case .success(nil): line("\(selection.name): (nothing)")
      case .failure(let error):
        line("\(selection.name): error[\(error.code)]: \(error.message)", .red)
      }
    }.joined()
  }

  private func render(done: [String], undone: [String]) -> String {
    if done.isEmpty, undone.isEmpty { return line("nothing was done yet") }
    let all = done.enumerated().map { "\($0 + 1). \($1)" }
    return all.map { line($0) }.joined() + undone.map { line("taken back: \($0)") }.joined()
  }

  private func render(_ names: Reply.SpecNames) -> String {
    var text = ""
    for (title, names) in [
      ("actions", names.actions), ("effects", names.effects), ("listeners", names.listeners),
      ("selectors", names.selectors),
    ] where !names.isEmpty {
      text += style.paint(title, .blue) + ": \(names.joined(separator: ", "))\n"
    }
    return text + "\n" + render(PlayCommand.all)
      + "\nA line that begins with the name of an action or effect sends it, as in\n"
      + "  AddTodo {text: Buy milk}\n"
  }

  private func render(_ commands: [PlayCommand]) -> String {
    commands.map { command in
      let usage = command.arguments.isEmpty ? command.name : "\(command.name) \(command.arguments)"
      return "\(style.paint(usage, .bold))\n    \(command.summary)\n"
    }.joined()
  }

  private func render(_ name: String, _ fields: [Reply.Field]) -> String {
    if fields.isEmpty { return line("\(name) has no fields") }
    return line(name)
      + fields.map { field in
        line("  \(field.name): \(field.type)\(field.default.map { " = \($0)" } ?? "")")
      }.joined()
  }
}

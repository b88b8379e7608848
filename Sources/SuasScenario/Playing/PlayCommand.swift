/// A word that a session understands, besides the names of actions and effects.
package struct PlayCommand: Sendable {
  enum Kind: Sendable {
    case dispatch, respond, fail, perform, cancel, advance, listen, unlisten, reset, note
    case state, selected, eval, pending, steps, undo, redo, save, overwrite, help, quit
  }

  let kind: Kind
  let name: String
  /// What stands after the name, as the help shows it.
  let arguments: String
  let summary: String

  static let all: [PlayCommand] = [
    PlayCommand(
      kind: .dispatch, name: "dispatch", arguments: "NAME {FIELD: VALUE, …}",
      summary: "sends an action or effect; its name alone does, where no command has it"),
    PlayCommand(
      kind: .respond, name: "respond", arguments: "EFFECT {status, headers, body}",
      summary: "answers the oldest pending one, EFFECT#1 the next; {text} for a file, {result}"),
    PlayCommand(
      kind: .fail, name: "fail", arguments: "EFFECT MESSAGE",
      summary: "answers a pending effect with a failure"),
    PlayCommand(
      kind: .perform, name: "perform", arguments: "EFFECT",
      summary: "performs a pending effect for real, and answers it so; with --live only"),
    PlayCommand(
      kind: .cancel, name: "cancel", arguments: "EFFECT",
      summary: "ends an effect without an outcome"),
    PlayCommand(
      kind: .advance, name: "advance", arguments: "DURATION",
      summary: "moves the clock: advance 300ms"),
    PlayCommand(
      kind: .listen, name: "listen", arguments: "LISTENER", summary: "adds a listener again"),
    PlayCommand(
      kind: .unlisten, name: "unlisten", arguments: "LISTENER", summary: "removes a listener"),
    PlayCommand(
      kind: .reset, name: "reset", arguments: "",
      summary: "puts the store back to where the session began"),
    PlayCommand(
      kind: .note, name: "note", arguments: "TEXT", summary: "says something in the scenario"),
    PlayCommand(
      kind: .state, name: "state", arguments: "[PATH]",
      summary: "shows the store, or what stands at a path: state Todos.items[0]"),
    PlayCommand(
      kind: .selected, name: "selected", arguments: "[SELECTOR]",
      summary: "shows what selectors make of the store"),
    PlayCommand(
      kind: .eval, name: "eval", arguments: "EXPRESSION",
      summary: "evaluates CEL on the store: eval size(store.Todos.items)"),
    PlayCommand(
      kind: .pending, name: "pending", arguments: "",
      summary: "lists the effects that wait for an answer, or for their time"),
    PlayCommand(
      kind: .steps, name: "steps", arguments: "", summary: "lists what was done so far"),
    PlayCommand(
      kind: .undo, name: "undo", arguments: "[COUNT]", summary: "takes back the last steps"),
    PlayCommand(
      kind: .redo, name: "redo", arguments: "[COUNT]",
      summary: "does again what was taken back"),
    PlayCommand(
      kind: .save, name: "save", arguments: "FILE",
      summary: "writes the session as a scenario, where there is no file yet"),
    PlayCommand(
      kind: .overwrite, name: "save!", arguments: "FILE",
      summary: "the same, and replaces a file that is there"),
    PlayCommand(
      kind: .help, name: "help", arguments: "[NAME]",
      summary: "lists commands, actions and effects, or the fields of an action or effect"),
    PlayCommand(
      kind: .quit, name: "quit", arguments: "", summary: "ends the session; so does Ctrl-D"),
  ]

  static func named(_ name: some StringProtocol) -> PlayCommand? {
    all.first { $0.name == name }
  }
}

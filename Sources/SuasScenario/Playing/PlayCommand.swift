/// A command of a session, besides the names of actions and effects.
package struct PlayCommand: Sendable {
  enum Kind: String, Sendable {
    case dispatch, respond, end, fail, perform, cancel, advance, listen, unlisten, reset, restart,
      note
    case state, selected, eval, pending, steps, undo, redo, save
    case overwrite = "save!"
    case help, quit
  }

  let kind: Kind
  var name: String { kind.rawValue }
  /// The arguments after the name, as the help shows them.
  let arguments: String
  let summary: String

  static let all: [PlayCommand] = [
    PlayCommand(
      kind: .dispatch, arguments: "NAME {FIELD: VALUE, …}",
      summary: "sends an action or effect; its name alone does, where no command has it"),
    PlayCommand(
      kind: .respond, arguments: "EFFECT {status, headers, body}",
      summary: "answers the oldest pending one, EFFECT#1 the next; {text} for a file, {result}"),
    PlayCommand(
      kind: .end, arguments: "EFFECT {result}",
      summary: "gives a stream its last answer, or ends it without one"),
    PlayCommand(
      kind: .fail, arguments: "EFFECT MESSAGE", summary: "answers a pending effect with a failure"),
    PlayCommand(
      kind: .perform, arguments: "EFFECT",
      summary: "performs a pending effect for real, and answers it so; with --live only"),
    PlayCommand(kind: .cancel, arguments: "EFFECT", summary: "ends an effect without an outcome"),
    PlayCommand(kind: .advance, arguments: "DURATION", summary: "moves the clock: advance 300ms"),
    PlayCommand(kind: .listen, arguments: "LISTENER", summary: "adds a listener again"),
    PlayCommand(kind: .unlisten, arguments: "LISTENER", summary: "removes a listener"),
    PlayCommand(
      kind: .reset, arguments: "", summary: "puts the store back to where the session began"),
    PlayCommand(
      kind: .restart, arguments: "",
      summary: "ends the store, and begins another with what the spec saves"),
    PlayCommand(kind: .note, arguments: "TEXT", summary: "says something in the scenario"),
    PlayCommand(
      kind: .state, arguments: "[PATH]",
      summary: "shows the store, or what stands at a path: state Todos.items[0]"),
    PlayCommand(
      kind: .selected, arguments: "[SELECTOR]", summary: "shows what selectors make of the store"),
    PlayCommand(
      kind: .eval, arguments: "EXPRESSION",
      summary: "evaluates CEL on the store: eval size(store.Todos.items)"),
    PlayCommand(
      kind: .pending, arguments: "",
      summary: "lists the effects that wait for an answer, or for their time"),
    PlayCommand(kind: .steps, arguments: "", summary: "lists what was done so far"),
    PlayCommand(kind: .undo, arguments: "[COUNT]", summary: "takes back the last steps"),
    PlayCommand(kind: .redo, arguments: "[COUNT]", summary: "does again what was taken back"),
    PlayCommand(
      kind: .save, arguments: "FILE",
      summary: "writes the session as a scenario, or as a log to a FILE.suaslog; replaces no file"),
    PlayCommand(
      kind: .overwrite, arguments: "FILE", summary: "the same, and replaces a file that is there"),
    PlayCommand(
      kind: .help, arguments: "[NAME]",
      summary: "lists commands, actions and effects, or the fields of an action or effect"),
    PlayCommand(kind: .quit, arguments: "", summary: "ends the session; so does Ctrl-D"),
  ]

  static func named(_ name: some StringProtocol) -> PlayCommand? {
    all.first { $0.name == name }
  }

  /// The names that other programs have for a command.
  private static let otherNames: [String: Kind] = [
    "?": .help, "back": .undo, "bye": .quit, "clear": .reset, "exit": .quit, "history": .steps,
    "list": .state, "ls": .state, "print": .state, "q": .quit, "send": .dispatch, "show": .state,
    "store": .state, "wait": .advance,
  ]

  /// The command that has another name in other programs.
  static func meant(by word: String) -> PlayCommand? {
    otherNames[word.lowercased()].flatMap { kind in all.first { $0.kind == kind } }
  }
}

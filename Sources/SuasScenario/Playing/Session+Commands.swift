import CEL
import Suas
import SuasSpec
import YAML

/// The commands of a session's lines.
extension Session {
  mutating func perform(_ line: TypedLine) throws(Refusal) -> Reply {
    let whole = line
    var line = line
    guard let word = line.word(), !word.text.hasPrefix("#") else { return .nothing }
    guard let command = PlayCommand.named(word.text) else {
      guard spec.actionType(word.text) != nil else {
        throw unknown(word.text, in: whole)
      }
      return try dispatch(word, &line)
    }
    switch command.kind {
    case .dispatch:
      return try dispatch(try line.argument("an action or effect"), &line)
    case .respond, .end, .fail:
      return try answer(command.kind, &line)
    case .perform: return try performEffect(&line)
    case .cancel:
      let effect = try line.argument("an effect")
      return try take(.cancel(effect: effect), &line)
    case .advance:
      let duration = try line.argument("a duration")
      return try take(.advance(duration), &line)
    case .listen:
      return try take(.listen(listener: try line.argument("a listener")), &line)
    case .unlisten:
      return try take(.unlisten(listener: try line.argument("a listener")), &line)
    case .reset: return try take(.reset, &line)
    case .restart: return try take(.restart(nil), &line)
    case .note:
      guard let text = line.rest() else { throw Refusal("'note' needs a text") }
      return try take(.note(text.text))
    case .state:
      return .value(try value(at: line.rest()))
    case .selected: return .selected(try selections(line.rest()))
    case .eval: return .value(try evaluate(line.rest()))
    case .pending:
      try line.finish()
      return .pending(effects)
    case .steps:
      try line.finish()
      let lines = steps.map(line(of:))
      return .steps(done: Array(lines[..<position]), undone: Array(lines[position...]))
    case .undo: return try move(.undone, count: try line.count())
    case .redo: return try move(.redone, count: try line.count())
    case .save, .overwrite:
      guard let path = line.rest(), !["\"\"", "''"].contains(path.text) else {
        throw Refusal("'\(command.name)' needs a file's name")
      }
      return try save(to: path.text, overwriting: command.kind == .overwrite)
    case .help: return try help(line.word()?.text)
    case .quit:
      try line.finish()
      return .quit
    }
  }

  /// - Parameter line: The line that begins with the word; nil for a word that stands elsewhere.
  private func unknown(_ word: String, in line: TypedLine? = nil) -> Refusal {
    let names = PlayCommand.all.map(\.name) + spec.actionTypes.map(\.name)
    let near =
      suggestion(for: word, among: names) ?? PlayCommand.meant(by: word)?.name
      ?? line.flatMap(meaning)
    return Refusal(
      "there is no command, action or effect '\(word.shortened)'",
      help: near.map { "did you mean '\($0)'?" }
        ?? "\(spec.actionTypes.map(\.name).listed); 'help' lists all there are")
  }

  /// The line that shows a part of the store, or computes an expression, which was typed alone.
  private func meaning(of line: TypedLine) -> String? {
    var line = line
    guard let whole = line.rest(), whole.text.utf8.count < 200 else { return nil }
    let field = whole.text.prefix { $0 != "." && $0 != "[" }
    let owner = spec.checked.reducers.first { reducer in
      reducer.state.fields.contains { $0.name == field }
    }
    for path in [whole.text] + (owner.map { ["\($0.stateKey).\(whole.text)"] } ?? []) {
      let place = Scalar(path, style: .plain, at: whole.range)
      if (try? value(at: place)) != nil { return "state \(path)" }
    }
    return (try? evaluate(whole)) == nil ? nil : "eval \(whole.text)"
  }

  private func help(_ name: String?) throws(Refusal) -> Reply {
    guard let name else {
      return .commands(
        Reply.SpecNames(
          actions: spec.checked.offered(spec.checked.actions).map(\.name),
          effects: spec.checked.offered(spec.checked.effects.map(\.action)).map(\.name),
          listeners: spec.checked.listeners.map(\.name),
          selectors: spec.checked.selectors.map(\.name)))
    }
    if let type = spec.actionType(name) {
      let fields = type.payload.fields.map { field in
        Reply.Field(
          name: field.name, type: field.type.description,
          default: field.hasLateDefault ? "(made when it is sent)" : field.default?.yaml)
      }
      return .fields(name: name, fields)
    }
    guard let command = PlayCommand.named(name) else { throw unknown(name) }
    return .help([command])
  }
}

/// Steps, read and checked like those of a scenario.
extension Session {
  private mutating func dispatch(
    _ name: Scalar, _ line: inout TypedLine
  ) throws(Refusal) -> Reply {
    let payload = try self.payload(of: name, &line)
    return try take(.dispatch(name: name, payload: payload, times: 1), &line)
  }

  private mutating func answer(
    _ kind: PlayCommand.Kind, _ line: inout TypedLine
  ) throws(Refusal) -> Reply {
    let (effect, which) = try effect(&line)
    var answer = AnswerDeclaration(effect: effect, which: which)
    if kind == .fail {
      guard let message = line.rest() else {
        throw Refusal("'fail' needs a message", help: "fail \(effect.text) no network")
      }
      answer.failure = message.text
    } else {
      answer.contents = try payload(&line)
      if kind == .end { answer.last = effect }
    }
    return try take(.respond(answer), &line)
  }

  /// Reads `EFFECT`, or `EFFECT#1` for the one after the oldest.
  private func effect(
    _ line: inout TypedLine
  ) throws(Refusal) -> (effect: Scalar, which: Int) {
    let word = try line.argument("an effect")
    var effect = word
    var which = 0
    if let mark = word.text.firstIndex(of: "#") {
      guard let number = Int(word.text[word.text.index(after: mark)...]), number >= 0 else {
        throw Refusal(
          "'\(word.text.shortened)' names no effect", help: "EFFECT#1 is the one after the oldest")
      }
      which = number
      effect.text = String(word.text[..<mark])
      effect.range = SourceRange(
        source: word.range.source, lowerBound: word.range.lowerBound,
        upperBound: word.range.lowerBound + effect.text.utf8.count)
    }
    return (effect, which)
  }

  /// Performs a pending effect for real, and answers it with the result.
  private mutating func performEffect(_ line: inout TypedLine) throws(Refusal) -> Reply {
    let (name, which) = try effect(&line)
    try line.finish()
    guard let live else {
      throw Refusal("nothing is performed in this session", help: "begin it with --live")
    }
    let sink = DiagnosticSink()
    guard let effect = ScenarioChecker(spec, sink).effect(name) else {
      throw Refusal(sink.diagnostics)
    }
    guard let request = stage.runtime.request(of: effect.name, which: which) else {
      throw Refusal("no effect '\(effect.name)' is pending that could be performed")
    }
    let isSensitive = spec.plan.effects.first { $0.name == effect.name }?.sendsSensitiveValues
    let answer = Discretion.$isAsked.withValue(isSensitive == true) { live.answer(to: request) }
    guard let answer else {
      throw Refusal("no answer to '\(effect.name)' came within \(live.limit)")
    }
    return try take(.respond(effect: effect.name, which: which, answer), isPerformed: true)
  }

  /// Reads the rest of a line as a mapping, with its `${…}` replaced as in a scenario.
  private func payload(_ line: inout TypedLine) throws(Refusal) -> Node? {
    do throws(Diagnostics) {
      guard let node = try line.yaml() else { return nil }
      let sink = DiagnosticSink()
      let expansion = Expansion(
        .none, spec.checked.types, ExpansionBudget(), sink)
      let expanded = expansion.expand(node, as: .value)
      _ = expanded.entries(as: "what is sent or answered", into: sink)
      try sink.throwErrors()
      return expanded
    } catch {
      throw Refusal(error)
    }
  }

  /// Reads the payload of an action or effect; the mistake in one that is no mapping says how to write it.
  private func payload(of name: Scalar, _ line: inout TypedLine) throws(Refusal) -> Node? {
    let typed = line
    do throws(Refusal) {
      return try payload(&line)
    } catch {
      guard case .mistakes(var mistakes) = error.reply,
        mistakes.items.first?.code == .wrongKind,
        let fields = spec.actionType(name.text)?.payload.fields, !fields.isEmpty
      else { throw error }
      var rest = typed
      let value = fields.count == 1 ? rest.rest()?.text ?? "…" : "…"
      let pairs = fields.map { "\($0.name): \(value)" }.joined(separator: ", ")
      mistakes.items[0].help.append("write \(name.text) {\(pairs)}")
      throw Refusal(mistakes)
    }
  }

  private mutating func take(
    _ act: StepDeclaration.Act, _ line: inout TypedLine
  ) throws(Refusal) -> Reply {
    try line.finish()
    let sink = DiagnosticSink()
    let declaration = StepDeclaration(
      place: line.place, act: act, expectations: [], names: .none)
    let step = ScenarioChecker(spec, sink).check(declaration, afterAct: false)
    guard let act = step?.act, !sink.hasErrors else {
      throw Refusal(sink.diagnostics)
    }
    // Of a payload, only the fields that were typed are written to a scenario.
    var written: Set<String>?
    if case .dispatch(_, let payload, _) = declaration.act {
      written = Set(payload?.mapping?.map(\.key.text) ?? [])
    }
    return try take(act, written: written)
  }
}

/// Queries of the store.
extension Session {
  private func value(at path: Scalar?) throws(Refusal) -> Value {
    let store = Value.record(stage.state)
    guard let path else { return display.shown(store) }
    let sink = DiagnosticSink()
    let reader = PathReader(store: spec.store, types: spec.typesOfEverything, sink: sink)
    guard let read = reader.read(path) else { throw Refusal(sink.diagnostics) }
    guard let value = display.shown(read.path.components, in: store) else {
      throw Refusal("there is nothing at '\(path.text.shortened)'")
    }
    return value
  }

  private func selections(_ name: Scalar?) throws(Refusal) -> [Reply.Selection] {
    let all = spec.plan.selectors
    var asked = Array(all.indices)
    if let name {
      guard let index = all.firstIndex(where: { $0.name == name.text }) else {
        throw Refusal(
          Diagnostics([.unknownSelector(name.text, among: all.map(\.name), at: name.range)]))
      }
      asked = [index]
    }
    let store = stage.state
    return asked.map { index in
      let selector = all[index]
      let isSensitive = spec.checked.selectors[index].value.readsSensitiveValues
      return Reply.Selection(
        name: selector.name,
        result: Result { () throws(ActionError) in
          do throws(EvaluationError) {
            return try selector.select(store, within: spec.limits).map {
              display.shown($0, isSensitive: isSensitive)
            }
          } catch {
            throw ActionError(code: error.code, message: error.messageWithinLimits)
          }
        })
    }
  }

  private func evaluate(_ text: Scalar?) throws(Refusal) -> Value {
    guard let text else { throw Refusal("'eval' needs an expression") }
    let sink = DiagnosticSink()
    var reader = ValueReader(
      types: spec.typesOfEverything, environment: spec.store.environment(spec.checked.types.cel),
      sink: sink)
    reader.tell(is: spec.store)
    guard
      let syntax = ExpressionSyntax(
        Node(.scalar(text), at: text.range), "the expression", sink),
      let expression = reader.compile(syntax)
    else { throw Refusal(sink.diagnostics) }
    var frame = Frame(slots: [.record(stage.state)], budget: Frame.standardBudget)
    do throws(EvaluationError) {
      let value = try expression.planned().evaluate(&frame)
      return display.shown(value, of: expression)
    } catch {
      throw Refusal(
        Diagnostics([
          Diagnostic(
            Diagnostic.Code(error.code), error.message, at: text.range(of: error.range))
        ]))
    }
  }
}

extension TypedLine {
  fileprivate mutating func argument(_ what: String) throws(Session.Refusal) -> Scalar {
    guard let word = word() else { throw Session.Refusal("\(what) is to be named") }
    return word
  }

  /// Reads a number of steps; 1 if none is given.
  fileprivate mutating func count() throws(Session.Refusal) -> Int {
    guard let word = word() else { return 1 }
    guard word.text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      word.text.utf8.contains(where: { $0 != 0x30 })
    else {
      throw Session.Refusal("'\(word.text.shortened)' is no number of steps")
    }
    try finish()
    // No session has more steps than the largest number.
    return Int(word.text) ?? .max
  }

  /// Throws if text is left that no command reads.
  fileprivate mutating func finish() throws(Session.Refusal) {
    guard let rest = rest() else { return }
    throw Session.Refusal("nothing is known of '\(rest.text.shortened)' here")
  }
}

extension String {
  /// The beginning of the text, for a message.
  fileprivate var shortened: String {
    let shown = unicodeScalars.prefix(100)
    return shown.endIndex == endIndex ? self : "\(String(shown))…"
  }
}

extension [String] {
  /// The first of the names, as a sentence.
  fileprivate var listed: String {
    if isEmpty { return "there is nothing to send" }
    let shown = prefix(12).map { "'\($0)'" }.joined(separator: ", ")
    let hidden = count > 12 ? " and \(count - 12) more" : ""
    return "there \(count == 1 ? "is" : "are") \(shown)\(hidden)"
  }
}

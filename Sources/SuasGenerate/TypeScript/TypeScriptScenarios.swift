import CEL
import Suas
import SuasProgram
import SuasScenario
import SuasSpec
import YAML

/// Writes scenarios as tests of `node:test`.
struct TypeScriptScenarios {
  let names: TypeScriptNames
  let lowering: Lowering

  private var spec: CheckedSpec { names.program.spec }

  /// The scenarios of a file, each as one test.
  func suite(_ scenarios: [ObservedScenario], _ suite: ScenarioSuite) -> Document {
    let imports: Document =
      "import assert from \"node:assert/strict\";" + .hardLine
      + "import { test } from \"node:test\";"
    return .paragraphs(
      [imports, "// The scenarios of `\(suite.fileName)`."] + scenarios.map(test))
  }

  private func test(_ scenario: ObservedScenario) -> Document {
    let name = scenario.name.split(whereSeparator: \.isNewline).joined(separator: " ")
    var arguments: [Document] = ["\(names.spec)", names.text(scenario.clock.description)]
    var options: [Document] = []
    if scenario.seed != 0 { options.append("seed: \(scenario.seed)n") }
    if let found = scenario.found { options.append("saved: \(names.text(found))") }
    let states = zip(spec.reducers, scenario.initial).filter { $0.initial != $1 }.map {
      names.property($0.stateKey, value($1, $0))
    }
    if !states.isEmpty { options.append("state: \(.braced(states))") }
    if !options.isEmpty { arguments.append(.braced(options)) }
    let run: Document =
      "const run = new \(ts: "ScenarioRun")<\(names.state)>" + .parenthesized(arguments) + ";"
    return .lines(
      "test(\(names.text(name)), () => {", [run] + scenario.steps.flatMap(statements), "});")
  }

  private static func equal(_ found: Document, _ expected: Document) -> Document {
    "assert.deepEqual" + .parenthesized([found, expected]) + ";"
  }

  private func statements(_ step: ObservedScenario.Step) -> [Document] {
    var lines: [Document] = []
    if let act = step.act {
      let codes = step.errors.map { names.text($0.code) }
      lines.append(call(act, codes.isEmpty ? [] : ["errors: \(.bracketed(codes))"]))
      if case .dispatch = act, !step.handled, step.errors.isEmpty {
        lines.append(Self.equal("run.isHandled", "false"))
      }
    }
    for key in step.keys {
      guard case .record(let state) = step.state[key] else { continue }
      let reducer = spec.reducers[key]
      let member = TypeScriptNames.property(reducer.stateKey)
      lines.append(Self.equal("run.state\(member)", value(state, reducer).document()))
    }
    lines += step.selected.map { statement(ObservedSelection($0, lowering)) }
    if let notified = step.notified {
      lines.append(Self.equal("run.notified", list(notified.map { ($0.name, $0.value) })))
    }
    if let actions = step.actions {
      let items = actions.map { ($0.name, Value.record($0.payload)) }
      lines.append(Self.equal("run.actions", list(items)))
    }
    if let requests = step.requests {
      lines.append(Self.equal("run.requests", list(requests.map { ($0.name, $0.value) })))
    }
    if let effects = step.effects {
      lines.append(Self.equal("run.effects", .bracketed(effects.map(names.text))))
    }
    if let (version, lost) = step.restored {
      lines.append(Self.equal("run.restoredVersion", "\(version)"))
      lines.append(Self.equal("run.lost", .bracketed(lost.map(names.text))))
    }
    if let saved = step.saved { lines.append(Self.equal("run.saved", names.text(saved))) }
    return lines
  }

  private func statement(_ selection: ObservedSelection) -> Document {
    let found: Document =
      "\(names.selectors)\(TypeScriptNames.property(selection.name))(run.state)"
    let value = selection.value.map { names.constant($0, selection.type).document() }
    guard selection.isConditional else { return Self.equal(found, value ?? "null") }
    let expected: Document = value.map { "of" + .parenthesized([$0]) } ?? "none()"
    return Self.equal(found, "\(ts: "Optional").\(expected)")
  }

  private func call(_ act: ObservedScenario.Act, _ errors: [Document]) -> Document {
    var options = errors
    let (name, arguments): (String, [Document])
    switch act {
    case .dispatch(let action, let times):
      (name, arguments) = ("dispatch", [made(action)])
      if times != 1 { options.insert("times: \(times)", at: 0) }
    case .respond(let effect, let which, let answer):
      (name, arguments) = ("respond", [names.text(effect), self.answer(answer)])
      if which != 0 { options.insert("which: \(which)", at: 0) }
    case .cancel(let effect): (name, arguments) = ("cancel", [names.text(effect)])
    case .advance(let duration):
      (name, arguments) = ("advance", [names.text(duration.description)])
    case .listen(let listener): return "run.listen(\(names.text(listener.name)));"
    case .unlisten(let listener): return "run.unlisten(\(names.text(listener.name)));"
    case .reset: (name, arguments) = ("reset", [])
    case .restart(let found):
      (name, arguments) = ("restart", [])
      if let found { options.insert("saved: \(names.text(found))", at: 0) }
    }
    let all = arguments + (options.isEmpty ? [] : [.braced(options)])
    return "run.\(name)" + .parenthesized(all) + ";"
  }

  /// The call that makes an action; fields that are filled at dispatch keep their defaults.
  private func made(_ action: SpecAction) -> Document {
    guard let layout = names.program.layout(action.payload.shape.name) else { return "" }
    let open = action.openFields
    let properties = zip(layout.fields, action.payload.fields).compactMap {
      field, value -> Document? in
      open.contains(field.name) || names.mayBeLeftOut(field) && field.isDefault(value)
        ? nil : names.property(field.name, names.constant(value, field.type))
    }
    return "\(names.creator(layout))"
      + .parenthesized(properties.isEmpty ? [] : [.braced(properties)])
  }

  private func value(_ state: Record, _ reducer: CheckedReducer) -> TypeScriptExpression {
    names.constant(.record(state), .record(reducer.state.name))
  }

  private func answer(_ answer: EffectAnswer) -> Document {
    switch answer {
    case .http(let status, let headers, let body):
      let pairs = headers.map {
        Document.bracketed([names.text($0.name), names.text($0.value)])
      }
      return .braced([
        "kind: \"http\"", "status: \(status)", "headers: \(.bracketed(pairs))",
        "body: \(json(body))",
      ])
    case .text(let text): return .braced(["kind: \"text\"", "text: \(names.text(text))"])
    case .done: return .braced(["kind: \"done\""])
    case .result(let value): return .braced(["kind: \"result\"", "value: \(json(value))"])
    case .failure(let message):
      return .braced(["kind: \"failure\"", "message: \(names.text(message))"])
    case .last(let answer):
      return .braced(["kind: \"last\"", "answer: \(answer.map(self.answer) ?? "null")"])
    }
  }

  private func json(_ value: Value) -> Document {
    "\(ts: "parseJson")" + .parenthesized([names.text(JSONText.of(value))])
  }

  private func list(_ items: [(String, Value)]) -> Document {
    .bracketed(items.map { names.text("\($0) \(JSONText.of($1))") })
  }
}

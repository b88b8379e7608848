import CEL
import Suas
import SuasProgram
import SuasScenario
import SuasSpec
import YAML

/// Writes scenarios as tests of `kotlin.test`.
struct KotlinScenarios {
  let names: KotlinNames
  let lowering: Lowering

  private var spec: CheckedSpec { names.program.spec }

  /// The scenarios of a file as one class.
  func suite(_ scenarios: [ObservedScenario], _ suite: ScenarioSuite) -> Document {
    let functions = zip(scenarios, suite.functionNames).map { function($0, named: $1) }
    return .comment(["The scenarios of `\(suite.fileName)`."])
      + .block(
        "\(names.access)class \(KotlinNames.quoted(suite.typeName)) {", [.paragraphs(functions)])
  }

  private func function(_ scenario: ObservedScenario, named name: String) -> Document {
    var arguments: [Document] = [
      Document(names.fixed.of("AppSpec")),
      names.constant(.timestamp(scenario.clock), .timestamp).document(),
    ]
    if scenario.seed != 0 { arguments.append("seed = \(scenario.seed)L") }
    let states = zip(spec.reducers, scenario.initial).filter { $0.initial != $1 }.map {
      Document.pair(KotlinLiteral($0.stateKey).expression, value($1, $0))
    }
    if !states.isEmpty { arguments.append("state = mapOf\(.arguments(states))") }
    if let found = scenario.found { arguments.append("found = \(names.text(found))") }
    let run: Document = "val run = \(kotlin: "ScenarioRun")\(.arguments(arguments))"
    return .comment([scenario.name.split(whereSeparator: \.isNewline).joined(separator: " ")])
      + "@\(Self.test("Test"))" + .hardLine
      + .block(
        "public fun \(KotlinNames.member(name))() {", [run] + body(of: scenario))
  }

  /// The statements of the steps, in functions of their own if they are many.
  private func body(of scenario: ObservedScenario) -> [Document] {
    let steps = scenario.steps.map(statements).filter { !$0.isEmpty }
    let parts = KotlinPieces.pieces(steps.map { $0.joined(separator: .hardLine) })
    if parts.count <= 1 { return parts.flatMap(\.self) }
    let names = parts.indices.map { "part\($0 + 1)" }
    return zip(names, parts).map { .block("fun \($0)() {", $1) } + names.map { "\($0)()" }
  }

  /// A declaration of `kotlin.test`.
  private static func test(_ name: String) -> Symbol {
    Symbol(name, importing: "kotlin.test.\(name)")
  }

  private static func equal(_ expected: Document, _ found: Document) -> Document {
    "\(test("assertEquals"))\(.arguments([expected, found]))"
  }

  private func statements(_ step: ObservedScenario.Step) -> [Document] {
    var lines: [Document] = []
    if let act = step.act {
      let codes = step.errors.map { names.text($0.code) }
      lines.append(
        call(act, codes.isEmpty ? [] : ["errors = listOf\(.arguments(codes))"]))
      if case .dispatch = act, !step.handled, step.errors.isEmpty {
        lines.append("\(Self.test("assertFalse"))(run.isHandled)")
      }
    }
    for key in step.keys {
      guard case .record(let state) = step.state[key] else { continue }
      let reducer = spec.reducers[key]
      let member = KotlinNames.member(reducer.stateKey)
      lines.append(
        Self.equal(value(state, reducer).document(), "\(names.fixed.state)(run.state).\(member)"))
    }
    lines += step.selected.map { statement(ObservedSelection($0, lowering)) }
    if let notified = step.notified {
      lines.append(Self.equal(list(notified.map { ($0.name, $0.value) }), "run.notified"))
    }
    if let actions = step.actions {
      let items = actions.map { ($0.name, Value.record($0.payload)) }
      lines.append(Self.equal(list(items), "run.actions"))
    }
    if let requests = step.requests {
      lines.append(Self.equal(list(requests.map { ($0.name, $0.value) }), "run.requests"))
    }
    if let effects = step.effects { lines.append(Self.equal(list(effects), "run.effects")) }
    if let (version, lost) = step.restored {
      lines.append(Self.equal("\(version)L", "run.restoredVersion"))
      lines.append(Self.equal(list(lost), "run.lost"))
    }
    if let saved = step.saved { lines.append(Self.equal(names.text(saved), "run.saved")) }
    return lines
  }

  private func statement(_ selection: ObservedSelection) -> Document {
    let found: Document = "\(names.selector(selection.name))(\(names.fixed.state)(run.state))"
    let value = selection.value.map {
      names.typed(names.constant($0, selection.type), selection.type)
    }
    guard selection.isConditional else { return Self.equal(value?.document() ?? "null", found) }
    let type: Document = "<\(names.type(selection.type))>"
    let expected: Document =
      value.map { "of\(type)\(.arguments([$0.document()]))" } ?? "none\(type)()"
    return Self.equal("\(kotlin: "Optional").\(expected)", found)
  }

  private func call(_ act: ObservedScenario.Act, _ errors: [Document]) -> Document {
    let (name, arguments): (String, [Document]) =
      switch act {
      case .dispatch(let action, let times):
        ("dispatch", [made(action)] + (times == 1 ? [] : ["times = \(times)"]))
      case .respond(let effect, let which, let answer):
        (
          "respond",
          [names.text(effect), self.answer(answer)] + (which == 0 ? [] : ["which = \(which)"])
        )
      case .cancel(let effect): ("cancel", [names.text(effect)])
      case .advance(let duration):
        ("advance", [names.constant(.duration(duration), .duration).document()])
      case .listen(let listener): ("listen", [names.text(listener.name)])
      case .unlisten(let listener): ("unlisten", [names.text(listener.name)])
      case .reset: ("reset", [])
      case .restart(let found): ("restart", found.map { [names.text($0)] } ?? [])
      }
    return "run.\(name)\(.arguments(arguments + errors))"
  }

  /// The call that makes an action; fields that are filled at dispatch keep their defaults.
  private func made(_ action: SpecAction) -> Document {
    guard let layout = names.program.layout(action.payload.shape.name) else { return "" }
    let open = action.openFields
    return names.made(
      layout,
      zip(layout.fields, action.payload.fields).map { field, value in
        open.contains(field.name) || field.isDefault(value)
          ? nil : names.constant(value, field.type)
      }
    ).document()
  }

  private func value(_ state: Record, _ reducer: CheckedReducer) -> KotlinExpression {
    names.constant(.record(state), .record(reducer.state.name))
  }

  private func answer(_ answer: EffectAnswer) -> Document {
    let type = Symbol.kotlin("EffectAnswer")
    switch answer {
    case .http(let status, let headers, let body):
      let pairs = headers.map {
        "Pair\(.arguments([names.text($0.name), names.text($0.value)]))" as Document
      }
      let list: Document = pairs.isEmpty ? "emptyList()" : "listOf\(.arguments(pairs))"
      return "\(type).Http\(.arguments(["\(status)L", list, json(body)]))"
    case .text(let text): return "\(type).Text\(.arguments([names.text(text)]))"
    case .done: return "\(type).Done"
    case .result(let value): return "\(type).Result\(.arguments([json(value)]))"
    case .failure(let message): return "\(type).Failure\(.arguments([names.text(message)]))"
    case .last(let answer): return "\(type).Last(\(answer.map(self.answer) ?? "null"))"
    }
  }

  private func json(_ value: Value) -> Document {
    "\(kotlin: "parseJson")\(.arguments([names.text(JSONText.of(value))]))"
  }

  private func list(_ items: [(String, Value)]) -> Document {
    list(items.map { "\($0) \(JSONText.of($1))" })
  }

  private func list(_ texts: [String]) -> Document {
    texts.isEmpty
      ? "emptyList<String>()" : "listOf\(.arguments(texts.map(names.text)))"
  }
}

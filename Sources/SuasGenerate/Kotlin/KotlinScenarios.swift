import CEL
import Suas
import SuasProgram
import SuasScenario
import SuasSpec
import YAML

/// Writes scenarios as tests of `kotlin.test`.
struct KotlinScenarios {
  let names: KotlinNames

  private var spec: CheckedSpec { names.program.spec }

  /// Writes the scenarios of a file as one class.
  func write(
    _ scenarios: [ObservedScenario], in suite: ScenarioSuite, to writer: inout KotlinWriter
  ) {
    writer.line("/** The scenarios of `\(suite.fileName)`. */")
    writer.block("public class \(suite.typeName) {") { writer in
      for (index, scenario) in scenarios.enumerated() {
        if index > 0 { writer.line() }
        write(scenario, suite.functionNames[index], to: &writer)
      }
    }
  }

  private func write(
    _ scenario: ObservedScenario, _ function: String, to writer: inout KotlinWriter
  ) {
    writer.comment([scenario.name.split(whereSeparator: \.isNewline).joined(separator: " ")])
    writer.line("@Test")
    writer.block("public fun \(KotlinNames.member(function))() {") { writer in
      var arguments = ["AppSpec", names.literal(.timestamp(scenario.clock), .timestamp)]
      if scenario.seed != 0 { arguments.append("seed = \(scenario.seed)L") }
      let changed = zip(spec.reducers, scenario.initial).filter { $0.initial != $1 }
      if !changed.isEmpty {
        let states = changed.map { reducer, state in
          "\(KotlinNames.literal(reducer.stateKey)) to \(literal(state, reducer))"
        }
        arguments.append("state = mapOf(\(states.joined(separator: ", ")))")
      }
      writer.line("val run = ScenarioRun(\(arguments.joined(separator: ", ")))")
      for step in scenario.steps { write(step, to: &writer) }
    }
  }

  private func write(_ step: ObservedScenario.Step, to writer: inout KotlinWriter) {
    if let act = step.act {
      let codes = step.errors.map { KotlinNames.literal($0.code) }.joined(separator: ", ")
      writer.line(call(act, codes.isEmpty ? nil : "errors = listOf(\(codes))"))
      if case .dispatch = act, !step.handled, step.errors.isEmpty {
        writer.line("assertFalse(run.isHandled)")
      }
    }
    for key in step.keys {
      guard case .record(let state) = step.state[key] else { continue }
      let reducer = spec.reducers[key]
      let member = KotlinNames.member(reducer.stateKey)
      writer.line("assertEquals(\(literal(state, reducer)), AppState(run.state).\(member))")
    }
    if let notified = step.notified {
      writer.line("assertEquals(\(Self.list(notified.map { ($0.name, $0.value) })), run.notified)")
    }
    if let actions = step.actions {
      let items = actions.map { ($0.name, Value.record($0.payload)) }
      writer.line("assertEquals(\(Self.list(items)), run.actions)")
    }
    if let effects = step.effects {
      writer.line("assertEquals(\(Self.list(effects)), run.effects)")
    }
  }

  private func call(_ act: ObservedScenario.Act, _ errors: String?) -> String {
    let (name, arguments): (String, [String]) =
      switch act {
      case .dispatch(let action, let times):
        ("dispatch", [made(action)] + (times == 1 ? [] : ["times = \(times)"]))
      case .respond(let effect, let which, let answer):
        (
          "respond",
          [KotlinNames.literal(effect), Self.literal(answer)]
            + (which == 0 ? [] : ["which = \(which)"])
        )
      case .cancel(let effect): ("cancel", [KotlinNames.literal(effect)])
      case .advance(let duration): ("advance", [names.literal(.duration(duration), .duration)])
      case .listen(let listener): ("listen", [KotlinNames.literal(listener.name)])
      case .unlisten(let listener): ("unlisten", [KotlinNames.literal(listener.name)])
      case .reset: ("reset", [])
      }
    return "run.\(name)(\((arguments + (errors.map { [$0] } ?? [])).joined(separator: ", ")))"
  }

  /// The call that makes an action; fields that are filled at dispatch keep their defaults.
  private func made(_ action: SpecAction) -> String {
    guard let layout = names.program.layout(action.payload.shape.name) else { return "" }
    let open = action.openFields
    return names.made(
      layout,
      zip(layout.fields, action.payload.fields).map { field, value in
        let isDefault = field.lateDefault == nil && field.defaultValue == value
        return open.contains(field.name) || isDefault ? nil : names.literal(value, field.type)
      })
  }

  private func literal(_ state: Record, _ reducer: CheckedReducer) -> String {
    names.literal(.record(state), .record(reducer.state.name))
  }

  private static func literal(_ answer: EffectAnswer) -> String {
    switch answer {
    case .http(let status, let headers, let body):
      let pairs = headers.map {
        "Pair(\(KotlinNames.literal($0.name)), \(KotlinNames.literal($0.value)))"
      }
      let list = pairs.isEmpty ? "emptyList()" : "listOf(\(pairs.joined(separator: ", ")))"
      return "EffectAnswer.Http(\(status)L, \(list), \(json(body)))"
    case .text(let text): return "EffectAnswer.Text(\(KotlinNames.literal(text)))"
    case .done: return "EffectAnswer.Done"
    case .result(let value): return "EffectAnswer.Result(\(json(value)))"
    case .failure(let message): return "EffectAnswer.Failure(\(KotlinNames.literal(message)))"
    case .last(let answer): return "EffectAnswer.Last(\(answer.map(literal) ?? "null"))"
    }
  }

  private static func json(_ value: Value) -> String {
    "parseJson(\(KotlinNames.literal(JSONText.of(value))))"
  }

  private static func list(_ items: [(String, Value)]) -> String {
    list(items.map { "\($0) \(JSONText.of($1))" })
  }

  private static func list(_ texts: [String]) -> String {
    texts.isEmpty
      ? "emptyList<String>()"
      : "listOf(\(texts.map(KotlinNames.literal).joined(separator: ", ")))"
  }
}

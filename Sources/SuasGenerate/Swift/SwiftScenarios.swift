import CEL
import Suas
import SuasProgram
import SuasScenario
import SuasSpec
import YAML

/// Writes scenarios as tests of Swift Testing.
struct SwiftScenarios {
  let names: SwiftNames

  private var spec: CheckedSpec { names.program.spec }

  /// Writes the scenarios of a file as one suite.
  func write(_ scenarios: [ObservedScenario], in suite: ScenarioSuite, to writer: inout SwiftWriter)
  {
    writer.comment(["The scenarios of `\(suite.fileName)`."])
    writer.block("struct \(suite.typeName)") { writer in
      for (index, scenario) in scenarios.enumerated() {
        if index > 0 { writer.line() }
        write(scenario, suite.functionNames[index], to: &writer)
      }
    }
  }

  private func write(
    _ scenario: ObservedScenario, _ function: String, to writer: inout SwiftWriter
  ) {
    writer.line("@Test(\(SwiftNames.literal(scenario.name)))")
    writer.block("func \(SwiftNames.member(function))()") { writer in
      var arguments = ["clock: \(names.literal(.timestamp(scenario.clock), .timestamp))"]
      if scenario.seed != 0 { arguments.append("seed: \(scenario.seed)") }
      let changed = zip(spec.reducers, scenario.initial).filter { $0.initial != $1 }
      if !changed.isEmpty {
        let states = changed.map { reducer, state in
          "\(SwiftNames.literal(reducer.stateKey)): \(literal(state, reducer))"
        }
        arguments.append("state: [\(states.joined(separator: ", "))]")
      }
      writer.line("let run = ScenarioRun(\(arguments.joined(separator: ", ")))")
      for step in scenario.steps { write(step, to: &writer) }
    }
  }

  private func write(_ step: ObservedScenario.Step, to writer: inout SwiftWriter) {
    if let act = step.act {
      let codes = step.errors.map { SwiftNames.literal($0.code) }.joined(separator: ", ")
      writer.line(call(act, codes.isEmpty ? nil : "errors: [\(codes)]"))
      if case .dispatch = act, !step.handled, step.errors.isEmpty {
        writer.line("#expect(!run.isHandled)")
      }
    }
    for key in step.keys {
      guard case .record(let state) = step.state[key] else { continue }
      let reducer = spec.reducers[key]
      let member = SwiftNames.member(reducer.stateKey)
      writer.line("#expect(run.state.\(member) == \(literal(state, reducer)))")
    }
    if let notified = step.notified {
      writer.line("#expect(run.notified == \(Self.list(notified.map { ($0.name, $0.value) })))")
    }
    if let actions = step.actions {
      let items = actions.map { ($0.name, Value.record($0.payload)) }
      writer.line("#expect(run.actions == \(Self.list(items)))")
    }
    if let effects = step.effects {
      let items = effects.map(SwiftNames.literal).joined(separator: ", ")
      writer.line("#expect(run.effects == [\(items)])")
    }
  }

  private func call(_ act: ObservedScenario.Act, _ errors: String?) -> String {
    let (name, arguments): (String, [String]) =
      switch act {
      case .dispatch(let action, let times):
        ("dispatch", (times == 1 ? [] : ["times: \(times)"]) + [made(action)])
      case .respond(let effect, let which, let answer):
        (
          "respond",
          [SwiftNames.literal(effect)] + (which == 0 ? [] : ["which: \(which)"])
            + [Self.literal(answer)]
        )
      case .cancel(let effect): ("cancel", [SwiftNames.literal(effect)])
      case .advance(let duration):
        ("advance", ["by: \(names.literal(.duration(duration), .duration))"])
      case .listen(let listener): ("listen", [SwiftNames.literal(listener.name)])
      case .unlisten(let listener): ("unlisten", [SwiftNames.literal(listener.name)])
      case .reset: ("reset", [])
      }
    return "run.\(name)(\((arguments + (errors.map { [$0] } ?? [])).joined(separator: ", ")))"
  }

  /// The call that makes an action; fields that are filled at dispatch take the run's time and ids.
  private func made(_ action: SpecAction) -> String {
    guard let layout = names.program.layout(action.payload.shape.name) else { return "" }
    let open = action.openFields
    return names.made(
      layout,
      zip(layout.fields, action.payload.fields).map { field, value in
        if open.contains(field.name), let kind = field.lateDefault {
          return kind == .now ? "run.now" : "run.makeIdentifier()"
        }
        return field.defaultValue == value ? nil : names.literal(value, field.type)
      })
  }

  private func literal(_ state: Record, _ reducer: CheckedReducer) -> String {
    names.literal(.record(state), .record(reducer.state.name))
  }

  private static func literal(_ answer: EffectAnswer) -> String {
    switch answer {
    case .http(let status, let headers, let body):
      let pairs = headers.map {
        "(\(SwiftNames.literal($0.name)), \(SwiftNames.literal($0.value)))"
      }
      return ".http(status: \(status), headers: [\(pairs.joined(separator: ", "))], "
        + "body: \(json(body)))"
    case .text(let text): return ".text(\(SwiftNames.literal(text)))"
    case .done: return ".done"
    case .result(let value): return ".result(\(json(value)))"
    case .failure(let message): return ".failure(\(SwiftNames.literal(message)))"
    case .last(let answer): return ".last(\(answer.map(literal) ?? "nil"))"
    }
  }

  private static func json(_ value: Value) -> String { "json(\(raw(JSONText.of(value))))" }

  private static func list(_ items: [(String, Value)]) -> String {
    "[\(items.map { raw("\($0) \(JSONText.of($1))") }.joined(separator: ", "))]"
  }

  /// A text without control characters as a literal in which nothing is escaped, if that is shorter.
  private static func raw(_ text: String) -> String {
    let bytes = text.utf8
    guard bytes.contains(UInt8(ascii: "\"")) || bytes.contains(UInt8(ascii: "\\")) else {
      return SwiftNames.literal(text)
    }
    var marks = "#"
    while bytes.contains("\"\(marks)".utf8) || bytes.contains("\\\(marks)".utf8) { marks += "#" }
    return "\(marks)\"\(text)\"\(marks)"
  }
}

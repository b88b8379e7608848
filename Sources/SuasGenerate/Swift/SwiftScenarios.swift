import CEL
import Suas
import SuasProgram
import SuasScenario
import SuasSpec
import YAML

/// Writes scenarios as tests of Swift Testing.
struct SwiftScenarios {
  let names: SwiftNames
  let lowering: Lowering

  private var spec: CheckedSpec { names.program.spec }

  /// Writes the scenarios of a file as one suite.
  func write(_ scenarios: [ObservedScenario], in suite: ScenarioSuite, to code: inout SwiftCode) {
    code.comment(["The scenarios of `\(suite.fileName)`."])
    code.block("struct \(suite.typeName) {") { code in
      for (index, scenario) in scenarios.enumerated() {
        if index > 0 { code.line() }
        write(scenario, suite.functionNames[index], to: &code)
      }
    }
  }

  private func write(
    _ scenario: ObservedScenario, _ function: String, to code: inout SwiftCode
  ) {
    code.line(Self.test(named: scenario.name))
    let canFail = scenario.steps.contains { step in
      step.selected.contains { ObservedSelection($0, lowering).canFail }
    }
    code.block("func \(SwiftNames.member(function))() \(canFail ? "throws " : ""){") { code in
      code.line("let run = " + SwiftSyntax.call("ScenarioRun", arguments(scenario)))
      for step in scenario.steps { write(step, to: &code) }
    }
  }

  /// The attribute of a test, whose name must be a single literal: one of several lines if it is too
  /// long for one.
  private static func test(named name: String) -> Document {
    let literal = SwiftNames.literal(name)
    guard "  @Test(\(literal))".count > SwiftSyntax.width else { return "@Test(\(literal))" }
    var lines = [""]
    for word in SwiftNames.escaped(name).split(separator: " ", omittingEmptySubsequences: false) {
      if lines[lines.count - 1].count + word.count + 7 > SwiftSyntax.width {
        lines[lines.count - 1] += "\\"
        lines.append("")
      }
      lines[lines.count - 1] += "\(word) "
    }
    lines[lines.count - 1].removeLast()
    let text = (["\"\"\""] + lines.map { Document($0) } + ["\"\"\")"]).joined(separator: .hardLine)
    return "@Test(" + (.hardLine + text).nested(SwiftSyntax.indentation)
  }

  /// The arguments that make the run of a scenario.
  private func arguments(_ scenario: ObservedScenario) -> [Document] {
    let clock = names.expression(.timestamp(scenario.clock), .timestamp).document
    var arguments: [Document] = ["\(names.fixed.of("DriverProgram"))()", "clock: \(clock)"]
    if scenario.seed != 0 { arguments.append("seed: \(scenario.seed)") }
    if let found = scenario.found { arguments.append("finding: \(Self.long(found))") }
    let changed = zip(spec.reducers, scenario.initial).filter { $0.initial != $1 }
    if !changed.isEmpty {
      let states = changed.map { reducer, state in
        "\(SwiftNames.quoted(reducer.stateKey)): \(document(of: state, reducer))" as Document
      }
      arguments.append("state: \(SwiftSyntax.collection(states))")
    }
    return arguments
  }

  // MARK: Steps

  private func write(_ step: ObservedScenario.Step, to code: inout SwiftCode) {
    if let act = step.act {
      code.line(call(act, step.errors.map { SwiftNames.quoted($0.code) }))
      if case .dispatch = act, !step.handled, step.errors.isEmpty {
        code.line("#expect(!run.isHandled)")
      }
    }
    for key in step.keys {
      guard case .record(let state) = step.state[key] else { continue }
      let reducer = spec.reducers[key]
      let member = SwiftNames.member(reducer.stateKey)
      code.line(
        Self.expectation(
          "\(names.fixed.state)(run.state).\(member)", document(of: state, reducer)))
    }
    for selection in step.selected {
      code.line(expectation(ObservedSelection(selection, lowering)))
    }
    if let notified = step.notified {
      let items = notified.map { Self.line($0.name, $0.value) }
      code.line(Self.expectation("run.notified", SwiftSyntax.collection(items)))
    }
    if let actions = step.actions {
      let items = actions.map { Self.line($0.name, .record($0.payload)) }
      code.line(Self.expectation("run.actions", SwiftSyntax.collection(items)))
    }
    if let effects = step.effects {
      let items = effects.map(SwiftNames.quoted)
      code.line(Self.expectation("run.effects", SwiftSyntax.collection(items)))
    }
    if let requests = step.requests {
      let items = requests.map { Self.line($0.name, $0.value) }
      code.line(Self.expectation("run.requests", SwiftSyntax.collection(items)))
    }
    if let (version, lost) = step.restored {
      code.line(Self.expectation("run.restoredVersion", "\(version)"))
      let items = lost.map(SwiftNames.quoted)
      code.line(Self.expectation("run.lost", SwiftSyntax.collection(items)))
    }
    if let saved = step.saved {
      let terms = Self.terms(saved)
      let test = SwiftSyntax.operation("run.saved", ["== \(terms[0])"] + terms.dropFirst())
      code.line(SwiftSyntax.call("#expect", [test]))
    }
  }

  private func expectation(_ selection: ObservedSelection) -> Document {
    let found: Document = "\(names.selector(selection.name))(\(names.fixed.state)(run.state))"
    var expected: Document = "nil"
    if let value = selection.value {
      expected = names.expression(value, selection.type).document
      // Else nil would be the absent value.
      if selection.isConditional, value == .null { expected = ".some(nil)" }
    }
    return Self.expectation(selection.canFail ? "try \(found)" : found, expected)
  }

  /// The statement that expects a value in a run's results.
  private static func expectation(_ found: Document, _ value: Document) -> Document {
    SwiftSyntax.call("#expect", [SwiftSyntax.operation(found, ["== \(value)"])])
  }

  /// The call that performs a step, and expects the codes of its errors.
  private func call(_ act: ObservedScenario.Act, _ errors: [Document]) -> Document {
    let (name, arguments): (Document, [Document]) =
      switch act {
      case .dispatch(let action, let times):
        ("dispatch", (times == 1 ? [] : ["times: \(times)"]) + [made(action)])
      case .respond(let effect, let which, let answer):
        (
          "respond",
          [SwiftNames.quoted(effect)] + (which == 0 ? [] : ["which: \(which)"])
            + [Self.document(of: answer)]
        )
      case .cancel(let effect): ("cancel", [SwiftNames.quoted(effect)])
      case .advance(let duration):
        ("advance", ["by: \(names.expression(.duration(duration), .duration).document)"])
      case .listen(let listener): ("listen", [SwiftNames.quoted(listener.name)])
      case .unlisten(let listener): ("unlisten", [SwiftNames.quoted(listener.name)])
      case .reset: ("reset", [])
      case .restart(let found): ("restart", found.map { ["finding: \(Self.long($0))"] } ?? [])
      }
    let expected: [Document] = errors.isEmpty ? [] : ["errors: \(SwiftSyntax.collection(errors))"]
    return SwiftSyntax.call("run.\(name)", arguments + expected)
  }

  /// The call that makes an action; fields that are filled at dispatch take the run's time and ids.
  private func made(_ action: SpecAction) -> Document {
    guard let layout = names.program.layout(action.payload.shape.name) else { return "" }
    let open = action.openFields
    return names.construction(
      layout,
      zip(layout.fields, action.payload.fields).map { field, value in
        if open.contains(field.name), let kind = field.lateDefault {
          return kind == .now ? "run.now" : "run.makeIdentifier()"
        }
        return field.isDefault(value) ? nil : names.expression(value, field.type).document
      })
  }

  // MARK: Values

  private func document(of state: Record, _ reducer: CheckedReducer) -> Document {
    names.expression(.record(state), .record(reducer.state.name)).document
  }

  private static func document(of answer: EffectAnswer) -> Document {
    switch answer {
    case .http(let status, let headers, let body):
      let pairs = headers.map {
        "(\(SwiftNames.quoted($0.name)), \(SwiftNames.quoted($0.value)))" as Document
      }
      return SwiftSyntax.call(
        ".http",
        [
          "status: \(status)", "headers: \(SwiftSyntax.collection(pairs))", "body: \(json(body))",
        ])
    case .text(let text): return SwiftSyntax.call(".text", [SwiftNames.quoted(text)])
    case .done: return ".done"
    case .result(let value): return SwiftSyntax.call(".result", [json(value)])
    case .failure(let message): return SwiftSyntax.call(".failure", [SwiftNames.quoted(message)])
    case .last(let answer):
      return SwiftSyntax.call(".last", [answer.map(document) ?? "nil"])
    }
  }

  private static func json(_ value: Value) -> Document {
    let text = JSONText.of(value)
    guard text.count + outsideOfText > SwiftSyntax.width else {
      return SwiftSyntax.call("json", [raw(text)])
    }
    // A literal that no line holds has one for itself.
    return "json(" + (.hardLine + raw(text)).nested(SwiftSyntax.indentation) + .hardLine + ")"
  }

  /// The least length of the rest of a literal's line, besides its text.
  private static let outsideOfText = 17

  /// A name and a value as the run notes them.
  private static func line(_ name: String, _ value: Value) -> Document {
    raw("\(name) \(JSONText.of(value))")
  }

  /// A text of JSON as a literal; one that no line holds is a sum of literals.
  static func long(_ text: String) -> Document {
    let terms = terms(text)
    return SwiftSyntax.operation(terms[0], Array(terms.dropFirst()))
  }

  /// The literals of a text, each after the first one with its sign.
  private static func terms(_ text: String) -> [Document] {
    var pieces = [""]
    for (index, part) in text.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { pieces[pieces.count - 1] += "," }
      if !pieces[pieces.count - 1].isEmpty, pieces[pieces.count - 1].count + part.count > longest {
        pieces.append("")
      }
      pieces[pieces.count - 1] += part
    }
    return pieces.enumerated().map { $0 == 0 ? raw($1) : "+ \(raw($1))" }
  }

  /// The longest piece of a sum of literals.
  private static let longest = 70

  /// A text without control characters as a literal in which nothing is escaped, if that is shorter.
  private static func raw(_ text: String) -> Document {
    let bytes = text.utf8
    guard bytes.contains(UInt8(ascii: "\"")) || bytes.contains(UInt8(ascii: "\\")) else {
      return SwiftNames.quoted(text)
    }
    var marks = "#"
    while bytes.contains("\"\(marks)".utf8) || bytes.contains("\\\(marks)".utf8) { marks += "#" }
    return Document("\(marks)\"\(text)\"\(marks)")
  }
}

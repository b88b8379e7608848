import CEL
import Foundation
import Suas
import SuasEngine
import SuasGenerate
import SuasProgram
import SuasSpec
import Synchronization
import Testing
import YAML

@testable import SuasRuntime
@testable import SuasScenario

/// Specs as generated Kotlin: compiled with warnings as errors, and compared with the interpreter
/// step by step over their scenarios.
@Suite("Generated Kotlin", .timeLimit(.minutes(30)), .serialized)
struct GeneratedKotlinTests {
  /// The folders of `specs` that are generated whole.
  static let names = [
    "autosave", "chat", "checkout", "counter", "feed", "kanban", "login", "notes", "search-cities",
    "shopping-cart", "sign-up", "text-editor", "todo", "todo-with-settings",
  ]

  @Test(
    .enabled(
      if: KotlinToolchain.isThere, "Java and the Kotlin compiler are needed: .ci/kotlin fetch"))
  func `Generated Kotlin does what the interpreter does in every scenario`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "suas-kotlin-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in Self.names {
      let file = GeneratedProgram.sources.appending(path: "specs/\(name)/\(name).yaml")
      let read = try Loader(root: nil).checkedSpec(at: [file.path])
      var options = KotlinGenerator.Options()
      options.packageName = Self.package(name)
      options.hasDriver = true
      let files = try KotlinGenerator(
        read, from: "\(name).yaml", digest: read.digest, options
      ).files()
      // All programs share one runtime, whose files are the same but for their first line.
      for file in files {
        let path = folder.appending(path: "source/\(file.path)")
        try FileManager.default.createDirectory(
          at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: path)
      }
    }
    try KotlinToolchain.compile(
      folder.appending(path: "source"), to: folder.appending(path: "classes"))
    for name in Self.names { try compare(name, folder.appending(path: "classes")) }
  }

  private static func package(_ name: String) -> String { "app." + name.filter { $0 != "-" } }

  private func compare(_ name: String, _ classes: URL) throws {
    let path = GeneratedProgram.sources.appending(path: "specs/\(name)/\(name).scenario.yaml").path
    var loader = Loader(root: nil)
    let file = try loader.scenarioFile(path)
    let driver = try KotlinToolchain.driver(classes, "\(Self.package(name)).DriverKt")
    defer { driver.end() }
    for scenario in file.scenarios where scenario.skip == nil {
      let stage = Stage(
        file.spec, clock: scenario.clock, seed: scenario.seed, initial: scenario.initial)
      let state = JSONText.of(.record(stage.state))
      try driver.ask(
        #"{"begin":{"clock":"\#(scenario.clock)","seed":\#(scenario.seed),"state":\#(state)}}"#)
      for (number, step) in scenario.steps.enumerated() {
        guard let act = step.act, let request = request(act, file.spec) else { continue }
        if step.acts { stage.eventLog.beginStep(on: stage.state) }
        let hindrance = stage.perform(act)
        let actual = try driver.ask(request)
        let expected = JSONText.sent(stage.answer(hindrance, acts: step.acts), like: actual)
        try #require(
          actual == expected,
          "\(name), '\(scenario.name)', step \(number + 1): \(request)\nKotlin says\n\(actual)\nnot\n\(expected)"
        )
        if stage.eventLog.firstError != nil, !step.expectsError { break }
      }
      stage.end()
    }
  }

  /// The request of the driver protocol for a step.
  private func request(_ act: CheckedStep.Act, _ spec: CompiledSpec) -> String? {
    switch act {
    case .dispatch(let action, let times):
      let payload = JSONText.object { json in
        for (field, value) in zip(action.type.payload.fields, action.payload.fields)
        where !action.openFields.contains(field.name) {
          json.write(field.name, value)
        }
      }
      return #"{"dispatch":"\#(action.name)","with":\#(payload.text),"times":\#(times)}"#
    case .respond(let effect, let which, let answer):
      return #"{"respond":"\#(effect)","which":\#(which),"answer":\#(text(answer))}"#
    case .cancel(let effect): return #"{"cancel":"\#(effect)"}"#
    case .advance(let duration): return #"{"advance":"\#(duration)"}"#
    case .listen(let index): return #"{"listen":"\#(spec.plan.listeners[index].name)"}"#
    case .unlisten(let index): return #"{"unlisten":"\#(spec.plan.listeners[index].name)"}"#
    case .reset: return #"{"reset":"store"}"#
    case .golden, .note: return nil
    }
  }

  private func text(_ answer: EffectAnswer) -> String {
    switch answer {
    case .http(let status, let headers, let body):
      let pairs = headers.map { JSONText.of(.list([.string($0.name), .string($0.value)])) }
      return
        #"{"status":\#(status),"headers":[\#(pairs.joined(separator: ","))],"body":\#(JSONText.of(body))}"#
    case .text(let text): return #"{"text":\#(JSONText.of(.string(text)))}"#
    case .done: return #"{"done":true}"#
    case .result(let value): return #"{"result":\#(JSONText.of(value))}"#
    case .failure(let message): return #"{"failure":\#(JSONText.of(.string(message)))}"#
    case .last(let answer): return #"{"last":\#(answer.map(text) ?? "null")}"#
    }
  }
}

extension Stage {
  /// The answer that is expected of a trace driver.
  fileprivate func answer(_ hindrance: String?, acts: Bool) -> String {
    let step = acts ? eventLog.step : EventLog.Step()
    return JSONText.object { json in
      json.write("state", .record(state))
      json.write("handled", step.handled)
      json.write("errors", step.errors) { json, met in
        json.writeObject { json in
          json.write("code", met.error.code)
          json.write("message", met.error.messageWithUses)
          json.write("at", met.error.place.map { Value.string($0.description) } ?? .null)
        }
      }
      json.write("notified", step.notified) { $0.write(named: $1.name, $1.value) }
      json.write("actions", step.actions) { $0.write(named: $1.name, .record($1.payload)) }
      let pending = runtime.effects.withLock { $0.pending }.filter { !$0.isSuperseded }
      json.write("effects", pending) { json, entry in
        json.writeObject { json in
          json.write("name", entry.effect.name)
          json.write("value", .record(entry.action.payload))
          json.writeObject("run") { $0.write(entry.run) }
        }
      }
      json.write("failures", step.failures) { json, failed in
        json.writeObject { json in
          json.write("effect", failed.effect)
          json.write("code", failed.code)
          json.write("message", failed.message)
          json.write("at", failed.place.map { Value.string($0.description) } ?? .null)
        }
      }
      json.write("hindrance", hindrance)
    }.text
  }
}

extension JSONText {
  fileprivate mutating func write(named name: String, _ value: Value) {
    writeObject { json in
      json.write("name", name)
      json.write("value", value)
    }
  }

  /// The beginning of a text that was sent: whether it is JSON, it does not say itself.
  fileprivate static let mark = "@sent@"

  /// Returns a text in which what was sent as JSON is no string any more.
  fileprivate static func sent(_ text: String, like other: String) -> String {
    var parts = text.components(separatedBy: "\"" + mark)
    for index in parts.indices.dropFirst() {
      let string = parts[index].prefix(throughString: ())
      let decoded = (try? JSONDecoder().decode(String.self, from: Data(("\"" + string).utf8))) ?? ""
      let rest = parts[index].dropFirst(string.count)
      parts[index] = other.contains(decoded) ? decoded + rest : "\"" + parts[index]
    }
    return parts.joined()
  }

  fileprivate mutating func write(_ run: EvaluatedRun?) {
    switch run {
    case .delay(let duration): write("delay", .duration(duration))
    case .every(let interval): write("every", .duration(interval))
    case .request(.readFile(let path), _): write("read-file", path)
    case .request(.writeFile(let path, let text), _):
      writeObject("write-file") { json in
        json.write("path", path)
        json.write("value", JSONText.mark + text)
      }
    case .request(.custom(let name, let input), _):
      writeObject("custom") { json in
        json.write("name", name)
        json.write("input", input)
      }
    case .request(.http(let http), _):
      writeObject("http") { json in
        json.write("method", http.method)
        json.write("url", http.url)
        json.write(
          "headers", .list(List(http.headers.map { .list([.string($0.name), .string($0.value)]) })))
        json.write("body", http.body.map { .string(JSONText.mark + $0) } ?? .null)
      }
    case nil: break
    }
  }
}

extension String {
  /// The characters of a JSON string after its first quote, its last quote included.
  fileprivate func prefix(throughString: Void) -> Substring {
    var isEscaped = false
    for index in indices {
      if !isEscaped, self[index] == "\"" { return self[...index] }
      isEscaped = !isEscaped && self[index] == "\\"
    }
    return self[...]
  }
}

import CEL
import LibYAML
import Suas
import SuasSpec
import YAML

/// A generated program that takes the steps of a scenario with the interpreter.
struct DriverSession {
  private let pool: DriverPool
  private let driver: DriverProcess
  private let spec: CompiledSpec
  /// The names of the effects whose requests are not shown.
  private let hidden: Set<String>

  /// Starts the program on the initial state of a scenario.
  ///
  /// - Throws: A failure of the driver, or its first difference.
  init(
    _ pool: DriverPool, _ scenario: CheckedScenario, _ stage: Stage
  ) throws(DriverFailure) {
    self.pool = pool
    spec = stage.spec
    hidden = ValueDisplay(hidesSensitiveValues: false).hiddenRequests(of: spec.checked)
    driver = try pool.take()
    let digest = spec.checked.digest
    let greeting = try Node(
      answer: try driver.ask(
        JSONText.object { json in
          json.write("suas-driver", 1)
          json.write("spec", digest)
        }.text, within: DriverPool.limit))
    guard let other = greeting.scalar(at: "spec") else {
      throw DriverFailure(message: "it does not say which spec it was made from")
    }
    guard other == digest else {
      throw DriverFailure(
        message: "it was made from another version of the spec: generate it anew")
    }
    let differences = try ask(
      .beginning(
        at: scenario.clock, seed: scenario.seed, on: scenario.initial, finding: scenario.found,
        of: spec),
      expecting: Observation(of: stage, after: stage.state, stage.eventLog.step, hindrance: nil))
    if let first = differences.first {
      throw DriverFailure(message: "its store differs from the beginning: \(first)")
    }
  }

  /// Lets the program take a step that the interpreter has taken.
  ///
  /// - Returns: the differences, a line for each.
  func take(
    _ act: CheckedStep.Act, expecting observation: Observation
  ) throws(DriverFailure) -> [String] {
    guard let request = JSONText.request(for: act, of: spec) else { return [] }
    return try ask(request, expecting: observation)
  }

  /// Ends the session; the driver can be used again.
  func end() { pool.give(back: driver) }

  private func ask(
    _ request: JSONText, expecting observation: Observation
  ) throws(DriverFailure) -> [String] {
    let answer = try driver.ask(request.text, within: DriverPool.limit)
    guard observation.isComparable else {
      throw DriverFailure(message: "the step does more than an answer can hold")
    }
    let expected = observation.json
    if answer == expected { return [] }
    return try Divergence.lines(between: expected, and: answer, hiding: hidden)
  }
}

extension Node {
  /// Reads an answer of a driver, which has to be a JSON object.
  fileprivate init(answer text: String) throws(DriverFailure) {
    // JSON is YAML (YAML 1.2, section 1.3), but for some characters in texts.
    let source = Source(name: "answer", text: text.withPrintableCharacters)
    guard let node = try? LibYAML.parse(source), node.mapping != nil
    else {
      throw DriverFailure(message: "it answered with what is no JSON object: \(text.prefix(100))")
    }
    self = node
  }

  /// The text of a scalar in a mapping.
  fileprivate func scalar(at key: String) -> String? {
    mapping?.first { $0.key.text == key }?.value.scalar?.text
  }
}

extension String {
  /// The JSON with escapes for the characters that it may hold as they are, and YAML may not (YAML 1.2, section 5.1).
  fileprivate var withPrintableCharacters: String {
    func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
      !(0x7F...0x9F ~= scalar.value) && !(0x2028...0x2029 ~= scalar.value)
        && !(0xFFFE...0xFFFF ~= scalar.value)
    }
    guard !unicodeScalars.allSatisfy(isPrintable) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if isPrintable(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
  }
}

extension Divergence {
  /// Returns a line for each difference between two answers of drivers.
  static func lines(
    between expected: String, and actual: String, hiding hidden: Set<String> = []
  ) throws(DriverFailure) -> [String] {
    lines(between: try Node(answer: expected), and: try Node(answer: actual), hiding: hidden)
  }
}

/// The result of a step, as drivers report it.
struct Observation {
  let state: Record
  let happened: EventLog.Step
  let effects: [SpecRuntime.PendingRun]
  let hindrance: String?
  /// The text that would be saved, without the time; nil if nothing is.
  let saved: String?
  /// The result of the start, or of the last restart; nil if nothing was found.
  let restoration: Restoration?

  init(
    of stage: Stage, after state: Record, _ happened: EventLog.Step, hindrance: String?
  ) {
    self.state = state
    self.happened = happened
    self.hindrance = hindrance
    effects = stage.runtime.pendingRuns
    saved = stage.spec.savedText(of: state, at: nil).map { String(decoding: $0, as: UTF8.self) }
    restoration = stage.eventLog.restoration
  }

  /// False if the values of the step take more room than an answer has.
  var isComparable: Bool {
    var room = TextRoom(bytes: DriverProcess.largestAnswer)
    return room.take(.record(state))
      && happened.notified.allSatisfy { room.take($0.value) }
      && happened.actions.allSatisfy { room.take(.record($0.payload)) }
      && effects.allSatisfy { room.take(.record($0.payload)) && room.take($0.run.value) }
      && happened.requests.allSatisfy { room.take($0.run.value) }
  }

  /// The answer of a driver that agrees.
  var json: String {
    JSONText.object { json in
      json.write("state", .record(state))
      json.write("handled", happened.handled)
      json.write("errors", happened.errors.map(\.error)) { json, error in
        json.writeObject { json in
          json.write("code", error.code)
          json.write("message", error.message)
          json.writeKey("at")
          json.write(error.place.map { .string($0.description) } ?? .null)
        }
      }
      json.write("notified", happened.notified)
      json.write("actions", happened.actions.map { ($0.name, .record($0.payload)) })
      json.write("effects", effects) { json, effect in
        json.writeObject { json in
          json.write("name", effect.name)
          json.write("value", .record(effect.payload))
          json.write("run", effect.run.value)
        }
      }
      json.write("requests", happened.requests)
      json.write("failures", happened.failures) { json, failed in
        json.writeObject { json in
          json.write("effect", failed.effect)
          json.write("code", failed.code)
          json.write("message", failed.message)
          json.writeKey("at")
          json.write(failed.stepPlace.map { .string($0.description) } ?? .null)
        }
      }
      if let saved {
        json.write("saved", saved)
        json.writeKey("restored")
        if let restoration { json.write(restoration) } else { json.write(.null) }
      }
      if let hindrance { json.write("hindrance", hindrance) }
    }.text
  }
}

extension JSONText {
  fileprivate mutating func write(_ restoration: Restoration) {
    writeObject { json in
      json.write("version", restoration.version)
      json.write("lost", restoration.lost) { json, loss in
        json.writeObject { json in
          json.write("name", loss.stateKey)
          json.write("code", loss.code)
          json.write("message", loss.message)
          json.write("at", loss.place)
        }
      }
    }
  }
}

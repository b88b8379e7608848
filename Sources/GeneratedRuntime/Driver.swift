import Suas

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Reads requests and answers them, one a line, until the input ends.
package func drive(_ program: some DrivenProgram) {
  var driver = Driver(program: program)
  while let line = readLine() {
    guard let request = JSONValue(requestText: line), case .object(let members) = request else {
      print(JSONValue.object(["hindrance": .string("the request is no JSON object")]).text)
      fflush(nil)
      continue
    }
    print(driver.answer(members).text)
    fflush(nil)
  }
}

private struct Driver<Program: DrivenProgram> {
  let program: Program
  private var run: ProgramRun?

  init(program: Program) { self.program = program }

  mutating func answer(_ request: OrderedMap<JSONValue, JSONValue>) -> JSONValue {
    if request.hasKey("suas-driver") {
      return .object([
        "suas-driver": .int(1), "spec": .string(program.digest), "language": .string("swift"),
      ])
    }
    run?.beginStep()
    do throws(Failure) {
      if let begin = request["begin"] {
        try start(try begin.members())
        return report(nil)
      }
      guard let run else { return report("nothing has begun") }
      return report(try perform(request, run))
    } catch {
      return report("\(error.code): \(error.message)")
    }
  }

  private mutating func start(_ begin: OrderedMap<JSONValue, JSONValue>) throws(Failure) {
    let found = try begin["saved"].map(Self.text)
    let state = found == nil ? try program.keyedState(begin["state"] ?? .object([:])) : [:]
    run = ProgramRun(
      program, clock: try begin.read("clock"), seed: try begin.read("seed"), state: state,
      finding: found)
  }

  private static func text(_ json: JSONValue) throws(Failure) -> [UInt8] {
    Array(try String(json: json).utf8)
  }

  /// Performs a request; returns the reason if that cannot be done.
  private func perform(
    _ request: OrderedMap<JSONValue, JSONValue>, _ run: ProgramRun
  ) throws(Failure) -> String? {
    if let name = request["dispatch"] {
      return try dispatch(
        try String(json: name), try request["with"]?.members() ?? [:],
        try request.read("times", default: 1), run)
    }
    if let period = request["advance"] {
      return run.advance(by: try Period(json: period))
    }
    if let name = request["listen"] {
      run.listen(try String(json: name))
      return nil
    }
    if let name = request["unlisten"] {
      run.unlisten(try String(json: name))
      return nil
    }
    if request.hasKey("reset") {
      run.reset()
      return nil
    }
    if let restart = try request["restart"]?.members() {
      run.restart(finding: try restart["saved"].map(Self.text))
      return nil
    }
    if let name = request["cancel"] {
      return run.runner.cancel(try String(json: name))
    }
    if let name = request["respond"] {
      guard let answer = try EffectAnswer(json: request["answer"] ?? .null) else {
        return "the answer is of no kind"
      }
      let which: Int64 = try request.read("which", default: 0)
      return run.runner.respond(
        try String(json: name), which: Int(clamping: which), answer)
    }
    return "there is no such request"
  }

  private func dispatch(
    _ name: String, _ fields: OrderedMap<JSONValue, JSONValue>, _ times: Int64, _ run: ProgramRun
  ) throws(Failure) -> String? {
    for _ in 0..<max(0, times) where run.record.errors.isEmpty {
      guard let action = try program.action(name, fields, run.runner.runtime) else {
        return "there is no action '\(name)'"
      }
      run.dispatch(action)
    }
    return nil
  }

  private func report(_ hindrance: String?) -> JSONValue {
    var members: OrderedMap<JSONValue, JSONValue> = [:]
    let record = run?.record ?? RunRecord()
    members["state"] = run.map { program.json($0.store.state) } ?? .object([:])
    members["handled"] = .bool(record.isHandled)
    members["errors"] = .array(
      record.errors.map { error in
        .object([
          "code": .string(error.code), "message": .string(error.message),
          "at": error.place.map { .string($0.description) } ?? .null,
        ])
      })
    members["notified"] = .array(
      record.notified.map { .object(["name": .string($0.name), "value": $0.value]) })
    members["actions"] = .array(
      record.actions.compactMap { program.describe($0) }.map {
        .object(["name": .string($0.name), "value": $0.payload])
      })
    members["effects"] = .array(
      (run?.runner.pending ?? []).map { effect in
        .object([
          "name": .string(effect.name), "value": effect.payload,
          "run": effect.run?.json ?? .null,
        ])
      })
    members["requests"] = .array(
      record.requests.map { .object(["name": .string($0.effect), "run": $0.run.json]) })
    members["failures"] = .array(
      record.failures.map { effect, failure in
        .object([
          "effect": .string(effect), "code": .string(failure.code),
          "message": .string(failure.message),
          "at": failure.place.map { .string($0.description) } ?? .null,
        ])
      })
    if let saved = run?.savedText {
      members["saved"] = .string(saved)
      members["restored"] = run?.restoration.map(\.json) ?? .null
    }
    if let hindrance { members["hindrance"] = .string(hindrance) }
    return .object(members)
  }
}

extension Restoration {
  fileprivate var json: JSONValue {
    let lost = lost.map { loss in
      JSONValue.object([
        "name": .string(loss.stateKey), "code": .string(loss.code),
        "message": .string(loss.message), "at": .string(loss.place),
      ])
    }
    return .object(["version": .int(Int64(version)), "lost": .array(lost)])
  }
}

extension EffectAnswer {
  /// Reads the answer of a request; nil if it is of no kind.
  fileprivate init?(json: JSONValue) throws(Failure) {
    let members = try json.members()
    if let status = members["status"] {
      var headers: [(name: String, value: String)] = []
      let pairs: [[String]] = try members.read("headers", default: [])
      for pair in pairs where pair.count == 2 { headers.append((pair[0], pair[1])) }
      self = .http(
        status: try Int64(json: status), headers: headers, body: members["body"] ?? .null)
    } else if let text = members["text"] {
      self = .text(try String(json: text))
    } else if members.hasKey("done") {
      self = .done
    } else if let result = members["result"] {
      self = .result(result)
    } else if let message = members["failure"] {
      self = .failure(try String(json: message))
    } else if let last = members["last"] {
      if last.isNull {
        self = .last(nil)
      } else if let inner = try EffectAnswer(json: last) {
        self = .last(inner)
      } else {
        return nil
      }
    } else {
      return nil
    }
  }
}

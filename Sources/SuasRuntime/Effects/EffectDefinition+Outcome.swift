import CEL
import SuasEngine
import SuasProgram

/// The outcome of an effect for an answer.
enum EffectOutcome: Sendable {
  /// A success, with the value of `response`.
  case success(Record)
  /// A failure, with the contents of `error`, which may be retried.
  case failure(EffectFailure)
}

struct EffectFailure: Sendable {
  package let code: String
  package let message: String
  var status: Int64?
  var body: Value = .null

  static let timeout = EffectFailure(
    code: "timeout", message: "there was no answer in time")

  static func noAnswer(_ message: String) -> EffectFailure {
    EffectFailure(code: "no-answer", message: message)
  }

  static func expression(_ message: String) -> EffectFailure {
    EffectFailure(code: "expression", message: message)
  }

  var mayPass: Bool {
    switch code {
    case "no-answer", "timeout": true
    case "status": status == 429 || status.map { $0 >= 500 } ?? false
    default: false
    }
  }

  /// The failure as the value of `error`.
  func record(isSensitive: Bool) -> Record {
    Record(
      RecordType.effectError(isSensitive: isSensitive).shape,
      [.string(code), .string(message), status.map(Value.int) ?? .null, body])
  }
}

extension PlannedEffect {
  func outcome(of answer: EffectAnswer, _ types: TypeTable) -> EffectOutcome {
    switch (run, answer) {
    case (_, .failure(let message)):
      return .failure(.noAnswer(message))
    case (.http(let http), .http(let status, let headers, let body)):
      guard http.expected.contains(where: { $0.contains(Int64(status)) }) else {
        return .failure(
          EffectFailure(
            code: "status", message: "the status is \(status)", status: Int64(status), body: body))
      }
      var map = Map()
      for (name, value) in headers { map[.string(name.lowercased())] = .string(value) }
      do throws(EvaluationError) {
        let body = try types.read(body, as: response.fields[2].type)
        return .success(Record(response.shape, [.int(Int64(status)), .map(map), body]))
      } catch {
        return .failure(
          EffectFailure(
            code: "response", message: misfit("the body", error), status: Int64(status),
            body: body))
      }
    case (.readFile, .text(let text)):
      return .success(Record(response.shape, [.string(text)]))
    case (.delay, .done), (.every, .done), (.writeFile, .done):
      return .success(Record(response.shape, []))
    case (.custom, .done) where response.fields.isEmpty,
      (.custom, .result) where response.fields.isEmpty:
      return .success(Record(response.shape, []))
    case (.custom(let name, _), .result(let value)):
      do throws(EvaluationError) {
        let result = try types.read(value, as: response.fields[0].type)
        return .success(Record(response.shape, [result]))
      } catch {
        return .failure(
          EffectFailure(
            code: "response", message: misfit("the result of '\(name)'", error), body: value))
      }
    default:
      return .failure(.noAnswer("the answer is of another kind than the effect"))
    }
  }

  /// The message for an answer that is not of its type; that to a sensitive effect is not quoted.
  private func misfit(_ what: String, _ error: EvaluationError) -> String {
    isSensitive ? "\(what) is not of its type" : "\(what): \(error.message)"
  }
}

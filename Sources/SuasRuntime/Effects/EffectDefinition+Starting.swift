import CEL
import SuasEngine
import SuasProgram
import YAML

/// The work of an effect, evaluated at its start.
package enum EvaluatedRun: Sendable {
  case request(EffectRequest, timeout: CEL.Duration?)
  case delay(CEL.Duration)
  case every(CEL.Duration)
}

extension PlannedEffect {
  /// - Throws: An error that quotes nothing of what a sensitive effect sends.
  func start(_ frame: inout Frame) throws(EvaluationError) -> EvaluatedRun {
    do throws(EvaluationError) {
      return try evaluatedRun(&frame)
    } catch {
      throw isSensitive ? error.withoutValues : error
    }
  }

  private func evaluatedRun(_ frame: inout Frame) throws(EvaluationError) -> EvaluatedRun {
    switch run {
    case .http(let http):
      let request = try http.request(&frame)
      return .request(.http(request), timeout: request.timeout)
    case .delay(let duration):
      return .delay(try duration.evaluateDuration(&frame))
    case .every(let interval):
      let interval = try interval.evaluateDuration(&frame)
      guard interval.nanoseconds > 0 else {
        throw EvaluationError(
          code: "invalid-argument", message: "the time between two outcomes cannot be 0")
      }
      return .every(interval)
    case .readFile(let path):
      return .request(.readFile(path: try path.evaluateText(&frame)), timeout: nil)
    case .writeFile(let path, let value):
      let value = try value.evaluate(&frame)
      let text = if case .string(let text) = value { text } else { JSONText.of(value) }
      return .request(
        .writeFile(path: try path.evaluateText(&frame), text: text), timeout: nil)
    case .custom(let name, let input):
      return .request(.custom(name: name, input: try input.evaluate(&frame)), timeout: nil)
    }
  }
}

extension HTTPDefinition<Program> {
  fileprivate func request(
    _ frame: inout Frame
  ) throws(EvaluationError) -> EffectRequest.HTTPRequest {
    let url = try url.evaluate(query: query, &frame)
    var headers: [(name: String, value: String)] = []
    for (name, template) in self.headers {
      let value = try template.evaluateText(&frame)
      guard value.canStandInHeader else {
        throw EvaluationError(
          code: "invalid-argument",
          message: "the header '\(name)' holds what no header can (RFC 9110, section 5)")
      }
      headers.append((name, value))
    }
    var body: String?
    if let value = try self.body?.evaluate(&frame) {
      let type = headers.first { $0.name.lowercased() == "content-type" }?.value
      if type == nil {
        headers.append(("Content-Type", value.impliedContentType))
      }
      let isJSON = type.map(\.namesJSON) ?? true
      body =
        if case .string(let text) = value, !isJSON || type == nil { text } else {
          JSONText.of(value)
        }
    }
    return EffectRequest.HTTPRequest(
      method: method, url: url, headers: headers, body: body,
      timeout: try timeout.evaluateDuration(&frame))
  }
}

extension PlannedTemplate {
  func evaluateText(_ frame: inout Frame) throws(EvaluationError) -> String {
    try evaluate(&frame).interpolated
  }

  /// - Throws: `invalid-argument` for a negative duration.
  func evaluateDuration(_ frame: inout Frame) throws(EvaluationError) -> CEL.Duration {
    guard case .duration(let duration) = try evaluate(&frame), duration.nanoseconds >= 0 else {
      throw EvaluationError(
        code: "invalid-argument", message: "a time to wait cannot be negative")
    }
    return duration
  }
}

extension Value {
  fileprivate var impliedContentType: String {
    if case .string = self { "text/plain; charset=utf-8" } else { "application/json" }
  }
}

extension String {
  /// True if the content type is JSON or based on it (WHATWG MIME Sniffing, section 4.6).
  package var namesJSON: Bool {
    let type = prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    return ["application/json", "text/json"].contains(type) || type.hasSuffix("+json")
  }
}

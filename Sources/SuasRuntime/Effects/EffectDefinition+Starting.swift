import CEL
import SuasEngine
import SuasProgram
import YAML

extension PlannedEffect {
  /// - Throws: An error that quotes no value that a sensitive effect sends.
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
      let (request, contents) = try http.request(&frame)
      return .request(.http(request), contents, timeout: request.timeout)
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
      let path = try path.evaluateText(&frame)
      return .request(.readFile(path: path), EvaluatedRun.Contents(), timeout: nil)
    case .writeFile(let path, let value):
      let value = try value.evaluate(&frame)
      let text = if case .string(let text) = value { text } else { JSONText.of(value) }
      return .request(
        .writeFile(path: try path.evaluateText(&frame), text: text),
        EvaluatedRun.Contents(value: value), timeout: nil)
    case .custom(let name, let input):
      let input = try input.evaluate(&frame)
      return .request(
        .custom(name: name, input: input), EvaluatedRun.Contents(value: input), timeout: nil)
    }
  }
}

extension HTTPDefinition<ExpressionPlan> {
  fileprivate func request(
    _ frame: inout Frame
  ) throws(EvaluationError) -> (EffectRequest.HTTPRequest, EvaluatedRun.Contents) {
    var (url, contents) = try url.evaluate(query: query, &frame)
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
      contents.value = value
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
    let request = EffectRequest.HTTPRequest(
      method: method, url: url, headers: headers, body: body,
      timeout: try timeout.evaluateDuration(&frame))
    return (request, contents)
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

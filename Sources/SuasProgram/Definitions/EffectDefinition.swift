import CEL
import YAML

/// An effect that a spec declares.
package struct EffectDefinition<Expression: Sendable>: Sendable {
  /// The action that starts the effect.
  package let action: CheckedAction
  package let place: SourceRange
  package let run: RunDefinition<Expression>
  package let debounce: Template<Expression>?
  package let isLatest: Bool
  /// The key of a run, on a frame with the payload alone; `latest` and `debounce` are about runs
  /// with an equal key.
  package let key: KeyDefinition<Expression>?
  package let retry: RetryDefinition<Expression>?
  /// True if answers do not end a run.
  package let isStream: Bool
  package let onSuccess: OutcomeDefinition<Expression>?
  package let onFailure: OutcomeDefinition<Expression>?
  package let onEnd: OutcomeDefinition<Expression>?
  /// True if its payload and its answers are kept out of logs.
  package let isSensitive: Bool
  /// True if the effect is sensitive, or the path of its file is made of sensitive values.
  package private(set) var sendsSensitiveValues: Bool
  /// The type of `response`.
  package let response: RecordType
  /// The number of its outcome in the coverage: that it started.
  package let point: Int

  package init(
    action: CheckedAction, place: SourceRange, run: RunDefinition<Expression>,
    debounce: Template<Expression>?, isLatest: Bool, key: KeyDefinition<Expression>?,
    retry: RetryDefinition<Expression>?, isStream: Bool,
    onSuccess: OutcomeDefinition<Expression>?, onFailure: OutcomeDefinition<Expression>?,
    onEnd: OutcomeDefinition<Expression>?, isSensitive: Bool, response: RecordType, point: Int
  ) {
    self.action = action
    self.place = place
    self.run = run
    self.debounce = debounce
    self.isLatest = isLatest
    self.key = key
    self.retry = retry
    self.isStream = isStream
    self.onSuccess = onSuccess
    self.onFailure = onFailure
    self.onEnd = onEnd
    self.isSensitive = isSensitive
    sendsSensitiveValues = isSensitive
    self.response = response
    self.point = point
  }

  package var name: String { action.name }

  package typealias Kind = EffectKind

  package var kind: Kind {
    switch run {
    case .http: .http
    case .delay: .delay
    case .every: .every
    case .readFile: .readFile
    case .writeFile: .writeFile
    case .custom: .custom
    }
  }

  /// True if an outcome does not end a run.
  package var goesOn: Bool { isStream || kind == .every }

  /// True if an answer with this status is not a failure.
  package func expects(status: Int) -> Bool {
    guard case .http(let http) = run else { return false }
    return http.expected.contains { $0.contains(Int64(status)) }
  }
}

/// The kinds of effects, by their keys under `run`.
package enum EffectKind: String, CaseIterable, Sendable {
  case http, delay, every
  case readFile = "read-file"
  case writeFile = "write-file"
  case custom
}

/// The steps that follow a success or a failure.
package struct OutcomeDefinition<Expression: Sendable>: Sendable {
  package let steps: [ReactionDefinition<Expression>]
  /// The number of its outcome in the coverage.
  package let point: Int

  package init(steps: [ReactionDefinition<Expression>], point: Int) {
    self.steps = steps
    self.point = point
  }
}

/// The work of an effect.
package enum RunDefinition<Expression: Sendable>: Sendable {
  case http(HTTPDefinition<Expression>)
  case delay(Template<Expression>)
  /// An outcome after each interval.
  case every(Template<Expression>)
  case readFile(path: Template<Expression>)
  case writeFile(path: Template<Expression>, value: Template<Expression>)
  case custom(name: String, input: Template<Expression>)
}

package struct HTTPDefinition<Expression: Sendable>: Sendable {
  package typealias Field = (name: String, value: Template<Expression>)

  package let method: String
  package let url: URLDefinition<Expression>
  package let query: [Field]
  package let headers: [Field]
  package let body: Template<Expression>?
  package let timeout: Template<Expression>
  package let expected: [ClosedRange<Int64>]

  package init(
    method: String, url: URLDefinition<Expression>, query: [Field], headers: [Field],
    body: Template<Expression>?, timeout: Template<Expression>, expected: [ClosedRange<Int64>]
  ) {
    self.method = method
    self.url = url
    self.query = query
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.expected = expected
  }
}

/// A URL whose host is written out, and in which the values of expressions are percent-encoded (RFC
/// 3986, section 2.1).
package struct URLDefinition<Expression: Sendable>: Sendable {
  package let pieces: [Template<Expression>.Piece]

  package init(pieces: [Template<Expression>.Piece]) {
    self.pieces = pieces
  }
}

package struct RetryDefinition<Expression: Sendable>: Sendable {
  package let times: Int
  package let delay: Template<Expression>

  package init(times: Int, delay: Template<Expression>) {
    self.times = times
    self.delay = delay
  }
}

package typealias CheckedEffect = EffectDefinition<CheckedExpression>
package typealias PlannedEffect = EffectDefinition<ExpressionPlan>
package typealias CheckedOutcome = OutcomeDefinition<CheckedExpression>
package typealias PlannedOutcome = OutcomeDefinition<ExpressionPlan>
package typealias CheckedRun = RunDefinition<CheckedExpression>
package typealias CheckedHTTP = HTTPDefinition<CheckedExpression>
package typealias CheckedURL = URLDefinition<CheckedExpression>
package typealias CheckedRetry = RetryDefinition<CheckedExpression>

extension CheckedEffect {
  package func planned() -> PlannedEffect {
    var planned = PlannedEffect(
      action: action, place: place, run: run.planned(), debounce: debounce?.planned(),
      isLatest: isLatest, key: key?.planned(),
      retry: retry.map { RetryDefinition(times: $0.times, delay: $0.delay.planned()) },
      isStream: isStream, onSuccess: onSuccess?.planned(), onFailure: onFailure?.planned(),
      onEnd: onEnd?.planned(), isSensitive: isSensitive, response: response, point: point)
    switch run {
    case .readFile(let path) where path.readsSensitiveValues,
      .writeFile(let path, _) where path.readsSensitiveValues:
      planned.sendsSensitiveValues = true
    default: break
    }
    return planned
  }
}

extension CheckedOutcome {
  package func planned() -> PlannedOutcome {
    PlannedOutcome(steps: steps.map { $0.planned() }, point: point)
  }
}

extension CheckedRun {
  fileprivate func planned() -> RunDefinition<ExpressionPlan> {
    switch self {
    case .http(let http): .http(http.planned())
    case .delay(let duration): .delay(duration.planned())
    case .every(let interval): .every(interval.planned())
    case .readFile(let path): .readFile(path: path.planned())
    case .writeFile(let path, let value):
      .writeFile(path: path.planned(), value: value.planned())
    case .custom(let name, let input): .custom(name: name, input: input.planned())
    }
  }
}

extension CheckedHTTP {
  fileprivate func planned() -> HTTPDefinition<ExpressionPlan> {
    HTTPDefinition<ExpressionPlan>(
      method: method, url: URLDefinition(pieces: url.pieces.map { $0.planned() }),
      query: query.map { ($0.name, $0.value.planned()) },
      headers: headers.map { ($0.name, $0.value.planned()) }, body: body?.planned(),
      timeout: timeout.planned(), expected: expected)
  }
}

extension RecordType {
  /// Returns the type of `error` in `on-refused`; the message may be made of sensitive values if
  /// the spec has any.
  package static func refusal(isSensitive: Bool) -> RecordType {
    isSensitive ? sensitiveRefusal : plainRefusal
  }

  private static let plainRefusal = madeRefusal(isSensitive: false)
  private static let sensitiveRefusal = madeRefusal(isSensitive: true)

  private static func madeRefusal(isSensitive: Bool) -> RecordType {
    RecordType(
      name: "the error of a refused action",
      fields: [
        .init(name: "code", type: .string, default: nil), message(isSensitive: isSensitive),
      ],
      enums: [:])
  }

  private static func message(isSensitive: Bool) -> Field {
    var message = Field(name: "message", type: .string, default: nil)
    message.isSensitive = isSensitive
    return message
  }

  /// Returns the type of `error` in `on-failure`; the message and the body of an answer are as
  /// sensitive as its effect.
  package static func effectError(isSensitive: Bool) -> RecordType {
    isSensitive ? sensitiveEffectError : plainEffectError
  }

  private static let plainEffectError = madeEffectError(isSensitive: false)
  private static let sensitiveEffectError = madeEffectError(isSensitive: true)

  private static func madeEffectError(isSensitive: Bool) -> RecordType {
    var body = Field(name: "body", type: .any, default: .null)
    body.isSensitive = isSensitive
    return RecordType(
      name: "the error of an effect",
      fields: [
        .init(name: "code", type: .string, default: nil),
        message(isSensitive: isSensitive),
        .init(name: "status", type: .optional(.int), default: .null),
        body,
      ], enums: [:])
  }
}

import CEL
import YAML

/// An effect that a spec declares.
package struct EffectDefinition<Expression: Sendable>: Sendable {
  /// The effect as it is dispatched.
  package let action: CheckedAction
  let place: SourceRange
  let run: RunDefinition<Expression>
  let debounce: Template<Expression>?
  let isLatest: Bool
  let retry: RetryDefinition<Expression>?
  let onSuccess: OutcomeDefinition<Expression>?
  let onFailure: OutcomeDefinition<Expression>?
  /// What `response` is.
  package let response: RecordType
  /// The number of the outcome that it started.
  let point: Int

  package var name: String { action.name }

  package typealias Kind = EffectKind

  package var kind: Kind {
    switch run {
    case .http: .http
    case .delay: .delay
    case .readFile: .readFile
    case .writeFile: .writeFile
    case .custom: .custom
    }
  }

  /// Whether an answer with a status is no failure.
  package func expects(status: Int) -> Bool {
    guard case .http(let http) = run else { return false }
    return http.expected.contains { $0.contains(Int64(status)) }
  }
}

/// The kinds of effects, for those who answer them.
package enum EffectKind: Sendable {
  case http, delay, readFile, writeFile, custom
}

/// The steps that follow an outcome.
struct OutcomeDefinition<Expression: Sendable>: Sendable {
  let steps: [DispatchDefinition<Expression>]
  /// The number of its outcome.
  let point: Int
}

/// The work of an effect.
enum RunDefinition<Expression: Sendable>: Sendable {
  case http(HTTPDefinition<Expression>)
  case delay(Template<Expression>)
  case readFile(path: Template<Expression>)
  case writeFile(path: Template<Expression>, value: Template<Expression>)
  case custom(name: String, input: Template<Expression>)
}

struct HTTPDefinition<Expression: Sendable>: Sendable {
  typealias Field = (name: String, value: Template<Expression>)

  let method: String
  let url: URLDefinition<Expression>
  let query: [Field]
  let headers: [Field]
  let body: Template<Expression>?
  let timeout: Template<Expression>
  let expected: [ClosedRange<Int64>]
}

/// A url whose host is written out, and in which the values of expressions are percent-encoded
/// (RFC 3986, section 2.1).
struct URLDefinition<Expression: Sendable>: Sendable {
  let pieces: [Template<Expression>.Piece]
}

struct RetryDefinition<Expression: Sendable>: Sendable {
  let times: Int
  let delay: Template<Expression>
}

package typealias CheckedEffect = EffectDefinition<CheckedExpression>
package typealias PlannedEffect = EffectDefinition<Program>
typealias CheckedOutcome = OutcomeDefinition<CheckedExpression>
typealias PlannedOutcome = OutcomeDefinition<Program>
typealias CheckedRun = RunDefinition<CheckedExpression>
typealias CheckedHTTP = HTTPDefinition<CheckedExpression>
typealias CheckedURL = URLDefinition<CheckedExpression>
typealias CheckedRetry = RetryDefinition<CheckedExpression>

extension CheckedEffect {
  func planned() -> PlannedEffect {
    PlannedEffect(
      action: action, place: place, run: run.planned(), debounce: debounce?.planned(),
      isLatest: isLatest,
      retry: retry.map { RetryDefinition(times: $0.times, delay: $0.delay.planned()) },
      onSuccess: onSuccess?.planned(), onFailure: onFailure?.planned(), response: response,
      point: point)
  }
}

extension CheckedOutcome {
  fileprivate func planned() -> PlannedOutcome {
    PlannedOutcome(steps: steps.map { $0.planned() }, point: point)
  }
}

extension CheckedRun {
  fileprivate func planned() -> RunDefinition<Program> {
    switch self {
    case .http(let http): .http(http.planned())
    case .delay(let duration): .delay(duration.planned())
    case .readFile(let path): .readFile(path: path.planned())
    case .writeFile(let path, let value):
      .writeFile(path: path.planned(), value: value.planned())
    case .custom(let name, let input): .custom(name: name, input: input.planned())
    }
  }
}

extension CheckedHTTP {
  fileprivate func planned() -> HTTPDefinition<Program> {
    HTTPDefinition<Program>(
      method: method, url: URLDefinition(pieces: url.pieces.map { $0.planned() }),
      query: query.map { ($0.name, $0.value.planned()) },
      headers: headers.map { ($0.name, $0.value.planned()) }, body: body?.planned(),
      timeout: timeout.planned(), expected: expected)
  }
}

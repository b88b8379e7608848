import CEL
import YAML

/// An effect that is ready to be started.
package struct CheckedEffect: Sendable {
  /// The effect as it is dispatched.
  package let action: CheckedAction
  let place: SourceRange
  let run: CheckedRun
  let debounce: Template?
  let isLatest: Bool
  let retry: CheckedRetry?
  let onSuccess: CheckedOutcome?
  let onFailure: CheckedOutcome?
  /// What `response` is.
  package let response: RecordType
  /// The number of the outcome that it started.
  let point: Int

  package var name: String { action.name }

  /// What an effect does, for those who answer it.
  package enum Kind: Sendable {
    case http, delay, readFile, writeFile, custom
  }

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

/// What follows of an outcome, where something is to follow.
struct CheckedOutcome: Sendable {
  let steps: [CheckedDispatch]
  /// The steps as they are written.
  let written: [DispatchDeclaration]
  /// The number of its outcome.
  let point: Int
}

/// What an effect does, its values still to be evaluated.
enum CheckedRun: Sendable {
  case http(CheckedHTTP)
  case delay(Template)
  case readFile(path: Template)
  case writeFile(path: Template, value: Template)
  case custom(name: String, input: Template)
}

struct CheckedHTTP: Sendable {
  let method: String
  let url: CheckedURL
  let query: [(name: String, value: Template)]
  let headers: [(name: String, value: Template)]
  let body: Template?
  let timeout: Template
  let expected: [ClosedRange<Int64>]
}

struct CheckedRetry: Sendable {
  let times: Int
  let delay: Template
}

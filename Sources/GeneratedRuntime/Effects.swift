import Suas

/// The whole store, as rules read it.
package protocol StoreState {
  init(_ state: Store.State)
}

/// An action that starts an effect.
package protocol Effect: Action, JSONWritable {
  associatedtype Response: Sendable
  associatedtype WholeState: StoreState
  static var traits: EffectTraits { get }

  /// The key of a run; `latest` and `debounce` are about runs with an equal key.
  func runKey() throws(Failure) -> JSONValue?
  func quietTime(_ store: WholeState, _ runtime: AppRuntime) throws(Failure) -> Period?
  func retryDelay(_ store: WholeState, _ runtime: AppRuntime) throws(Failure) -> Period
  func start(_ store: WholeState, _ runtime: AppRuntime) throws(Failure) -> EffectRun
  func response(of answer: EffectAnswer) throws(EffectFailure) -> Response
  func onSuccess(
    _ response: Response, _ store: WholeState, _ runtime: AppRuntime
  ) throws(ActionError) -> [ProgramStep]
  func onFailure(
    _ error: EffectFailure, _ store: WholeState, _ runtime: AppRuntime
  ) throws(ActionError) -> [ProgramStep]
  func onEnd(_ store: WholeState, _ runtime: AppRuntime) throws(ActionError) -> [ProgramStep]
}

extension Effect {
  package func runKey() throws(Failure) -> JSONValue? { nil }
  package func quietTime(_: WholeState, _: AppRuntime) throws(Failure) -> Period? { nil }
  package func retryDelay(_: WholeState, _: AppRuntime) throws(Failure) -> Period {
    Period(nanoseconds: 0)
  }
  package func onSuccess(
    _: Response, _: WholeState, _: AppRuntime
  ) throws(ActionError) -> [ProgramStep] { [] }
  package func onFailure(
    _: EffectFailure, _: WholeState, _: AppRuntime
  ) throws(ActionError) -> [ProgramStep] { [] }
  package func onEnd(_: WholeState, _: AppRuntime) throws(ActionError) -> [ProgramStep] { [] }
}

/// The properties that the declaration of an effect gives to all of its runs.
package struct EffectTraits: Sendable {
  package let name: String
  package let place: ActionError.Place
  package var isLatest = false
  package var isStream = false
  package var isSensitive = false
  package var retries = 0
}

/// The work of an effect, evaluated at its start.
package enum EffectRun: Sendable {
  case request(EffectRequest, timeout: Period?)
  case delay(Period)
  case every(Period)
}

/// A request to the world.
package enum EffectRequest: Sendable {
  case http(HTTPRequest)
  case readFile(path: String)
  case writeFile(path: String, value: JSONValue)
  case custom(name: String, input: JSONValue)
}

package struct HTTPRequest: Sendable {
  package let method: String
  package let url: String
  package let headers: [(name: String, value: String)]
  /// The body; nil if nothing is sent.
  package let body: JSONValue?
}

/// The answer to a request.
package enum EffectAnswer: Sendable {
  case http(status: Int64, headers: [(name: String, value: String)], body: JSONValue)
  case text(String)
  case done
  case result(JSONValue)
  case failure(String)
  /// The last answer of a stream; nil if there is no other.
  indirect case last(EffectAnswer?)
}

package struct HTTPResponse<Body: Sendable>: Sendable {
  package let status: Int64
  package let headers: OrderedMap<String, String>
  package let body: Body
}

package struct TextResponse: Sendable {
  package let text: String
}
package struct CustomResponse<Result: Sendable>: Sendable {
  package let result: Result
}
package struct NoResponse: Sendable {}

package struct EffectFailure: Error {
  package let code: String
  package let message: String
  package var status: Int64?
  package var body = JSONValue.null
  package var place: ActionError.Place?

  package static let timeout = EffectFailure(
    code: "timeout", message: "there was no answer in time")

  package static let otherKind = EffectFailure(
    code: "no-answer", message: "the answer is of another kind than the effect")

  /// True if another try may succeed.
  package var mayPass: Bool {
    switch code {
    case "no-answer", "timeout": true
    case "status": status == 429 || status.map { $0 >= 500 } ?? false
    default: false
    }
  }
}

// MARK: Answers and errors as records

extension HTTPResponse: JSONWritable where Body: JSONWritable {
  package var json: JSONValue {
    .record(
      RecordType("the response of an effect", ["status", "headers", "body"]),
      [status.json, headers.json, body.json])
  }
}

extension TextResponse: JSONWritable {
  package var json: JSONValue {
    .record(RecordType("the response of an effect", ["text"]), [text.json])
  }
}

extension CustomResponse: JSONWritable where Result: JSONWritable {
  package var json: JSONValue {
    .record(RecordType("the response of an effect", ["result"]), [result.json])
  }
}

extension NoResponse: JSONWritable {
  package var json: JSONValue { .record(RecordType("the response of an effect"), []) }
}

extension EffectFailure: JSONWritable {
  package var json: JSONValue {
    .record(
      RecordType("the error of an effect", ["code", "message", "status", "body"]),
      [code.json, message.json, status.json, body])
  }
}

extension ActionError: JSONWritable {
  package var json: JSONValue {
    .record(
      RecordType("the error of a refused action", ["code", "message"]), [code.json, message.json])
  }
}

// MARK: Requests and responses

package enum URLPiece {
  case text(String)
  case value(String)
}

extension EffectRun {
  /// A request of HTTP; the values in the path and the query are percent-encoded.
  package static func http(
    _ method: String, _ pieces: [URLPiece], query: [(String, String)] = [],
    headers: [(name: String, value: String)] = [], body: JSONValue? = nil, timeout: Period
  ) throws(Failure) -> EffectRun {
    var url = ""
    var isComputed = false
    for piece in pieces {
      switch piece {
      case .text(let text): url += text
      case .value(let value):
        url += value.percentEncoded
        isComputed = true
      }
    }
    let path = url.prefix { $0 != "?" }.split(separator: "/")
    if isComputed, path.contains(where: { $0 == "." || $0 == ".." }) {
      throw .invalidArgument("a part of the url's path is only dots: '\(url)'")
    }
    var separator = url.contains("?") ? "&" : "?"
    for (name, value) in query {
      url += separator + name.percentEncoded + "=" + value.percentEncoded
      separator = "&"
    }
    for (name, value) in headers
    where !value.unicodeScalars.allSatisfy({ $0 == "\t" || ($0 >= " " && $0 != "\u{7F}") }) {
      throw .invalidArgument(
        "the header '\(name)' holds what no header can (RFC 9110, section 5)")
    }
    var headers = headers
    if let body, !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      let type = if case .string = body { "text/plain; charset=utf-8" } else { "application/json" }
      headers.append(("Content-Type", type))
    }
    guard timeout.nanoseconds >= 0 else { throw .negativeTime }
    return .request(
      .http(HTTPRequest(method: method, url: url, headers: headers, body: body)), timeout: timeout)
  }

  package static func delay(checking period: Period) throws(Failure) -> EffectRun {
    guard period.nanoseconds >= 0 else { throw .negativeTime }
    return .delay(period)
  }

  package static func every(checking period: Period) throws(Failure) -> EffectRun {
    guard period.nanoseconds >= 0 else { throw .negativeTime }
    guard period.nanoseconds > 0 else {
      throw .invalidArgument("the time between two outcomes cannot be 0")
    }
    return .every(period)
  }
}

extension Failure {
  package static let negativeTime = Failure.invalidArgument("a time to wait cannot be negative")
}

extension String {
  /// The text with all bytes but unreserved characters percent-encoded.
  fileprivate var percentEncoded: String {
    var encoded = ""
    for byte in utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 95, 126:
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return encoded
  }
}

extension EffectAnswer {
  /// Reads the answer of a server.
  package func http<Body: JSONCoded & Sendable>(
    expecting expected: [ClosedRange<Int64>], isSensitive: Bool,
    _ check: (Body) throws(Failure) -> Void = { _ in }
  ) throws(EffectFailure) -> HTTPResponse<Body> {
    let (status, headers, body) = try http()
    guard expected.contains(where: { $0.contains(status) }) else {
      throw EffectFailure(
        code: "status", message: "the status is \(status)", status: status, body: body)
    }
    var map: OrderedMap<String, String> = [:]
    for (name, value) in headers { map[name.lowercased()] = value }
    let read: Body = try Self.read(body, "the body", isSensitive, status, check)
    return HTTPResponse(status: status, headers: map, body: read)
  }

  private func http() throws(EffectFailure) -> (
    Int64, [(name: String, value: String)], JSONValue
  ) {
    switch self {
    case .http(let status, let headers, let body): return (status, headers, body)
    case .failure(let message): throw EffectFailure(code: "no-answer", message: message)
    default: throw .otherKind
    }
  }

  /// Reads the result of a custom effect.
  package func result<Result: JSONCoded & Sendable>(
    of name: String, isSensitive: Bool, _ check: (Result) throws(Failure) -> Void = { _ in }
  ) throws(EffectFailure) -> CustomResponse<Result> {
    switch self {
    case .result(let value):
      return CustomResponse(
        result: try Self.read(value, "the result of '\(name)'", isSensitive, nil, check))
    case .failure(let message): throw EffectFailure(code: "no-answer", message: message)
    default: throw .otherKind
    }
  }

  private static func read<Result: JSONCoded>(
    _ json: JSONValue, _ what: String, _ isSensitive: Bool, _ status: Int64?,
    _ check: (Result) throws(Failure) -> Void
  ) throws(EffectFailure) -> Result {
    let reason: String
    do throws(Failure) {
      if Result.self != JSONValue.self { try checkDepth(json) }
      let result = try Result(json: json)
      try check(result)
      return result
    } catch {
      reason = error.message
    }
    throw EffectFailure(
      code: "response", message: isSensitive ? "\(what) is not of its type" : "\(what): \(reason)",
      status: status, body: json)
  }

  private static func checkDepth(_ json: JSONValue) throws(Failure) {
    do throws(Failure) {
      try json.checkDepth()
    } catch {
      throw Failure("type-mismatch", "it is nested too deep, or too large")
    }
  }

  package func text() throws(EffectFailure) -> TextResponse {
    switch self {
    case .text(let text): return TextResponse(text: text)
    case .failure(let message): throw EffectFailure(code: "no-answer", message: message)
    default: throw .otherKind
    }
  }

  /// Reads the answer to a custom effect without a result.
  package func end() throws(EffectFailure) -> NoResponse {
    if case .result = self { NoResponse() } else { try done() }
  }

  package func done() throws(EffectFailure) -> NoResponse {
    switch self {
    case .done: return NoResponse()
    case .failure(let message): throw EffectFailure(code: "no-answer", message: message)
    default: throw .otherKind
    }
  }
}

import CEL
import SuasSpec

/// A message of JSON-RPC: a request, a notification, or the answer to a request of the server.
struct Message {
  /// The id of a request, as it goes back with the answer; nil for a notification.
  let id: RequestID?
  /// The method; nil for an answer.
  let method: String?
  let parameters: Parameters
  /// The reason why a text is no message, with the id for the answer.
  struct Unsound: Error {
    let id: RequestID?
    let error: ResponseError
  }

  /// - Throws: `parseError` or `invalidRequest`.
  init(_ bytes: [UInt8]) throws(Unsound) {
    var reader = JSONReader(bytes)
    let value: Value
    do throws(JSONFailure) {
      value = try reader.readWhole()
    } catch {
      throw Unsound(id: nil, error: ResponseError(.parseError, error.message))
    }
    guard case .map(let members) = value else {
      throw Unsound(id: nil, error: ResponseError(.invalidRequest, "a message is an object"))
    }
    let given = members[.string("id")]
    id = RequestID(given)
    if case .string(let name)? = members[.string("method")] { method = name } else { method = nil }
    parameters = Parameters(members[.string("params")])
    // Nobody waits for an answer to an answer.
    let isAnswer = members[.string("result")] != nil || members[.string("error")] != nil
    guard method != nil || isAnswer else {
      throw Unsound(id: id, error: ResponseError(.invalidRequest, "the message has no method"))
    }
    guard given == nil || id != nil || method == nil else {
      throw Unsound(
        id: nil, error: ResponseError(.invalidRequest, "an id is a text or a whole number"))
    }
  }
}

enum RequestID: Hashable, Sendable {
  case number(Int64)
  case text(String)

  var json: JSON {
    switch self {
    case .number(let number): .int(Int(number))
    case .text(let text): .string(text)
    }
  }

  init?(_ value: Value?) {
    switch value {
    case .int(let number)?: self = .number(number)
    case .string(let text)?: self = .text(text)
    default: return nil
    }
  }
}

/// An error as an answer to a request.
struct ResponseError: Error {
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case serverNotInitialized = -32002
    case requestFailed = -32803
    case requestCancelled = -32800
  }

  let code: Code
  let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  var json: JSON { ["code": .int(code.rawValue), "message": .string(message)] }
}

/// The members of an object in a message, which may be missing or of any type.
struct Parameters {
  let value: Value?

  init(_ value: Value?) { self.value = value }

  subscript(key: String) -> Parameters {
    if case .map(let members)? = value {
      Parameters(members[.string(key)])
    } else {
      Parameters(nil)
    }
  }

  var text: String? { if case .string(let text)? = value { text } else { nil } }
  var flag: Bool? { if case .bool(let flag)? = value { flag } else { nil } }

  var number: Int? {
    switch value {
    case .int(let number)?: Int(clamping: number)
    case .double(let number)? where number.isFinite && number.rounded() == number:
      Int(exactly: number)
    default: nil
    }
  }

  var items: [Parameters] {
    if case .list(let list)? = value { list.map { Parameters($0) } } else { [] }
  }

  func required<Member>(_ member: Member?, _ name: String) throws(ResponseError) -> Member {
    guard let member else { throw ResponseError(.invalidParams, "'\(name)' is missing") }
    return member
  }
}

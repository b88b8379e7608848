import CEL
import SuasSpec

/// A message of JSON-RPC: a request, a notification, or the answer to a request of this side.
package struct Message {
  /// The id of a request, as it goes back with the answer; nil for a notification.
  package let id: RequestID?
  /// The method; nil for an answer.
  package let method: String?
  package let parameters: Parameters

  /// The reason why a text is no message, with the id for the answer.
  package struct Unsound: Error {
    package let id: RequestID?
    package let error: ResponseError
  }

  /// - Throws: `parseError` or `invalidRequest`.
  package init(_ bytes: [UInt8]) throws(Unsound) { try self.init(Self.parse(bytes)) }

  /// Parses the text of a message, or of a batch of messages, which is a list.
  ///
  /// - Throws: `parseError`.
  package static func parse(_ bytes: [UInt8]) throws(Unsound) -> Value {
    // A number that is too large is the mistake of the member that has it.
    var reader = JSONReader(bytes, readsAnyNumber: true)
    do throws(JSONFailure) {
      return try reader.readWhole()
    } catch {
      throw Unsound(id: nil, error: ResponseError(.parseError, error.message))
    }
  }

  /// - Throws: `invalidRequest`.
  package init(_ value: Value) throws(Unsound) {
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

import CEL
import SuasSpec

/// A request of the page: a JSON object with an id, a verb under `do`, and the members that the
/// verb needs.
struct Request {
  let id: Int64
  let verb: String
  private let members: Map

  /// Reads a request; nil if the text is none.
  init?(_ text: [UInt8]) {
    var reader = JSONReader(text)
    guard case .map(let members)? = try? reader.readWhole(), case .int(let id)? = members["id"],
      case .string(let verb)? = members["do"]
    else { return nil }
    self.id = id
    self.verb = verb
    self.members = members
  }

  func text(_ key: String) -> String? {
    if case .string(let text)? = members[.string(key)] { text } else { nil }
  }

  /// Returns a number that is not negative; nil if there is none.
  func number(_ key: String) -> Int? {
    guard case .int(let number)? = members[.string(key)], number >= 0 else { return nil }
    return Int(clamping: number)
  }

  func object(_ key: String) -> Map? {
    if case .map(let map)? = members[.string(key)] { map } else { nil }
  }

  /// True if the page has asked at the last entry that it knows.
  var isAtEnd: Bool { members["atEnd"] == .bool(true) }

  /// Returns a member that an answer cannot do without.
  func required<Member>(_ member: Member?, _ key: String) throws(RequestFailure) -> Member {
    guard let member else { throw RequestFailure("the request has no '\(key)'") }
    return member
  }
}

/// The reason why a request has no answer.
package struct RequestFailure: Error, CustomStringConvertible {
  let message: String
  var help: String?
  /// The field of a form that the mistake is in.
  var field: String?

  init(_ message: String, help: String? = nil, field: String? = nil) {
    self.message = message
    self.help = help
    self.field = field
  }

  package var description: String { help.map { "\(message): \($0)" } ?? message }
}

import CEL
import NIOHTTP1
import SuasSpec

/// A complete answer from a server.
struct HTTPAnswer: Sendable {
  let head: HTTPResponseHead
  let body: [UInt8]

  var status: Int { Int(head.status.code) }

  /// The target of a redirect; nil if the answer is not a redirect or has no target.
  var location: String? { head.location }

  /// The answer in the form for an effect.
  func read() throws(HTTPFailure) -> EffectAnswer {
    let type = head.headers.first(name: "content-type") ?? ""
    let value: Value
    if [204, 205, 304].contains(status), body.isEmpty {
      // These have no body at all (RFC 9110, section 15), not an empty one.
      value = .null
    } else if type.namesJSON, !body.isEmpty {
      do throws(JSONFailure) {
        value = try JSONReader.value(of: body)
      } catch {
        throw HTTPFailure("the body is no JSON: \(error.message)")
      }
    } else {
      value = .string(BodyText.decode(body, contentType: type))
    }
    return .http(status: status, headers: fields, body: value)
  }

  /// The headers in the order of their names; those with the same name are joined as a list (RFC
  /// 9110, section 5.3).
  private var fields: [(name: String, value: String)] {
    var values: [String: String] = [:]
    for (name, value) in head.headers {
      let name = name.lowercased()
      values[name] = values[name].map { "\($0), \(value)" } ?? value
    }
    return values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }
}

extension HTTPResponseHead {
  /// The target of a redirect; nil if the answer is not a redirect or has no target.
  var location: String? {
    guard [301, 302, 303, 307, 308].contains(status.code),
      let location = headers.first(name: "location"), !location.isEmpty
    else { return nil }
    return location
  }
}

import SuasSpec

/// A request to be sent, which redirects may change.
struct OutgoingRequest: Sendable {
  private(set) var method: String
  private(set) var address: WebAddress
  /// The headers of the spec, in its order.
  private(set) var headers: [(name: String, value: String)]
  private(set) var body: String?

  init(_ request: EffectRequest.HTTPRequest, to address: WebAddress) {
    method = request.method
    headers = request.headers
    body = request.body
    self.address = address
  }

  /// The request that follows a redirect (RFC 9110, section 15.4).
  ///
  /// Another origin must not receive headers that were meant for this one. From the spec's headers,
  /// it gets only those that describe the content and the accepted answers.
  func redirected(by status: Int, to address: WebAddress) -> OutgoingRequest {
    var request = self
    request.address = address
    let losesBody =
      status == 303 ? method != "HEAD" : status < 303 && method == "POST"
    if losesBody {
      request.method = "GET"
      request.body = nil
      request.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
    }
    if !address.hasOrigin(of: self.address) {
      request.headers.removeAll { !Self.harmlessHeaders.contains($0.name.lowercased()) }
    }
    return request
  }

  private static let harmlessHeaders: Set = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control",
    "content-encoding", "content-language", "content-type", "pragma", "user-agent",
  ]
}

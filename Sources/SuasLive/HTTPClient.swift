import CEL
import NIOSSL
import SuasSpec

/// Sends requests and follows redirects, only to allowed hosts. It uses no proxies, cookies, caches
/// or stored credentials, so that all runs start from the same state.
struct HTTPClient: Sendable {
  private let allowed: AllowedHosts
  private let connector: HTTPConnector

  /// The maximum number of redirects, as in browsers (Fetch standard, HTTP-redirect fetch).
  private static let maximumRedirects = 20

  /// The time beyond the effect's own timeout, so that the runtime's timeout comes first.
  private static let grace = Swift.Duration.milliseconds(50)

  init(
    allowed: AllowedHosts, maximumBodySize: Int, trustRoots: NIOSSLTrustRoots = .default
  ) {
    self.allowed = allowed
    connector = HTTPConnector(maximumBodySize: maximumBodySize, trustRoots: trustRoots)
  }

  func send(_ request: EffectRequest.HTTPRequest) async -> EffectAnswer {
    let limit = Swift.Duration.nanoseconds(request.timeout.nanoseconds) + Self.grace
    return await withTaskGroup(of: EffectAnswer.self) { group in
      group.addTask {
        do throws(HTTPFailure) {
          return try await answer(to: request)
        } catch {
          return .failure(error.message)
        }
      }
      group.addTask {
        try? await Task.sleep(for: limit)
        return .failure(HTTPFailure.timeout.message)
      }
      let first = await group.next()
      group.cancelAll()
      return first ?? .failure(HTTPFailure.cancelled.message)
    }
  }

  private func answer(
    to request: EffectRequest.HTTPRequest
  ) async throws(HTTPFailure) -> EffectAnswer {
    var outgoing = try start(request)
    for _ in 0...Self.maximumRedirects {
      let answer = try await connector.answer(to: outgoing)
      guard let location = answer.location else { return try answer.read() }
      let address = try destination(location, from: outgoing.address)
      outgoing = outgoing.redirected(by: answer.status, to: address)
    }
    throw .tooManyRedirects
  }

  private func start(
    _ request: EffectRequest.HTTPRequest
  ) throws(HTTPFailure) -> OutgoingRequest {
    let address: WebAddress
    do throws(WebAddress.AddressError) {
      address = try WebAddress(request.url)
    } catch {
      throw HTTPFailure("the url cannot be used: \(error.message)")
    }
    guard allowed.allow(address) else {
      throw HTTPFailure("the host '\(address.host)' is not allowed")
    }
    if let problem = request.problem { throw HTTPFailure(problem) }
    return OutgoingRequest(request, to: address)
  }

  private func destination(
    _ location: String, from base: WebAddress
  ) throws(HTTPFailure) -> WebAddress {
    let address: WebAddress
    do throws(WebAddress.AddressError) {
      address = try base.resolving(location)
    } catch {
      throw HTTPFailure("the redirect leads to no url: \(error.message)")
    }
    guard allowed.allow(address) else {
      // The host is a part of the answer.
      let host = Discretion.isAsked ? "a host" : "the host '\(address.host)'"
      throw HTTPFailure("the redirect leads to \(host), which is not allowed")
    }
    return address
  }
}

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server that answers the requests of the spec.
protocol SuggestionServer: Sendable {
  /// Returns the status and the body of the answer, a JSON text.
  func answer(to address: URL) async throws -> (status: Int, body: String)
}

extension SuggestionServer {
  /// Performs a request of the spec.
  func perform(_ request: EffectRequest) async -> EffectAnswer {
    guard case .http(let request) = request, let address = URL(string: request.url) else {
      return .failure("the app has no such server")
    }
    do {
      let (status, body) = try await answer(to: address)
      guard let json = JSONValue(text: body) else { return .failure("the answer is no JSON") }
      return .http(status: Int64(status), headers: [], body: json)
    } catch {
      return .failure("\(error)")
    }
  }
}

/// The server on the network.
struct NetworkServer: SuggestionServer {
  func answer(to address: URL) async throws -> (status: Int, body: String) {
    let (data, response) = try await URLSession.shared.data(from: address)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 200
    return (status, String(decoding: data, as: UTF8.self))
  }
}

/// An answer as data, for previews and tests.
struct FixedServer: SuggestionServer {
  /// The body of each answer; nil for none.
  let body: String?

  func answer(to _: URL) async throws -> (status: Int, body: String) {
    guard let body else { throw URLError(.notConnectedToInternet) }
    return (200, body)
  }
}

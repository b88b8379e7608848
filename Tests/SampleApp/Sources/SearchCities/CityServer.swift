import CEL
import SuasSpec

/// The server that knows the cities.
public nonisolated protocol CityServer: Sendable {
  /// Returns the names of the cities that begin with a text.
  func cities(matching query: String) async throws -> [String]
}

extension CityServer {
  /// Performs a request of the spec.
  nonisolated func answer(_ request: EffectRequest) async -> EffectAnswer {
    guard case .http(let request) = request,
      let query = request.url.split(separator: "query=").dropFirst().first
    else { return .failure("the app has no such server") }
    do {
      let cities = try await cities(matching: String(query))
      let results = cities.map { ["name": .string($0)] as Value }
      return .http(status: 200, headers: [], body: ["RESULTS": .list(List(results))])
    } catch {
      return .failure("\(error)")
    }
  }
}

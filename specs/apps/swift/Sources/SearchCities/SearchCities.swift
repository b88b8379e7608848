import Suas

/// Searches for cities whose names begin with a text, as a screen with a text field does.
@main
struct SearchCities {
  static func main() async {
    let store = AppStore.make(EffectRunner(AppRuntime(perform: CityServer().answer)))
    Listeners.list(store, report: { print($0.message) }) { cities in
      print(cities.joined(separator: ", "))
    }
    store.dispatch(action: TypeQuery(text: CommandLine.arguments.dropFirst().first ?? "Ro"))
    for await search in store.states(of: Search.self) {
      switch search.result {
      case .idle, .loading: continue
      case .loaded: return
      case .failed(let failed): return print(failed.message)
      }
    }
  }
}

/// The server that the app asks; here it is a list.
struct CityServer: Sendable {
  private let names = ["Paris", "Prague", "Rome", "Rotterdam"]

  @Sendable func answer(_ request: EffectRequest) async -> EffectAnswer {
    guard case .http(let request) = request, let start = request.url.firstIndex(of: "=") else {
      return .failure("the app has no such server")
    }
    let query = request.url[start...].dropFirst().lowercased()
    let found = names.filter { $0.lowercased().hasPrefix(query) }
    let results = found.map { JSONValue.object(["name": .string($0)]) }
    return .http(status: 200, headers: [], body: .object(["RESULTS": .array(results)]))
  }
}

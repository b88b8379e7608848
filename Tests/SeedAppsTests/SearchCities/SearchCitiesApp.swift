import Foundation
import Suas
import SuasEffects

struct SearchCities: Codable, Equatable {
  var cities: [String]
  /// The number of the latest search.
  var latest = 0
}

/// An app that finds the cities whose names begin with the typed text.
///
/// Answers arrive in any order: each search has a number, and only the answer to the latest counts.
enum SearchCitiesApp {
  // Not nested here, so that its key is that of the spec.
  typealias SearchCities = SeedAppsTests.SearchCities

  struct SearchStarted: Action, Encodable { let search: Int }

  struct CitiesFetched: Action, Encodable {
    let search: Int
    let cities: [String]
  }

  struct FetchCityAsyncAction: AsyncAction {
    let query: String
    let server: URL

    func execute(
      getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction
    ) {
      let search = (getState().value(forKeyOfType: SearchCities.self)?.latest ?? 0) + 1
      dispatch(SearchStarted(search: search))
      var components = URLComponents(url: server, resolvingAgainstBaseURL: false)!
      components.queryItems = [URLQueryItem(name: "query", value: query)]
      dispatch(
        URLSessionAsyncAction(url: components.url!) { data, _, _, dispatch in
          dispatch(CitiesFetched(search: search, cities: Self.cities(in: data)))
        })
    }

    private struct Answer: Decodable {
      var results: [City]
      struct City: Decodable { var name: String }
      enum CodingKeys: String, CodingKey { case results = "RESULTS" }
    }

    private static func cities(in data: Data?) -> [String] {
      let answer = data.flatMap { try? JSONDecoder().decode(Answer.self, from: $0) }
      return answer?.results.map(\.name) ?? []
    }
  }

  struct SearchCitiesReducer: Reducer {
    var initialState = SearchCities(cities: [])

    func reduce(state: SearchCities, action: any Action) -> SearchCities? {
      if let action = action as? SearchStarted {
        return SearchCities(cities: state.cities, latest: action.search)
      }
      if let action = action as? CitiesFetched, action.search == state.latest {
        return SearchCities(cities: action.cities, latest: state.latest)
      }
      return nil
    }
  }

  static let spec = """
    suas: 1
    states:
      SearchCities: { cities: "list(string) = []", latest: int = 0 }
    actions:
      SearchStarted: { search: int }
      CitiesFetched: { search: int, cities: list(string) }
    reducers:
      SearchCitiesReducer:
        state: SearchCities
        on:
          SearchStarted: [{ set: latest, value: "${action.search}" }]
          CitiesFetched:
            - set: cities
              value: ${action.cities}
              when: action.search == latest
    """
}

extension SearchCitiesApp {
  /// The app's screen: a text field, and the cities that were found.
  @MainActor final class Screen {
    private(set) var resultText = ""
    private let store: Store
    private let server: URL
    private var token: ListenerToken?

    init(store: Store, server: URL) {
      self.store = store
      self.server = server
      let subscription = store.addMainListener(forStateType: SearchCities.self) { [weak self] in
        self?.resultText = $0.cities.joined(separator: "\n")
      }
      token = subscription.token()
    }

    func textChanged(_ text: String) {
      store.dispatch(action: FetchCityAsyncAction(query: text, server: server))
    }
  }
}

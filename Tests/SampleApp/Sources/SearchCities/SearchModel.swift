import Suas
import SuasSpec
import YAML

/// The contents and actions of the search screen.
///
/// Whoever reads its properties in `withObservationTracking`, as SwiftUI does for a view, is told of
/// their changes.
public final class SearchModel {
  private let store: Store
  private let runtime: SpecRuntime
  private let search: Observed<Search>
  private let text: DispatchingBinding<String>

  public init(server: some CityServer) throws {
    let text = String(decoding: PackageResources.search_cities_yaml, as: UTF8.self)
    let spec = try CompiledSpec(Source(name: "search-cities.yaml", text: text))
    runtime = SpecRuntime(spec, host: SpecHost(perform: { await server.answer($0) }))
    store = Store(reducer: spec.reducer, middleware: runtime.middleware)
    runtime.attach(to: store)
    search = store.observe(Search.self)
    self.text = search.binding(\.query) { TypeQuery(text: $0) }
  }

  /// The text of the search field.
  public var query: String {
    get { text.wrappedValue }
    set { text.wrappedValue = newValue }
  }

  /// The cities that were found; empty while there are none to show.
  public var cities: [String] {
    if case .loaded(let cities) = search.value.result { cities } else { [] }
  }

  /// True while an answer is awaited.
  public var isLoading: Bool { search.value.result == .loading }

  /// The problem of the last search, if it failed.
  public var problem: String? {
    if case .failed(let message) = search.value.result { message } else { nil }
  }

  /// Repeats a search that failed.
  public func tryAgain() { store.dispatch(action: TryAgain()) }

  /// Gives up the search that is under way.
  public func leave() { store.dispatch(action: Leave()) }

  /// Returns when nothing is under way any more.
  func settled() async { await store.settled() }
}

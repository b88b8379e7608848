import Suas

/// The search-cities app, written by hand with Suas's own API.
final class HandWritten: @unchecked Sendable {
  // Sendable: a trace is made on one thread.

  struct Search: Equatable {
    enum Result: Equatable {
      case idle, loading
      case loaded([String])
      case failed(String)
    }

    var query = ""
    var result = Result.idle
  }

  struct TypeQuery: Action { let text: String }
  struct TryAgain: Action {}
  struct Leave: Action {}
  struct Searching: Action {}
  struct CitiesFound: Action { let cities: [String] }
  struct SearchFailed: Action { let message: String }

  struct FetchCities: AsyncAction {
    let query: String
    let network: Network

    func execute(getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction) {
      network.fetch(dispatch)
    }
  }

  private let network = Network()
  private var lines: [String] = []

  func trace(of story: [SearchCitiesTests.Event]) -> [String] {
    let reducer = BlockReducer(initialState: Search(), stateKey: "Search", reduce: Self.reduce)
    let network = network
    let searching = BlockMiddleware { action, getState, dispatch, next in
      next(action)
      if action is Leave { network.cancel() }
      guard action is TypeQuery || action is TryAgain,
        let search = getState().value(forKey: "Search") as? Search, !search.query.isEmpty
      else { return }
      dispatch(Searching())
      dispatch(FetchCities(query: search.query, network: network))
    }
    let store = Suas.createStore(reducer: reducer, middleware: searching + AsyncMiddleware())
    store.observe { [unowned self, unowned store] reduction in
      let search = store.state.value(forKey: "Search") as? Search ?? Search()
      lines.append("\(type(of: reduction.action)): \(search.written)")
    }
    nonisolated(unsafe) var told: [String]?
    store.addListener(forStateType: Search.self, stateKey: "Search") { [unowned self] search in
      guard case .loaded(let cities) = search.result else {
        told = nil
        return
      }
      if told != cities { lines.append("list is told of \(cities.written)") }
      told = cities
    }
    for event in story {
      switch event {
      case .type(let text): store.dispatch(action: TypeQuery(text: text))
      case .tryAgain: store.dispatch(action: TryAgain())
      case .leave: store.dispatch(action: Leave())
      case .pass(let milliseconds): network.pass(milliseconds)
      case .found(let cities): network.answer(CitiesFound(cities: cities))
      case .status(let status):
        network.fail("the status is \(status)", isWorthARetry: status >= 500)
      case .noAnswer(let message): network.fail(message, isWorthARetry: true)
      }
    }
    return lines
  }

  private static func reduce(search: Search, action: any Action) -> Search? {
    var search = search
    switch action {
    case let action as TypeQuery:
      search.query = action.text
      if action.text.isEmpty { search.result = .idle }
    case is Leave where search.result == .loading: search.result = .idle
    case is Searching: search.result = .loading
    case let action as CitiesFound where !search.query.isEmpty:
      search.result = .loaded(action.cities)
    case let action as SearchFailed where !search.query.isEmpty:
      search.result = .failed(action.message)
    default: return nil
    }
    return search
  }
}

extension HandWritten {
  /// A network and a clock that the test controls; used on one thread.
  final class Network: @unchecked Sendable {
    private struct Request {
      let dispatch: DispatchFunction
      /// The time of the timeout; `nil` if the request waits for a retry.
      var deadline: Int?
      var retryAt: Int?
      var triesLeft = 2
    }

    private var now = 0
    private var debounced: (start: Int, dispatch: DispatchFunction)?
    private var requests: [Request] = []
    private var latest = 0
    private var numbers: [Int] = []

    func fetch(_ dispatch: @escaping DispatchFunction) { debounced = (now + 300, dispatch) }

    /// Gives up all requests, and the one that waits for quiet.
    func cancel() {
      debounced = nil
      requests = []
      numbers = []
    }

    func pass(_ milliseconds: Int) {
      let end = now + milliseconds
      while let next = nextMoment, next <= end {
        now = next
        happen()
      }
      now = end
    }

    private var nextMoment: Int? {
      (requests.flatMap { [$0.deadline, $0.retryAt] } + [debounced?.start]).compactMap { $0 }.min()
    }

    private func happen() {
      if let (start, dispatch) = debounced, start == now {
        debounced = nil
        latest += 1
        // A newer request supersedes older ones, and cancels those that wait for a retry.
        for index in requests.indices.reversed() where requests[index].retryAt != nil {
          drop(index)
        }
        requests.append(Request(dispatch: dispatch, deadline: now + 10_000))
        numbers.append(latest)
      } else if let index = requests.firstIndex(where: { $0.retryAt == now }) {
        requests[index].retryAt = nil
        requests[index].deadline = now + 10_000
      } else if let index = requests.firstIndex(where: { $0.deadline == now }) {
        fail("there was no answer in time", isWorthARetry: true, at: index)
      }
    }

    private var oldest: Int? { requests.firstIndex { $0.deadline != nil } }

    private func drop(_ index: Int) {
      requests.remove(at: index)
      numbers.remove(at: index)
    }

    func answer(_ action: any Action) {
      guard let index = oldest else { return }
      let (dispatch, isLatest) = (requests[index].dispatch, numbers[index] == latest)
      drop(index)
      if isLatest { dispatch(action) }
    }

    func fail(_ message: String, isWorthARetry: Bool, at index: Int? = nil) {
      guard let index = index ?? oldest else { return }
      let isLatest = numbers[index] == latest
      if isLatest, isWorthARetry, requests[index].triesLeft > 0 {
        requests[index].triesLeft -= 1
        requests[index].deadline = nil
        requests[index].retryAt = now + 1000
        return
      }
      let dispatch = requests[index].dispatch
      drop(index)
      if isLatest { dispatch(SearchFailed(message: message)) }
    }
  }
}

extension [String] {
  fileprivate var written: String { "[" + joined(separator: ", ") + "]" }
}

extension HandWritten.Search {
  /// The state in the notation that a report uses for the spec's state.
  fileprivate var written: String {
    let result =
      switch result {
      case .idle: "idle"
      case .loading: "loading"
      case .loaded(let cities): "{loaded: {cities: \(cities.written)}}"
      case .failed(let message): "{failed: {message: \(message)}}"
      }
    return "{Search: {query: \(query.isEmpty ? "\"\"" : query), result: \(result)}}"
  }
}

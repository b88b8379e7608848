import Suas

/// The sub-state of the spec, as the app reads it.
public nonisolated struct Search: Decodable, Equatable, Sendable {
  public enum Result: Decodable, Equatable, Sendable {
    case idle
    case loading
    case loaded(cities: [String])
    case failed(message: String)
  }

  public var query: String
  public var result: Result
}

/// The text of the search field has changed.
nonisolated struct TypeQuery: Action, Encodable {
  let text: String
}

/// The user wants a failed search to be repeated.
nonisolated struct TryAgain: Action, Encodable {}

/// The user leaves the screen.
nonisolated struct Leave: Action, Encodable {}

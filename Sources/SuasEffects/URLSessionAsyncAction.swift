public import Foundation
public import Suas

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// An action that loads from a URL and passes the answer to a block, which can dispatch actions.
///
/// ```swift
/// store.dispatch(
///   action: URLSessionAsyncAction(url: url) { data, response, error, dispatch in
///     dispatch(CitiesFetched(cities: data.map(cities) ?? []))
///   })
/// ```
public struct URLSessionAsyncAction: AsyncAction {
  /// A function called with the answer, or with the error, on a queue of the session.
  public typealias CompletionBlock =
    @Sendable (
      _ data: Data?, _ response: URLResponse?, _ error: (any Error)?, _ dispatch: DispatchFunction
    ) -> Void

  private let urlRequest: URLRequest
  private let urlSession: URLSession
  private let completionBlock: CompletionBlock

  /// Creates an action that loads `url`, with the method GET if it is an HTTP URL.
  public init(
    url: URL, urlSession: URLSession = .shared, completionBlock: @escaping CompletionBlock
  ) {
    self.init(
      urlRequest: URLRequest(url: url), urlSession: urlSession, completionBlock: completionBlock)
  }

  /// Creates an action that sends `urlRequest`.
  public init(
    urlRequest: URLRequest, urlSession: URLSession = .shared,
    completionBlock: @escaping CompletionBlock
  ) {
    self.urlRequest = urlRequest
    self.urlSession = urlSession
    self.completionBlock = completionBlock
  }

  public func execute(
    getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction
  ) {
    let completionBlock = completionBlock
    urlSession.dataTask(with: urlRequest) { data, response, error in
      completionBlock(data, response, error, dispatch)
    }.resume()
  }
}

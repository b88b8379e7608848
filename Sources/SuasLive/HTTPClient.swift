import CEL
import Foundation
import SuasSpec
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests, and follows redirects, to allowed hosts only. No cookies, no caches, no stored
/// credentials: two runs begin alike.
final class HTTPClient: Sendable {
  private let allowed: AllowedHosts
  private let maximumBodySize: Int

  init(allowed: AllowedHosts, maximumBodySize: Int) {
    self.allowed = allowed
    self.maximumBodySize = maximumBodySize
  }

  func send(_ request: EffectRequest.HTTPRequest) async -> EffectAnswer {
    guard let url = URL(string: request.url) else {
      return .failure("'\(request.url)' is no url")
    }
    guard allowed.allow(url) else {
      return .failure("the host '\(url.host ?? "")' is not allowed")
    }
    var urlRequest = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    urlRequest.httpMethod = request.method
    // The runtime watches the time; this only lets go of what nobody waits for any more.
    urlRequest.timeoutInterval = Double(request.timeout.nanoseconds) / 1e9 + 5
    for (name, value) in request.headers { urlRequest.addValue(value, forHTTPHeaderField: name) }
    urlRequest.httpBody = request.body.map { Data($0.utf8) }
    let exchange = Exchange(allowed: allowed, maximumBodySize: maximumBodySize)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCache = nil
    let session = URLSession(configuration: configuration, delegate: exchange, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let task = session.dataTask(with: urlRequest)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        exchange.begin(continuation)
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }
}

/// One request on its way to its answer.
private final class Exchange: NSObject, URLSessionDataDelegate, Sendable {
  private struct State {
    var continuation: CheckedContinuation<EffectAnswer, Never>?
    var response: HTTPURLResponse?
    var body = Data()
    /// Why the exchange was ended from here.
    var refusal: String?
  }

  private let allowed: AllowedHosts
  private let maximumBodySize: Int
  private let state = Mutex(State())

  init(allowed: AllowedHosts, maximumBodySize: Int) {
    self.allowed = allowed
    self.maximumBodySize = maximumBodySize
  }

  func begin(_ continuation: CheckedContinuation<EffectAnswer, Never>) {
    state.withLock { $0.continuation = continuation }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let url = request.url, allowed.allow(url) else {
      let host = request.url?.host ?? ""
      state.withLock {
        $0.refusal = "the redirect leads to the host '\(host)', which is not allowed"
      }
      completionHandler(nil)
      task.cancel()
      return
    }
    completionHandler(request)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    state.withLock { $0.response = response as? HTTPURLResponse }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = state.withLock { state -> Bool in
      guard state.body.count + data.count <= maximumBodySize else {
        state.refusal = "the body has more than \(maximumBodySize) bytes"
        return true
      }
      state.body.append(data)
      return false
    }
    if isTooLarge { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let (continuation, answer) = state.withLock {
      state -> (CheckedContinuation<EffectAnswer, Never>?, EffectAnswer) in
      defer { state.continuation = nil }
      return (state.continuation, self.answer(state, error))
    }
    continuation?.resume(returning: answer)
  }

  private func answer(_ state: State, _ error: (any Error)?) -> EffectAnswer {
    if let refusal = state.refusal { return .failure(refusal) }
    if let error { return .failure(Self.message(of: error)) }
    guard let response = state.response else { return .failure("there is no answer of HTTP") }
    let headers = response.allHeaderFields.compactMap { key, value -> (String, String)? in
      guard let name = key as? String, let value = value as? String else { return nil }
      return (name, value)
    }.sorted { $0.0.lowercased() < $1.0.lowercased() }
    let type = headers.first { $0.0.lowercased() == "content-type" }?.1 ?? ""
    let body: Value
    if type.namesJSON, !state.body.isEmpty {
      do throws(JSONFailure) {
        body = try JSONReader.value(of: Array(state.body))
      } catch {
        return .failure("the body is no JSON: \(error.message)")
      }
    } else {
      body = .string(String(decoding: state.body, as: UTF8.self))
    }
    return .http(
      status: response.statusCode, headers: headers.map { (name: $0.0, value: $0.1) }, body: body)
  }

  private static func message(of error: any Error) -> String {
    switch (error as? URLError)?.code {
    case .cannotConnectToHost: "nothing listens there"
    case .cannotFindHost, .dnsLookupFailed: "the host cannot be found"
    case .networkConnectionLost: "the connection was closed early"
    case .timedOut: "there was no answer in time"
    case .cancelled: "the request was cancelled"
    case .httpTooManyRedirects: "there are too many redirects"
    default: error.localizedDescription
    }
  }
}

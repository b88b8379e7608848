import Locking
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Makes a connection for each request, without a proxy, whatever the environment names.
final class HTTPConnector: Sendable {
  private let maximumBodySize: Int
  private let trustRoots: NIOSSLTrustRoots
  /// The settings for secure connections, made for the first one.
  private let security = Mutex<NIOSSLContext?>(nil)

  init(maximumBodySize: Int, trustRoots: NIOSSLTrustRoots) {
    self.maximumBodySize = maximumBodySize
    self.trustRoots = trustRoots
  }

  /// Gets the answer to a request over a connection of its own, which cancellation closes.
  func answer(to request: OutgoingRequest) async throws(HTTPFailure) -> HTTPAnswer {
    do {
      return try await exchange(request).decoded(limit: maximumBodySize)
    } catch {
      throw HTTPFailure(error)
    }
  }

  private func exchange(_ request: OutgoingRequest) async throws -> HTTPAnswer {
    let security = request.address.isSecure ? try securityContext() : nil
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let promise = loop.makePromise(of: HTTPAnswer.self)
    let connecting = ClientBootstrap(group: loop)
      .connectTimeout(.hours(1))
      .channelInitializer { [maximumBodySize] channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let security {
            try pipeline.addHandler(.securing(request.address, security))
          }
          try pipeline.addHandlers(
            HTTPRequestEncoder(),
            HeadUnfolder(),
            ByteToMessageHandler(HTTPResponseDecoder(limitConfiguration: .answers)),
            AnswerCollector(request, maximumBodySize: maximumBodySize, promise: promise))
        }
      }
      .connect(host: request.address.host, port: request.address.port)
    connecting.whenFailure { promise.fail($0) }
    return try await withTaskCancellationHandler {
      try await promise.futureResult.get()
    } onCancel: {
      promise.fail(HTTPFailure.cancelled)
      connecting.whenSuccess { $0.close(promise: nil) }
    }
  }

  private func securityContext() throws -> NIOSSLContext {
    try security.withLock { context in
      if let context { return context }
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.trustRoots = trustRoots
      configuration.minimumTLSVersion = .tlsv12
      let made = try NIOSSLContext(configuration: configuration)
      context = made
      return made
    }
  }
}

extension ChannelHandler where Self == NIOSSLClientHandler {
  /// The handler that secures a connection; for a numeric address, no server name is sent.
  fileprivate static func securing(
    _ address: WebAddress, _ context: NIOSSLContext
  ) throws -> NIOSSLClientHandler {
    let isNumeric = (try? SocketAddress(ipAddress: address.host, port: address.port)) != nil
    return try NIOSSLClientHandler(
      context: context, serverHostname: isNumeric ? nil : address.host)
  }
}

extension NIOHTTPDecoderLimitConfiguration {
  /// The limits for the heads of answers.
  fileprivate static var answers: NIOHTTPDecoderLimitConfiguration {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldCount = 1000
    limits.maxHeaderFieldSize = 256 << 10
    limits.maxHeaderListSize = 1 << 20
    return limits
  }
}

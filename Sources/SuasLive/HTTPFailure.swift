import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// The reason for a missing answer, in plain words.
struct HTTPFailure: Error {
  let message: String

  init(_ message: String) { self.message = message }

  static let timeout = HTTPFailure("there was no answer in time")
  static let cancelled = HTTPFailure("the request was cancelled")
  static let closedEarly = HTTPFailure("the connection was closed early")
  static let tooManyRedirects = HTTPFailure("there are too many redirects")

  static func tooLarge(_ limit: Int) -> HTTPFailure {
    HTTPFailure("the body has more than \(limit) bytes")
  }
}

/// Conversion from the errors of the network libraries.
extension HTTPFailure {
  init(_ error: any Error) {
    switch error {
    case let failure as HTTPFailure: self = failure
    case let error as NIOConnectionError: self = .unconnected(error)
    case let error as IOError: self = .broken(error)
    case ChannelError.connectTimeout: self = .timeout
    case let error as HTTPParserError: self = .noHTTP(error)
    case NIOSSLError.uncleanShutdown: self = .closedEarly
    case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
      self.init("the connection cannot be secured: the server has no certificate that is trusted")
    default: self = .closedEarly
    }
  }

  private static func unconnected(_ error: NIOConnectionError) -> HTTPFailure {
    guard let first = error.connectionErrors.first?.error else {
      return HTTPFailure("the host cannot be found")
    }
    if case ChannelError.connectTimeout = first { return .timeout }
    switch (first as? IOError)?.errnoCode {
    case ECONNREFUSED: return HTTPFailure("nothing listens there")
    case ETIMEDOUT: return .timeout
    default: return HTTPFailure("the host cannot be reached")
    }
  }

  private static func broken(_ error: IOError) -> HTTPFailure {
    error.errnoCode == ECONNREFUSED ? HTTPFailure("nothing listens there") : .closedEarly
  }

  private static func noHTTP(_ error: HTTPParserError) -> HTTPFailure {
    switch error {
    case .invalidEOFState, .closedConnection: .closedEarly
    case .headerOverflow: HTTPFailure("the answer has too many headers, or too long ones")
    case .invalidVersion: HTTPFailure("the answer is of another version than HTTP/1.1")
    case .invalidStatus: HTTPFailure("the answer has no status of HTTP")
    case .invalidHeaderToken: HTTPFailure("the answer has a header that is none")
    case .invalidContentLength: HTTPFailure("the answer does not say how long it is")
    case .unexpectedContentLength: HTTPFailure("the answer says more than once how long it is")
    case .invalidChunkSize: HTTPFailure("the answer has a chunk without a length")
    default: HTTPFailure("the answer is not one of HTTP")
    }
  }
}

import NIOCore
import NIOPosix
import SystemPackage

/// Returns the reason for an error of the network, as the system words it.
func words(for error: any Error) -> String {
  switch error {
  case let error as IOError: Errno(rawValue: error.errnoCode).description.lowercased()
  case let error as NIOConnectionError:
    error.connectionErrors.first.map { words(for: $0.error) } ?? "its name leads nowhere"
  case ChannelError.connectTimeout: "it does not answer"
  default: "\(error)"
  }
}

import CEL
import SuasEngine
import SuasProgram

/// The request of an effect to the outside world, with every value evaluated.
public enum EffectRequest: Sendable {
  case http(HTTPRequest)
  /// A read of a file as text.
  case readFile(path: String)
  /// A write of a file, which is written whole or not at all.
  case writeFile(path: String, text: String)
  /// A request that the host implements.
  case custom(name: String, input: Value)

  /// An HTTP request (RFC 9110).
  public struct HTTPRequest: Sendable {
    public let method: String
    public let url: String
    /// The headers in the order of the spec, followed by those that the body implies.
    public let headers: [(name: String, value: String)]
    /// The body; nil if nothing is sent.
    public let body: String?
    /// The time to wait for the answer, which the runtime enforces itself.
    public let timeout: CEL.Duration

    public init(
      method: String, url: String, headers: [(name: String, value: String)], body: String?,
      timeout: CEL.Duration
    ) {
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
      self.timeout = timeout
    }
  }
}

/// The answer to a request.
public enum EffectAnswer: Sendable {
  /// An answer of a server, whatever its status.
  ///
  /// - body: The value of the JSON if the content type is JSON, else a string.
  case http(status: Int, headers: [(name: String, value: String)], body: Value)
  /// The contents of a file.
  case text(String)
  /// The end of a delay, of a write to a file, or of a custom effect without a result.
  case done
  /// The result of a custom effect, which must fit the type that the spec declares.
  case result(Value)
  /// The lack of an answer, with a message.
  case failure(String)
  /// The last answer of a stream; nil if the stream ends without another answer.
  indirect case last(EffectAnswer?)
}

/// Performs requests; its task is cancelled when the answer is no longer needed.
public typealias EffectPerformer = @Sendable (EffectRequest) async -> EffectAnswer

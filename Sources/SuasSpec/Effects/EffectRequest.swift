import CEL

/// What an effect asks of the world, with every value evaluated.
public enum EffectRequest: Sendable {
  case http(HTTPRequest)
  /// Reads a file as text.
  case readFile(path: String)
  /// Writes a file whole or not at all.
  case writeFile(path: String, text: String)
  /// Something that the host knows how to do.
  case custom(name: String, input: Value)

  /// A request as HTTP has it (RFC 9110).
  public struct HTTPRequest: Sendable {
    public let method: String
    public let url: String
    /// In the order of the spec, what is implied by the body after them.
    public let headers: [(name: String, value: String)]
    /// Nil where nothing is sent.
    public let body: String?
    /// How long the answer is waited for; the runtime sees to it itself.
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

/// What came of a request.
public enum EffectAnswer: Sendable {
  /// An answer of a server, whatever its status.
  ///
  /// - body: what JSON says where the content type is JSON, else a text.
  case http(status: Int, headers: [(name: String, value: String)], body: Value)
  /// What a file holds.
  case text(String)
  /// A file was written, or a delay is over.
  case done
  /// What a custom effect came to; it must fit the type that the spec declares.
  case result(Value)
  /// There is no answer.
  case failure(String)
}

/// Performs requests; it is told by cancellation of its task that nobody waits any more.
public typealias EffectPerformer = @Sendable (EffectRequest) async -> EffectAnswer

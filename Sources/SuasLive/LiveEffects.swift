public import CEL
public import SuasSpec

/// Performs the effects of a spec for real: requests to hosts that are allowed, files below a folder,
/// and what the app knows how to do itself.
///
/// ```swift
/// let live = LiveEffects(allowedHosts: ["cities.example"], folder: "/tmp/app")
/// let runtime = SpecRuntime(spec, host: SpecHost(perform: live.perform))
/// ```
public struct LiveEffects: Sendable {
  /// Performs a `custom` effect: takes its input, and answers what it came to.
  public typealias CustomEffect = @Sendable (_ input: Value) async throws -> Value

  private let client: HTTPClient
  private let files: FileFolder?
  private let custom: [String: CustomEffect]

  /// - Parameters:
  ///   - allowedHosts: The hosts that requests and their redirects may go to, as `example.com` or,
  ///     for one port only, `example.com:8080`.
  ///   - folder: The folder below which files are read and written; without one, none are.
  ///   - maximumBodySize: How many bytes an answer or a file may have.
  ///   - custom: What performs custom effects, by their names.
  public init(
    allowedHosts: [String] = [], folder: String? = nil, maximumBodySize: Int = 8 << 20,
    custom: [String: CustomEffect] = [:]
  ) {
    client = HTTPClient(
      allowed: AllowedHosts(allowedHosts), maximumBodySize: maximumBodySize)
    files = folder.map { FileFolder(path: $0, maximumSize: maximumBodySize) }
    self.custom = custom
  }

  /// Performs a request; a failure says what went wrong.
  @Sendable public func perform(_ request: EffectRequest) async -> EffectAnswer {
    switch request {
    case .http(let request):
      return await client.send(request)
    case .readFile(let path):
      return withFiles { files throws(FileFolder.Failure) in .text(try files.read(path)) }
    case .writeFile(let path, let text):
      return withFiles { files throws(FileFolder.Failure) in
        try files.write(text, to: path)
        return .done
      }
    case .custom(let name, let input):
      guard let effect = custom[name] else {
        return .failure("nothing performs the custom effect '\(name)'")
      }
      do {
        return .result(try await effect(input))
      } catch {
        return .failure("\(error)")
      }
    }
  }

  private func withFiles(
    _ body: (FileFolder) throws(FileFolder.Failure) -> EffectAnswer
  ) -> EffectAnswer {
    guard let files else { return .failure("no folder is named for files") }
    do throws(FileFolder.Failure) {
      return try body(files)
    } catch {
      return .failure(error.message)
    }
  }
}

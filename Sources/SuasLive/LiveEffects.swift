public import SuasSpec

/// Performs the effects of a spec in the real world: requests to allowed hosts, and files below a
/// folder. Custom effects are performed by the app: `SpecHost.performCustom`.
///
/// ```swift
/// let live = LiveEffects(allowedHosts: ["cities.example"], folder: "/tmp/app")
/// let runtime = SpecRuntime(spec, host: SpecHost(perform: live.perform))
/// ```
public struct LiveEffects: Sendable {
  private let client: HTTPClient
  private let files: FileFolder?

  /// - Parameters:
  ///   - allowedHosts: The hosts that requests and their redirects may go to, as `example.com` or,
  ///     for one port only, `example.com:8080`.
  ///   - folder: The folder below which files are read and written; without one, none are.
  ///   - maximumBodySize: The maximum size of an answer or a file in bytes.
  public init(
    allowedHosts: [String] = [], folder: String? = nil, maximumBodySize: Int = 8 << 20
  ) {
    client = HTTPClient(
      allowed: AllowedHosts(allowedHosts), maximumBodySize: maximumBodySize)
    files = folder.map { FileFolder(path: $0, maximumSize: maximumBodySize) }
  }

  /// Performs a request; a failure is returned with its reason.
  @Sendable public func perform(_ request: EffectRequest) async -> EffectAnswer {
    switch request {
    case .http(let request):
      return await client.send(request)
    case .readFile(let path):
      return withFiles { files throws(FileFolder.FolderError) in .text(try files.read(path)) }
    case .writeFile(let path, let text):
      return withFiles { files throws(FileFolder.FolderError) in
        try files.write(text, to: path)
        return .done
      }
    case .custom(let name, _):
      return .failure("nothing performs the custom effect '\(name)'")
    }
  }

  private func withFiles(
    _ body: (FileFolder) throws(FileFolder.FolderError) -> EffectAnswer
  ) -> EffectAnswer {
    guard let files else { return .failure("no folder is named for files") }
    do throws(FileFolder.FolderError) {
      return try body(files)
    } catch {
      return .failure(error.message)
    }
  }
}

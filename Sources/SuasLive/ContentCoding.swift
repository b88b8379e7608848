import NIOHTTP1

extension HTTPAnswer {
  /// The answer with its body as it was before it was compressed (RFC 9110, section 8.4.1).
  ///
  /// An answer without a body has no coding, whatever its headers say.
  ///
  /// - Parameter limit: The maximum size of the body in bytes.
  func decoded(limit: Int) throws(HTTPFailure) -> HTTPAnswer {
    let codings = head.headers[canonicalForm: "content-encoding"].map { $0.lowercased() }
      .filter { !$0.isEmpty && $0 != "identity" }
    guard !codings.isEmpty, !body.isEmpty else { return self }
    let body =
      switch codings {
      case ["gzip"], ["x-gzip"]: try Decompressor.gzip(body, limit: limit)
      case ["deflate"]: try Decompressor.zlib(body, limit: limit)
      default: throw HTTPFailure("the body is compressed in a way that is not known")
      }
    return HTTPAnswer(head: head, body: body)
  }
}

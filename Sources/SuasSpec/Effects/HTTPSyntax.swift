/// What requests of HTTP consist of (RFC 9110).
extension String {
  /// Whether the text is a token (RFC 9110, section 5.6.2).
  package var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        (0x21...0x7E).contains(byte) && !#""(),/:;<=>?@[\]{}"#.utf8.contains(byte)
      }
  }

  /// Whether the text can be a header's value: it neither ends the header nor holds what no text has.
  package var canStandInHeader: Bool {
    unicodeScalars.allSatisfy { $0 == "\t" || ($0 >= " " && $0 != "\u{7F}") }
  }

  /// Whether the text can be the method of a request; `CONNECT` asks for a tunnel, not for an answer.
  package var isMethod: Bool {
    !isEmpty && utf8.count <= 32 && utf8.allSatisfy { 0x61...0x7A ~= $0 | 0x20 }
      && uppercased() != "CONNECT"
  }

  /// Whether a header of this name says how a request is sent rather than what it asks for: where one
  /// message ends and who takes part follows from the url, the body and the connection alone.
  package var namesConnectionHeader: Bool {
    Self.connectionHeaders.contains(lowercased())
  }

  /// The headers of RFC 9110, section 7, RFC 9112, sections 6 and 9, and of older practice.
  private static let connectionHeaders: Set = [
    "connection", "content-length", "expect", "host", "http2-settings", "keep-alive",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]
}

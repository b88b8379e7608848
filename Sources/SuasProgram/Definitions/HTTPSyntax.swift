/// Checks of the parts of HTTP requests (RFC 9110).
extension String {
  /// True if the text is a token (RFC 9110, section 5.6.2).
  package var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        (0x21...0x7E).contains(byte) && !#""(),/:;<=>?@[\]{}"#.utf8.contains(byte)
      }
  }

  /// True if the text can be a header's value: it has no line breaks or other control characters.
  package var canStandInHeader: Bool {
    unicodeScalars.allSatisfy { $0 == "\t" || ($0 >= " " && $0 != "\u{7F}") }
  }

  /// True if the text can be a request's method; `CONNECT` asks for a tunnel and not for an answer.
  package var isMethod: Bool {
    !isEmpty && utf8.count <= 32 && utf8.allSatisfy { 0x61...0x7A ~= $0 | 0x20 }
      && uppercased() != "CONNECT"
  }

  /// True if a header of this name concerns the transfer of a request and not its contents: the
  /// URL, the body and the connection alone determine the end of a message and its participants.
  package var namesConnectionHeader: Bool {
    Self.connectionHeaders.contains(lowercased())
  }

  /// The headers from RFC 9110, section 7, RFC 9112, sections 6 and 9, and older practice.
  private static let connectionHeaders: Set = [
    "connection", "content-length", "expect", "host", "http2-settings", "keep-alive",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]
}

extension UInt8 {
  /// True if the byte is an ASCII letter or digit.
  package var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20)
  }
}

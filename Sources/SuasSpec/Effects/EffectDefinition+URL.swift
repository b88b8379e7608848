import CEL

extension URLDefinition<Program> {
  /// The url with a query after what it has of one.
  func evaluate(
    query: [HTTPDefinition<Program>.Field], _ frame: inout Frame
  ) throws(EvaluationError) -> String {
    var url = ""
    var isComputed = false
    for piece in pieces {
      switch piece {
      case .text(let text):
        url += text
      case .computed(let program):
        url += try program.evaluate(&frame).interpolated.percentEncoded
        isComputed = true
      }
      try frame.spend(url.utf8.count)
    }
    // A segment of dots alone leads out of the folder that the author wrote.
    if isComputed, url.hasSegmentOfDots {
      throw EvaluationError(
        code: "invalid-argument", message: "a part of the url's path is only dots: '\(url)'")
    }
    var separator = url.contains("?") ? "&" : "?"
    for (name, value) in query {
      url += separator + name.percentEncoded + "="
      url += try value.evaluate(&frame).interpolated.percentEncoded
      separator = "&"
      try frame.spend(url.utf8.count)
    }
    return url
  }
}

extension String {
  /// Whether some part of a url's path means the folder itself, or the one around it (RFC 3986,
  /// section 3.3).
  fileprivate var hasSegmentOfDots: Bool {
    prefix { $0 != "?" }.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }

  /// The text with all but unreserved characters encoded, byte by byte of its UTF-8.
  var percentEncoded: String {
    percentEncoded { byte in
      byte.isLetterOrDigit || "-._~".utf8.contains(byte)
    }
  }

}

extension StringProtocol {
  /// The text with each byte of its UTF-8 encoded that is not plain.
  package func percentEncoded(butFor isPlain: (UInt8) -> Bool) -> String {
    var encoded = ""
    for byte in utf8 {
      if isPlain(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return encoded
  }
}

extension UInt8 {
  /// Whether the byte is a letter or a digit of ASCII.
  package var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20)
  }
}

import CEL

/// A url whose host is written out, and in which the values of expressions are percent-encoded
/// (RFC 3986, section 2.1).
struct CheckedURL: Sendable {
  let pieces: [Template.Piece]

  /// The url with a query after what it has of one.
  func evaluate(
    query: [(name: String, value: Template)], _ frame: inout Frame
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
    var encoded = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return encoded
  }
}

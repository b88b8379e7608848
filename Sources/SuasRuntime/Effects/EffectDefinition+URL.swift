import CEL
import SuasEngine
import SuasProgram

extension URLDefinition<ExpressionPlan> {
  /// The URL, with a query appended to the one that it may have, and the values from which it was
  /// made.
  package func evaluate(
    query: [HTTPDefinition<ExpressionPlan>.Field], _ frame: inout Frame
  ) throws(EvaluationError) -> (url: String, EvaluatedRun.Contents) {
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
    // A path segment of dots alone would leave the folder that the author wrote.
    if isComputed, url.hasSegmentOfDots {
      throw EvaluationError(
        code: "invalid-argument", message: "a part of the url's path is only dots: '\(url)'")
    }
    var separator = url.contains("?") ? "&" : "?"
    var contents = EvaluatedRun.Contents(address: url)
    for (name, value) in query {
      let text = try value.evaluateText(&frame)
      contents.query.append((name, text))
      url += separator + name.percentEncoded + "=" + text.percentEncoded
      separator = "&"
      try frame.spend(url.utf8.count)
    }
    return (url, contents)
  }
}

extension String {
  /// True if a segment of a URL's path is `.` or `..` (RFC 3986, section 3.3).
  fileprivate var hasSegmentOfDots: Bool {
    prefix { $0 != "?" }.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }

  /// The text with all bytes of its UTF-8 but unreserved characters percent-encoded.
  var percentEncoded: String {
    percentEncoded { byte in
      byte.isLetterOrDigit || "-._~".utf8.contains(byte)
    }
  }
}

extension String {
  /// The text as the path of a URI: all bytes are encoded but those that a segment may have in any
  /// place, and slashes (RFC 3986, sections 2.3 and 3.3).
  package var percentEncodedPath: String {
    percentEncoded { $0.isLetterOrDigit || "-._~/".utf8.contains($0) }
  }

  /// The text with percent-encoded bytes decoded (RFC 3986, section 2.1); a `%` without two digits
  /// stays.
  package var percentDecoded: String {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.first != UInt8(ascii: "+"),
        let decoded = UInt8(Substring(digits), radix: 16)
      {
        bytes.append(decoded)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension StringProtocol {
  /// The text with each byte of its UTF-8 percent-encoded that is not plain.
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

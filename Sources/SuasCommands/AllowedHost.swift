import ArgumentParser
import YAML

/// A host that requests may go to, for all of its ports or for one.
struct AllowedHost {
  /// The host as the urls of requests have it, which know no brackets around an address of IPv6.
  let name: String

  init(_ text: String) throws(ValidationError) {
    let problem =
      "--allow-host takes a host as example.com or example.com:8080, not '"
      + DisplayText.escaped(text) + "'"
    if text.contains("/") {
      throw ValidationError("\(problem): leave out what else a url has")
    }
    if text.contains("*") {
      throw ValidationError("\(problem): name each host, there are no patterns")
    }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw ValidationError("\(problem): write it in ASCII, as xn--…")
    }
    let (host, port) = Self.parts(text)
    let isHost = host.contains(":") ? Self.isAddress(host) : Self.isName(host)
    guard isHost else { throw ValidationError(problem) }
    if let port {
      guard port.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(port),
        1...65535 ~= number
      else { throw ValidationError("\(problem): a port is from 1 to 65535") }
      name = "\(host):\(number)"
    } else {
      name = host
    }
  }

  private static func parts(_ text: String) -> (host: String, port: String?) {
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      let host = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      guard !rest.isEmpty else { return (String(host), nil) }
      return (rest.hasPrefix(":") ? String(host) : "", String(rest.dropFirst()))
    }
    let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
    guard pieces.count == 2 else { return (text, nil) }
    return (String(pieces[0]), String(pieces[1]))
  }

  /// Whether the text consists of labels of letters, digits, `-` and `_`.
  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= 253
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        1...63 ~= label.utf8.count && label.first != "-" && label.last != "-"
          && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      }
  }

  /// Whether the text has what an address of IPv6 consists of.
  private static func isAddress(_ text: String) -> Bool {
    text.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
  }
}

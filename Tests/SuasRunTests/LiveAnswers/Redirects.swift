import Foundation
import LocalServer

extension LiveAnswer {
  private static let notAllowed =
    "no-answer: the redirect leads to the host '%', which is not allowed"
  private static let backslash =
    "no-answer: the redirect leads to no url: it holds a backslash or a control character"
  private static let credentials =
    "no-answer: the redirect leads to no url: it holds a user or a password"
  private static let scheme =
    "no-answer: the redirect leads to no url: it begins with neither 'http:' nor 'https:'"
  private static let noHost = "no-answer: the redirect leads to no url: its host is none"
  private static let noPort = "no-answer: the redirect leads to no url: its port is none"

  private static func blocked(_ host: String) -> String {
    notAllowed.replacingOccurrences(of: "%", with: host)
  }

  /// Makes an answer that redirects; requests for its own path `end` get a final answer.
  private static func redirect(
    _ name: String, status: Int = 302, request: String = "method: GET",
    to location: @escaping @Sendable (Sites) -> String?, outcome: String
  ) -> LiveAnswer {
    LiveAnswer(name: name, request: request, shows: "response.body", outcome: outcome) {
      asked, client, sites in
      if asked.target.hasPrefix(sites.path + "/end") {
        let headers = asked.headers.map { "\($0.name.lowercased())=\($0.value)" }
          .filter { $0.hasPrefix("a") || $0.hasPrefix("cookie") || $0.hasPrefix("x-") }
          .filter { !$0.hasPrefix("accept") }
        let text = ([asked.method, asked.body] + headers).joined(separator: " ")
        client.send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
      } else {
        let location = location(sites).map { "Location: \($0)\r\n" } ?? ""
        client.send(
          "HTTP/1.1 \(status) Elsewhere\r\n\(location)Content-Length: 1\r\n\r\nr")
      }
    }
  }

  private static let secrets =
    "method: POST, body: b, headers: { Authorization: s, Cookie: c, X-Own: o }"

  static let redirects: [LiveAnswer] =
    [301, 302, 303, 307, 308].map { status in
      redirect(
        "\(status) to another port of the host", status: status,
        to: { "http://\($0.forbidden)/" }, outcome: blocked("127.0.0.1"))
    }
    + [
      (301, "GET  authorization=s cookie=c x-own=o"),
      (302, "GET  authorization=s cookie=c x-own=o"),
      (303, "GET  authorization=s cookie=c x-own=o"),
      (307, "POST b authorization=s cookie=c x-own=o"),
      (308, "POST b authorization=s cookie=c x-own=o"),
    ].map { status, seen in
      redirect(
        "\(status) of a POST with a body and secrets", status: status, request: secrets,
        to: { "\($0.path)/end" }, outcome: "response 200 \(seen)")
    } + [
      redirect(
        "to another name for the same address",
        to: { "http://localhost:\($0.forbidden.drop { $0 != ":" }.dropFirst())/" },
        outcome: blocked("localhost")),
      redirect(
        "to the same address in another spelling",
        to: { "http://127.1:\($0.allowed.drop { $0 != ":" }.dropFirst())/" },
        outcome: blocked("127.1")),
      redirect("to //host/x", to: { "//\($0.forbidden)/x" }, outcome: blocked("127.0.0.1")),
      redirect(
        "to //host/x that is allowed", to: { "//\($0.allowed)\($0.path)/end" },
        outcome: "response 200 GET "),
      redirect("with backslashes", to: { #"http:\\\#($0.forbidden)\x"# }, outcome: backslash),
      redirect("with a backslash in a path", to: { "\($0.path)\\end" }, outcome: backslash),
      redirect(
        "with a host before an @", to: { "http://\($0.allowed)@\($0.forbidden)/x" },
        outcome: credentials),
      redirect(
        "with a host before a backslash and an @",
        to: { "http://\($0.forbidden)\\@\($0.allowed)/x" }, outcome: backslash),
      redirect(
        "with a host before # and @", to: { "http://\($0.forbidden)#@\($0.allowed)/x" },
        outcome: blocked("127.0.0.1")),
      redirect("to file:", to: { _ in "file:///etc/passwd" }, outcome: scheme),
      redirect("to ftp:", to: { "ftp://\($0.allowed)/x" }, outcome: scheme),
      redirect("to data:", to: { _ in "data:text/plain,hello" }, outcome: scheme),
      redirect("to gopher:", to: { "gopher://\($0.allowed)/x" }, outcome: scheme),
      redirect("to itself", to: { $0.path }, outcome: "no-answer: there are too many redirects"),
      redirect("to nothing", to: { _ in nil }, outcome: "status: the status is 302"),
      redirect("to an empty place", to: { _ in "" }, outcome: "status: the status is 302"),
      redirect("to a bracket without end", to: { _ in "http://[::1" }, outcome: noHost),
      redirect("with a tab in the port", to: { "http://\($0.forbidden)\t0/" }, outcome: backslash),
      redirect("with a port beyond all", to: { _ in "http://127.0.0.1:99999/" }, outcome: noPort),
      redirect("to a host that is encoded", to: { _ in "http://%31/" }, outcome: noHost),
      redirect("without a host", to: { _ in "http:///x" }, outcome: noHost),
      redirect(
        "to a scheme alone", to: { _ in "http:end" },
        outcome: "no-answer: the redirect leads to no url: it names no host"),
      redirect(
        "upwards, by a relative place", to: { "a/../..\($0.path)/./end?q=\u{E9} %zz[]#f" },
        outcome: "response 200 GET "),
      chain(
        "30 redirects that end well", count: 30,
        outcome: "no-answer: there are too many redirects"),
      chain("20 redirects that end well", count: 20, outcome: "response 200 20"),
    ]

  private static func chain(_ name: String, count: Int, outcome: String) -> LiveAnswer {
    LiveAnswer(name: name, shows: "response.body", outcome: outcome) { asked, client, sites in
      let done = Int(asked.target.dropFirst(sites.path.count + 1)) ?? 0
      if done == count {
        client.send("HTTP/1.1 200 OK\r\n\r\n\(done)")
      } else {
        client.send("HTTP/1.1 302 Found\r\nLocation: \(sites.path)/\(done + 1)\r\n\r\n")
      }
    }
  }
}

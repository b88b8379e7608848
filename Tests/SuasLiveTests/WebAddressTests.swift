import Testing

@testable import SuasLive

/// Addresses, and the hosts that decide whether they are allowed.
@Suite struct WebAddressTests {
  private static let sound: [(url: String, host: String, port: Int, target: String)] = [
    ("http://a.example", "a.example", 80, "/"),
    ("HTTPS://A.Example:8443/x?y#z", "a.example", 8443, "/x?y"),
    ("http://a.example?q", "a.example", 80, "/?q"),
    ("https://[::1]:8080/", "::1", 8080, "/"),
    ("http://a.example/\u{E9} [x]%zz%41", "a.example", 80, "/%C3%A9%20%5Bx%5D%25zz%41"),
    ("http://a.example#@b.example/", "a.example", 80, "/"),
    // A combining mark after the `#` does not hide it.
    ("http://a.example#\u{301}@b.example/", "a.example", 80, "/"),
    ("http://a.example/@b.example", "a.example", 80, "/@b.example"),
  ]

  @Test("An address has a host, a port and a target", arguments: sound)
  func reading(url: String, host: String, port: Int, target: String) throws {
    let address = try WebAddress(url)
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.target == target)
  }

  @Test(
    "A text whose host might be read in two ways is no address",
    arguments: [
      "", "a.example", "//a.example/", "http:", "http:/a", "http:a", "http://", "http:///x",
      "http:\\\\a.example\\x", "http://a.example\\@b.example/", "http://a@b.example/",
      "http://a:b@b.example/", "http://a.example:0/", "http://a.example:99999/",
      "http://a.example:8\t0/", "http://a.example:80x/", "http://a b/", "http://%61.example/",
      "http://[::1/", "http://::1/", "http://[a]/", "http://[::1]x/", "http://\u{E9}.example/",
      "http://a.example./", "http://-a/", "http://a.example\u{0}/",
      "file:///etc/passwd", "ftp://a.example/", "data:,x", "gopher://a.example/",
      "http://a.example/\r\nX: y",
    ])
  func refusing(url: String) {
    #expect(throws: WebAddress.AddressError.self) { try WebAddress(url) }
  }

  @Test(
    "A place is seen from the address that names it",
    arguments: [
      ("/x", "http://a.example:81/x"), ("x", "http://a.example:81/b/x"),
      ("../x?q", "http://a.example:81/x?q"), ("../../../x", "http://a.example:81/x"),
      ("?q", "http://a.example:81/b/c?q"), ("#f", "http://a.example:81/b/c?d"),
      ("//b.example/x", "http://b.example/x"), ("https://b.example", "https://b.example/"),
      (".//b.example/x", "http://a.example:81/b//b.example/x"),
    ])
  func resolving(location: String, url: String) throws {
    let base = try WebAddress("http://a.example:81/b/c?d")
    #expect(try base.resolving(location) == WebAddress(url))
  }

  @Test("A host is allowed for the port that is named, or for all")
  func allowing() throws {
    let allowed = AllowedHosts(["A.example", "b.example:8080", "[::1]:8080", "::2"])
    for (url, isAllowed) in [
      ("http://a.example:1/", true), ("https://A.EXAMPLE/", true), ("http://b.example:8080/", true),
      ("http://b.example/", false), ("http://[::1]:8080/", true), ("http://[::1]/", false),
      ("http://[::1:8080]/", false), ("http://[::2]:5/", true), ("http://x.a.example/", false),
    ] {
      #expect(allowed.allow(try WebAddress(url)) == isAllowed, "\(url)")
    }
  }
}

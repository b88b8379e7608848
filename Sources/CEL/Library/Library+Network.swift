/// Internet addresses and networks (cel-go, "ext/network"; Kubernetes, "CEL: IP and CIDR").
extension Library {
  static let network: [Function] =
    [
      Function(
        "ip",
        [
          .of("string_to_ip", nil, .ip, doc: "The address that the text is.") {
            (a: String, _) throws(Failure) in Value.opaque(Opaque(try IPAddress(parsing: a)))
          },
          .of("cidr_ip", isMember: true, [.cidr], .ip, doc: "The address of the network.") {
            (a: Value, _) throws(Failure) in Value.opaque(Opaque(try CIDR(a).address))
          },
        ]),
      Function(
        "isIP",
        [
          .of("is_ip", doc: "Whether the text is an address.") { (a: String, _) throws(Failure) in
            (try? IPAddress(parsing: a)) != nil
          }
        ]),
      Function(
        "ip.isCanonical",
        [
          .of("ip_is_canonical", doc: "Whether the text is an address as it is usually written.") {
            (a: String, _) throws(Failure) in
            try IPAddress(parsing: a).description.hasSameCodePoints(as: a)
          }
        ]),
      Function(
        "family",
        [
          .of("ip_family", isMember: true, [.ip], doc: "4 or 6.") {
            (a: Value, _) throws(Failure) in try IPAddress(a).isV4 ? Int64(4) : 6
          }
        ]),
      test("isUnspecified", doc: "Whether it is 0.0.0.0 or ::.") { $0.isUnspecified },
      test("isLoopback", doc: "Whether it leads back to the machine.") { $0.isLoopback },
      test("isLinkLocalMulticast", doc: "Whether it is a link's multicast address.") {
        $0.isLinkLocalMulticast
      },
      test("isLinkLocalUnicast", doc: "Whether it is a link's unicast address.") {
        $0.isLinkLocalUnicast
      },
      test("isGlobalUnicast", doc: "Whether it is a global unicast address.") {
        $0.isGlobalUnicast
      },
    ] + networks

  private static func test(
    _ name: String, doc: String, _ holds: @escaping @Sendable (IPAddress) -> Bool
  ) -> Function {
    Function(
      name,
      [
        .of("ip_\(name)", isMember: true, [.ip], .bool, doc: doc) {
          (a: Value, _) throws(Failure) -> Bool in holds(try IPAddress(a))
        }
      ])
  }

  private static let networks: [Function] = [
    Function(
      "cidr",
      [
        .of("string_to_cidr", nil, .cidr, doc: "The network that the text is.") {
          (a: String, _) throws(Failure) in Value.opaque(Opaque(try CIDR(parsing: a)))
        }
      ]),
    Function(
      "isCIDR",
      [
        .of("is_cidr", doc: "Whether the text is a network.") { (a: String, _) throws(Failure) in
          (try? CIDR(parsing: a)) != nil
        }
      ]),
    Function(
      "containsIP",
      [
        .of(
          "cidr_contains_ip_ip", isMember: true, [.cidr, .ip], doc: "Whether the address is in it."
        ) {
          (a: Value, b: Value, _) throws(Failure) in try CIDR(a).contains(IPAddress(b))
        },
        .of(
          "cidr_contains_ip_string", isMember: true, [.cidr, .string],
          doc: "Whether the address is in it."
        ) { (a: Value, b: String, _) throws(Failure) in
          try CIDR(a).contains(IPAddress(parsing: b))
        },
      ]),
    Function(
      "containsCIDR",
      [
        .of(
          "cidr_contains_cidr", isMember: true, [.cidr, .cidr],
          doc: "Whether all of the network is in it."
        ) { (a: Value, b: Value, _) throws(Failure) in try CIDR(a).contains(CIDR(b)) },
        .of(
          "cidr_contains_cidr_string", isMember: true, [.cidr, .string],
          doc: "Whether all of the network is in it."
        ) { (a: Value, b: String, _) throws(Failure) in try CIDR(a).contains(CIDR(parsing: b)) },
      ]),
    Function(
      "masked",
      [
        .of(
          "cidr_masked", isMember: true, [.cidr], .cidr,
          doc: "The network with zeros in place of what it does not count."
        ) { (a: Value, _) throws(Failure) in Value.opaque(Opaque(try CIDR(a).masked)) }
      ]),
    Function(
      "prefixLength",
      [
        .of("cidr_prefix_length", isMember: true, [.cidr], doc: "How many bits the network counts.")
        {
          (a: Value, _) throws(Failure) in Int64(try CIDR(a).length)
        }
      ]),
    Function(
      "string",
      [
        .of("ip_to_string", [.ip], doc: "The address as it is usually written.") {
          (a: Value, _) throws(Failure) in try IPAddress(a).description
        },
        .of("cidr_to_string", [.cidr], doc: "The network as it is usually written.") {
          (a: Value, _) throws(Failure) in try CIDR(a).description
        },
      ]),
  ]
}

extension Type {
  static let ip = Type.abstract("net.IP", [])
  static let cidr = Type.abstract("net.CIDR", [])
}

extension IPAddress {
  fileprivate init(_ value: Value) throws(Failure) {
    guard case .opaque(let opaque) = value, let address = opaque.content as? IPAddress else {
      throw .mismatch
    }
    self = address
  }
}

extension CIDR {
  fileprivate init(_ value: Value) throws(Failure) {
    guard case .opaque(let opaque) = value, let network = opaque.content as? CIDR else {
      throw .mismatch
    }
    self = network
  }
}

/// Internet addresses and networks (cel-go, "ext/network"; Kubernetes, "CEL: IP and CIDR").
extension Library {
  static let network: [Function] =
    [
      Function(
        "ip",
        [
          .of("string_to_ip", nil, .ip, doc: "The address parsed from the text.") {
            (a: String, _) throws(Failure) in Value.opaque(Opaque(try IPAddress(parsing: a)))
          },
          .of("cidr_ip", isMember: true, [.cidr], .ip, doc: "The address of the network.") {
            (a: Value, _) throws(Failure) in Value.opaque(Opaque(try CIDR(a).address))
          },
        ]),
      Function(
        "isIP",
        [
          .of("is_ip", doc: "True if the text is an address.") { (a: String, _) throws(Failure) in
            (try? IPAddress(parsing: a)) != nil
          }
        ]),
      Function(
        "ip.isCanonical",
        [
          .of("ip_is_canonical", doc: "True if the text is an address in its canonical form.") {
            (a: String, _) throws(Failure) in
            try IPAddress(parsing: a).description.hasSameCodePoints(as: a)
          }
        ]),
      Function(
        "family",
        [
          .of("ip_family", isMember: true, [.ip], doc: "The IP version: 4 or 6.") {
            (a: Value, _) throws(Failure) in try IPAddress(a).isV4 ? Int64(4) : 6
          }
        ]),
      test("isUnspecified", doc: "True if it is 0.0.0.0 or ::.") { $0.isUnspecified },
      test("isLoopback", doc: "True if it is a loopback address.") { $0.isLoopback },
      test("isLinkLocalMulticast", doc: "True if it is a link-local multicast address.") {
        $0.isLinkLocalMulticast
      },
      test("isLinkLocalUnicast", doc: "True if it is a link-local unicast address.") {
        $0.isLinkLocalUnicast
      },
      test("isGlobalUnicast", doc: "True if it is a global unicast address.") {
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
        .of("string_to_cidr", nil, .cidr, doc: "The network parsed from the text.") {
          (a: String, _) throws(Failure) in Value.opaque(Opaque(try CIDR(parsing: a)))
        }
      ]),
    Function(
      "isCIDR",
      [
        .of("is_cidr", doc: "True if the text is a network.") { (a: String, _) throws(Failure) in
          (try? CIDR(parsing: a)) != nil
        }
      ]),
    Function(
      "containsIP",
      [
        .of(
          "cidr_contains_ip_ip", isMember: true, [.cidr, .ip],
          doc: "True if the network contains the address."
        ) {
          (a: Value, b: Value, _) throws(Failure) in try CIDR(a).contains(IPAddress(b))
        },
        .of(
          "cidr_contains_ip_string", isMember: true, [.cidr, .string],
          doc: "True if the network contains the address."
        ) { (a: Value, b: String, _) throws(Failure) in
          try CIDR(a).contains(IPAddress(parsing: b))
        },
      ]),
    Function(
      "containsCIDR",
      [
        .of(
          "cidr_contains_cidr", isMember: true, [.cidr, .cidr],
          doc: "True if it contains the whole other network."
        ) { (a: Value, b: Value, _) throws(Failure) in try CIDR(a).contains(CIDR(b)) },
        .of(
          "cidr_contains_cidr_string", isMember: true, [.cidr, .string],
          doc: "True if it contains the whole other network."
        ) { (a: Value, b: String, _) throws(Failure) in try CIDR(a).contains(CIDR(parsing: b)) },
      ]),
    Function(
      "masked",
      [
        .of(
          "cidr_masked", isMember: true, [.cidr], .cidr,
          doc: "The network with all bits after the prefix set to zero."
        ) { (a: Value, _) throws(Failure) in Value.opaque(Opaque(try CIDR(a).masked)) }
      ]),
    Function(
      "prefixLength",
      [
        .of(
          "cidr_prefix_length", isMember: true, [.cidr],
          doc: "The number of bits in the network's prefix."
        ) {
          (a: Value, _) throws(Failure) in Int64(try CIDR(a).length)
        }
      ]),
    Function(
      "string",
      [
        .of("ip_to_string", [.ip], doc: "The address in its canonical form.") {
          (a: Value, _) throws(Failure) in try IPAddress(a).description
        },
        .of("cidr_to_string", [.cidr], doc: "The network in its canonical form.") {
          (a: Value, _) throws(Failure) in try CIDR(a).description
        },
      ]),
  ]
}

extension Type {
  static let ip = Type.abstract("net.IP", [])
  static let cidr = Type.abstract("net.CIDR", [])
}

extension IPAddress: Opaque.Content {
  static let type = Type.ip

  func isEqual(to other: any Opaque.Content) -> Bool { other as? IPAddress == self }

  fileprivate init(_ value: Value) throws(Failure) {
    guard case .opaque(let opaque) = value, let address = opaque.content as? IPAddress else {
      throw .mismatch
    }
    self = address
  }
}

extension CIDR: Opaque.Content {
  static let type = Type.cidr

  func isEqual(to other: any Opaque.Content) -> Bool { other as? CIDR == self }

  fileprivate init(_ value: Value) throws(Failure) {
    guard case .opaque(let opaque) = value, let network = opaque.content as? CIDR else {
      throw .mismatch
    }
    self = network
  }
}

extension Library {
  /// Returns the value of a type of the library whose description is a text; nil if there is none.
  static func opaqueValue(of type: Type, _ text: String) -> Value? {
    switch type {
    case .ip: (try? IPAddress(parsing: text)).map { .opaque(Opaque($0)) }
    case .cidr: (try? CIDR(parsing: text)).map { .opaque(Opaque($0)) }
    default: nil
    }
  }
}

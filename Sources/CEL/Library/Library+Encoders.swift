/// The encoders extension: base 64 (cel-go, "ext/encoders"; RFC 4648, section 4).
extension Library {
  static let encoders: [Function] = [
    Function(
      "base64.encode",
      [
        .of("base64_encode_bytes", doc: "The bytes in base 64.") {
          (a: [UInt8], budget) throws(Failure) in
          try budget.spend(bytes: a.count)
          return a.base64Text
        }
      ]),
    Function(
      "base64.decode",
      [
        .of("base64_decode_string", doc: "The bytes decoded from base 64.") {
          (a: String, budget) throws(Failure) in
          try budget.spend(bytes: a.utf8.count)
          return try a.base64Bytes()
        }
      ]),
  ]
}

extension CodingUserInfoKey {
  /// The key with which an encoder asks for nothing that is kept out of logs and monitors.
  package static let hidesSensitiveValues = CodingUserInfoKey(rawValue: "suas.hides-sensitive")
}

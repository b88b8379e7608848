import YAML

extension CheckedSpec {
  /// A number that tells specs apart: the FNV-1a hash of the texts of the spec's files, in their
  /// order, as sixteen hexadecimal digits.
  package var digest: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for source in coverage.sources {
      for byte in source.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      // What separates two files.
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

import SuasSpec
import YAML

/// A number that tells specs apart, by the bytes of their files.
package enum SpecDigest {
  /// Returns the FNV-1a hash of the files of a spec, in the order in which they were read, as
  /// sixteen hexadecimal digits.
  package static func text(of sources: [[UInt8]]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for source in sources {
      for byte in source { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      // What separates two files.
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

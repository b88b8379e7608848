/// Random numbers by SplitMix64 (Steele, Lea and Flood): the same for a seed.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15
  /// The multiplicative inverse of the step, modulo 2⁶⁴.
  private static let inverse: UInt64 = 0xF1DE_83E1_9937_733D

  package init(seed: UInt64) { state = seed }

  /// The number of random numbers generated since the given seed.
  package func count(since seed: UInt64) -> UInt64 { (state &- seed) &* Self.inverse }

  package mutating func next() -> UInt64 {
    state &+= Self.step
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

extension RandomNumberGenerator {
  /// A UUID of version 4 (RFC 9562, section 5.4) in lower case, from two big-endian numbers.
  package mutating func uuid() -> String {
    let high: UInt64 = next()
    let low: UInt64 = next()
    let versioned = high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let variant = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = Array("0123456789abcdef")
    var text = ""
    for index in 0..<32 {
      let number = index < 16 ? versioned : variant
      let shift = UInt64(60 - 4 * (index % 16))
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text.append(digits[Int(number >> shift & 0xF)])
    }
    return text
  }
}

extension String {
  /// A UUID from the system's random numbers.
  static func randomIdentifier() -> String {
    var random = SystemRandomNumberGenerator()
    return random.uuid()
  }
}

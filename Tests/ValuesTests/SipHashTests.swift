import Testing
import Values

/// SipHash-2-4, with the vectors of its reference implementation: the key 00 01 … 0f.
@Suite struct SipHashTests {
  private static let key = SipHash.Key(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)

  @Test(
    "The hash of the bytes 00, 01, … is that of the reference",
    arguments: [
      (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (7, 0xab02_00f5_8b01_d137),
      (8, 0x93f5_f579_9a93_2462), (15, 0xa129_ca61_49be_45e5), (63, 0x958a_324c_eb06_4572),
    ] as [(Int, UInt64)])
  func vectors(count: Int, hash: UInt64) {
    let bytes = (0..<count).map { UInt8($0) }
    #expect(SipHash.hash(bytes[...], Self.key) == hash)
    // A slice of other bytes has the same hash.
    #expect(SipHash.hash(([9, 9] + bytes + [9])[2..<count + 2], Self.key) == hash)
  }

  @Test("A hash is written with sixteen digits")
  func digits() {
    #expect(UInt64(0xAB).sixteenDigits == "00000000000000ab")
    #expect(UInt64.max.sixteenDigits == "ffffffffffffffff")
  }
}

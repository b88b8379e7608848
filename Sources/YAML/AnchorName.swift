/// The notation of the names of anchors and aliases.
package enum AnchorName {
  /// The end of the name behind the `&` or `*` at an offset (YAML 1.2, section 6.9.2).
  ///
  /// A colon at the end belongs to a key, as in `*a: 1`, although YAML 1.2 takes it for the name's.
  package static func end<Text: RandomAccessCollection>(at sign: Int, in text: Text) -> Int
  where Text.Element == UInt8, Text.Index == Int {
    var end = sign + 1
    while end < text.endIndex, isPart(text[end]) { end += 1 }
    return text[end - 1] == UInt8(ascii: ":") ? max(end - 1, sign + 1) : end
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "}"):
      false
    default: true
    }
  }
}

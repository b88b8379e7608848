/// The sets of code points that differ only in case (Unicode Standard, section 5.18; as in RE2,
/// only simple foldings from one code point to one).
enum CaseFolding {
  /// Returns the code point and its variants.
  static func variants(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    orbits[key(scalar)] ?? [scalar]
  }

  /// The ASCII letters with their variants.
  static let letters: [(letter: Unicode.Scalar, variants: [Unicode.Scalar])] =
    (UInt8(0)..<128).map { Unicode.Scalar($0) }.filter(\.properties.isAlphabetic)
    .map { ($0, variants(of: $0)) }

  private static func key(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let upper = scalar.properties.uppercaseMapping.only ?? scalar
    return upper.properties.lowercaseMapping.only ?? upper
  }

  /// The variants by key, for code points that have any. No code point after the Adlam letters has
  /// case.
  private static let orbits: [Unicode.Scalar: [Unicode.Scalar]] = {
    var orbits: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for value in UInt32(0)..<0x1e944 {
      guard let scalar = Unicode.Scalar(value), scalar.properties.changesWhenCaseMapped else {
        continue
      }
      orbits[key(scalar), default: []].append(scalar)
    }
    return orbits
  }()
}

extension String {
  /// The string's only code point; nil if it has none or several.
  fileprivate var only: Unicode.Scalar? {
    unicodeScalars.count == 1 ? unicodeScalars.first : nil
  }
}

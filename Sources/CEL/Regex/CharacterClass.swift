/// A set of code points.
struct CharacterClass: Sendable {
  /// A bit for each of the first 128 code points: set if the code point is in the class.
  private var ascii: (low: UInt64, high: UInt64) = (0, 0)
  private var ranges: [ClosedRange<UInt32>] = []
  private var categories: [(set: Categories, isNegated: Bool)] = []
  private var scripts: [(script: Script, isNegated: Bool)] = []
  private var isNegated = false
  private var foldsCase = false

  init(_ ranges: [ClosedRange<UInt32>] = []) {
    for range in ranges { insert(range) }
  }

  init(_ scalar: Unicode.Scalar, foldsCase: Bool) {
    insert(scalar.value...scalar.value)
    if foldsCase { foldCase() }
  }

  static let any = CharacterClass([0...0x10ffff])
  static let anyButNewline = CharacterClass([0...9, 11...0x10ffff])

  mutating func insert(_ range: ClosedRange<UInt32>) {
    ranges.append(range)
    guard range.lowerBound < 128 else { return }
    for value in range.lowerBound...min(range.upperBound, 127) { insert(ascii: value) }
  }

  private mutating func insert(ascii value: UInt32) {
    if value < 64 { ascii.low |= 1 << value } else { ascii.high |= 1 << (value - 64) }
  }

  mutating func insert(_ set: Categories, isNegated: Bool) {
    categories.append((set, isNegated))
    insertASCII { set.contains($0) != isNegated }
  }

  mutating func insert(_ script: Script, isNegated: Bool) {
    scripts.append((script, isNegated))
    insertASCII { script.contains($0) != isNegated }
  }

  private mutating func insertASCII(where isIn: (Unicode.Scalar) -> Bool) {
    for value in UInt8(0)..<128 where isIn(Unicode.Scalar(value)) {
      insert(ascii: UInt32(value))
    }
  }

  /// Adds every code point that differs from one in the set only in case.
  mutating func foldCase() {
    foldsCase = true
    for (letter, variants) in CaseFolding.letters
    where variants.contains(where: { containsAsIs($0) }) {
      insert(ascii: letter.value)
    }
  }

  mutating func negate() {
    isNegated.toggle()
    ascii = (~ascii.low, ~ascii.high)
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 64 { return ascii.low >> value & 1 == 1 }
    if value < 128 { return ascii.high >> (value - 64) & 1 == 1 }
    if containsAsIs(scalar) { return !isNegated }
    guard foldsCase else { return isNegated }
    return CaseFolding.variants(of: scalar).contains { containsAsIs($0) } != isNegated
  }

  /// Returns true if the set contains the code point, before case and negation are considered.
  private func containsAsIs(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) }
      || categories.contains { $0.set.contains(scalar) != $0.isNegated }
      || scripts.contains { $0.script.contains(scalar) != $0.isNegated }
  }
}

/// A set of general categories (Unicode Standard, section 4.5).
struct Categories: Sendable {
  private var names: Set<String>

  /// Creates the set for a name: one category, such as `Lu`, or all that begin with a letter.
  init?(_ name: String) {
    if name == "L&" || name == "LC" {
      names = ["Lu", "Ll", "Lt"]
      return
    }
    let all = Self.all.filter { $0.hasPrefix(name) }
    guard !all.isEmpty, name.utf8.count <= 2 else { return nil }
    names = Set(all)
  }

  private static let all = [
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi",
    "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co",
  ]

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    names.contains(scalar.properties.generalCategory.abbreviation)
  }
}

extension Unicode.GeneralCategory {
  fileprivate var abbreviation: String {
    switch self {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    case .unassigned: "Cn"
    @unknown default: "Cn"
    }
  }
}

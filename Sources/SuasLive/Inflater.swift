/// Decompresses DEFLATE (RFC 1951).
struct Inflater {
  private let input: [UInt8]
  private var position = 0
  /// The bits of the last byte that are not read yet, the next one lowest.
  private var bits: UInt32 = 0
  private var bitCount = 0
  private let limit: Int
  private(set) var output: [UInt8] = []

  /// - Parameter limit: The maximum size of the output in bytes.
  init(_ input: [UInt8], limit: Int) {
    self.input = input
    self.limit = limit
  }

  var isAtEnd: Bool { position == input.count }

  /// Reads whole bytes; bits that are left of the last one are passed over.
  mutating func readBytes(_ count: Int) throws(HTTPFailure) -> ArraySlice<UInt8> {
    (bits, bitCount) = (0, 0)
    guard count <= input.count - position else { throw .notCompressed }
    defer { position += count }
    return input[position..<position + count]
  }

  /// Reads blocks up to the last one.
  mutating func inflate() throws(HTTPFailure) {
    let start = output.count
    var isLast = false
    while !isLast {
      isLast = try readBits(1) == 1
      switch try readBits(2) {
      case 0: try copyStored()
      case 1: try readBlock(.fixedLengths, .fixedDistances, from: start)
      case 2:
        let (lengths, distances) = try readCodes()
        try readBlock(lengths, distances, from: start)
      default: throw .notCompressed
      }
    }
  }

  /// Reads a number of at most 16 bits.
  private mutating func readBits(_ count: Int) throws(HTTPFailure) -> Int {
    while bitCount < count {
      guard position < input.count else { throw .notCompressed }
      bits |= UInt32(input[position]) << UInt32(bitCount)
      position += 1
      bitCount += 8
    }
    let value = bits & (1 << UInt32(count) - 1)
    bits >>= UInt32(count)
    bitCount -= count
    return Int(value)
  }

  private mutating func copyStored() throws(HTTPFailure) {
    let head = Array(try readBytes(4))
    let size = Int(head[0]) | Int(head[1]) << 8
    guard head[0] == ~head[2], head[1] == ~head[3] else { throw .notCompressed }
    let bytes = try readBytes(size)
    try requireRoom(size)
    output += bytes
  }

  private func requireRoom(_ count: Int) throws(HTTPFailure) {
    guard count <= limit - output.count else { throw .tooLarge(limit) }
  }

  private mutating func readSymbol(_ code: PrefixCode) throws(HTTPFailure) -> Int {
    // The codes of each length follow those of the one before (section 3.2.2).
    var (value, first, index) = (0, 0, 0)
    for length in 1...PrefixCode.longest {
      value |= try readBits(1)
      let count = code.counts[length]
      if value - count < first { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw .notCompressed
  }

  /// - Parameter start: The offset before which no distance reaches.
  private mutating func readBlock(
    _ lengths: PrefixCode, _ distances: PrefixCode, from start: Int
  ) throws(HTTPFailure) {
    while true {
      let symbol = try readSymbol(lengths)
      if symbol < 256 {
        try requireRoom(1)
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Self.lengths.count else { throw .notCompressed }
      let length = try readNumber(Self.lengths[symbol - 257])
      let code = try readSymbol(distances)
      guard code < Self.distances.count else { throw .notCompressed }
      let distance = try readNumber(Self.distances[code])
      guard distance <= output.count - start else { throw .notCompressed }
      try requireRoom(length)
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private mutating func readNumber(
    _ row: (base: Int, bits: Int)
  ) throws(HTTPFailure) -> Int {
    row.base + (try readBits(row.bits))
  }

  /// Reads the codes of a block that has its own (section 3.2.7).
  private mutating func readCodes() throws(HTTPFailure) -> (PrefixCode, PrefixCode) {
    let lengthCount = try readBits(5) + 257
    let distanceCount = try readBits(5) + 1
    let count = try readBits(4) + 4
    guard lengthCount <= 286, distanceCount <= 30 else { throw .notCompressed }
    var sizes = [Int](repeating: 0, count: 19)
    for place in Self.orderOfSizes.prefix(count) { sizes[place] = try readBits(3) }
    let code = try PrefixCode(sizes)
    var all: [Int] = []
    while all.count < lengthCount + distanceCount {
      let symbol = try readSymbol(code)
      switch symbol {
      case 16:
        guard let last = all.last else { throw .notCompressed }
        all += [Int](repeating: last, count: try readBits(2) + 3)
      case 17: all += [Int](repeating: 0, count: try readBits(3) + 3)
      case 18: all += [Int](repeating: 0, count: try readBits(7) + 11)
      default: all.append(symbol)
      }
    }
    guard all.count == lengthCount + distanceCount, all[256] > 0 else { throw .notCompressed }
    return (try PrefixCode(all[..<lengthCount]), try PrefixCode(all[lengthCount...]))
  }

  private static let orderOfSizes = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The smallest length of each symbol from 257 on, with the number of bits that are added.
  private static let lengths: [(base: Int, bits: Int)] =
    rows(from: 3, bits: [0, 0, 0, 0] + (0...5).flatMap { [$0, $0, $0, $0] }) + [(258, 0)]

  /// The smallest distance of each symbol, with the number of bits that are added.
  private static let distances = rows(from: 1, bits: [0, 0] + (0...13).flatMap { [$0, $0] })

  private static func rows(from base: Int, bits: [Int]) -> [(base: Int, bits: Int)] {
    var next = base
    return bits.map { bits in
      defer { next += 1 << bits }
      return (next, bits)
    }
  }
}

/// A prefix code whose codes follow from their lengths (section 3.2.2).
private struct PrefixCode {
  static let longest = 15

  /// The number of codes of each length.
  let counts: [Int]
  /// The symbols in the order of their codes.
  let symbols: [Int]

  /// - Parameter lengths: The length of the code of each symbol; 0 for one that has none.
  init(_ lengths: some Collection<Int>) throws(HTTPFailure) {
    var counts = [Int](repeating: 0, count: Self.longest + 1)
    for length in lengths { counts[length] += 1 }
    counts[0] = 0
    var left = 1
    for count in counts.dropFirst() {
      left = left << 1 - count
      guard left >= 0 else { throw .notCompressed }
    }
    // Only a code of at most one symbol may leave codes unused.
    guard left == 0 || counts.reduce(0, +) <= 1 else { throw .notCompressed }
    self.init(counts: counts, sorting: lengths)
  }

  private init(counts: [Int], sorting lengths: some Collection<Int>) {
    self.counts = counts
    symbols = (1...Self.longest).flatMap { length in
      lengths.enumerated().filter { $0.element == length }.map(\.offset)
    }
  }

  static let fixedLengths = code(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = code([Int](repeating: 5, count: 32))

  /// The code of lengths that are known to make one.
  private static func code(_ lengths: [Int]) -> PrefixCode {
    var counts = [Int](repeating: 0, count: longest + 1)
    for length in lengths { counts[length] += 1 }
    return PrefixCode(counts: counts, sorting: lengths)
  }
}

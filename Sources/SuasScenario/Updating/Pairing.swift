/// Which of what is written stays for which of what is there, in the order of the latter.
struct Pairing {
  /// One side alone where something is to be removed or added.
  private(set) var pairs: [(written: Int?, found: Int?)] = []

  /// Pairs what stands at the same places.
  init(count: Int) { pairs = (0..<count).map { ($0, $0) } }

  /// Pairs what two lists share, and in between what one lacks with what the other has more.
  ///
  /// - Parameters:
  ///   - missing: What is written and not there.
  ///   - extra: What is there and not written.
  ///   - pairsUnlike: Whether something missing may become something extra.
  init(
    missing: [Int], of writtenCount: Int, extra: [Int], of foundCount: Int, pairsUnlike: Bool = true
  ) {
    let missing = Set(missing)
    let extra = Set(extra)
    var (written, found) = (0, 0)
    while written < writtenCount || found < foundCount {
      if written < writtenCount, missing.contains(written) {
        let hasPartner = pairsUnlike && found < foundCount && extra.contains(found)
        pairs.append((written, hasPartner ? found : nil))
        written += 1
        if hasPartner { found += 1 }
      } else if found < foundCount, extra.contains(found) {
        pairs.append((nil, found))
        found += 1
      } else if written < writtenCount, found < foundCount {
        pairs.append((written, found))
        written += 1
        found += 1
      } else {
        return
      }
    }
  }

  init(_ alignment: Alignment, of writtenCount: Int, _ foundCount: Int) {
    self.init(
      missing: alignment.missing, of: writtenCount, extra: alignment.extra, of: foundCount)
  }

  /// Pairs names with names that are the same.
  init(_ written: [String], _ found: [String]) {
    let changes = found.difference(from: written)
    var removed: [Int] = []
    var inserted: [Int] = []
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.append(offset)
      case .insert(let offset, _, _): inserted.append(offset)
      }
    }
    self.init(
      missing: removed, of: written.count, extra: inserted, of: found.count,
      pairsUnlike: false)
  }
}

/// Pairs of written and found items, in the order of the found ones.
struct Pairing {
  /// One side is nil if an item is removed or added.
  private(set) var pairs: [(written: Int?, found: Int?)] = []

  /// Pairs the items at the same indices.
  init(count: Int) { pairs = (0..<count).map { ($0, $0) } }

  /// Pairs the items that two lists share and, in between, missing items with extra ones.
  ///
  /// - Parameters:
  ///   - missing: The indices of the written items that were not found.
  ///   - extra: The indices of the found items that are not written.
  ///   - pairsUnlike: True if an extra item may replace a missing one.
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

  /// Pairs equal names.
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

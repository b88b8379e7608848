import Values
import YAML

extension Shard {
  /// True if a scenario belongs to the shard.
  func holds(_ scenario: CheckedScenario, of file: CheckedScenarioFile) -> Bool {
    let path = file.source.name.utf8
    let fileName = path.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] }
    var hash = FNV1a()
    hash.combine(fileName ?? path[...])
    hash.combine(0)
    hash.combine(scenario.name.utf8)
    return hash.mixed % UInt64(count) == UInt64(index - 1)
  }
}

extension FNV1a {
  /// The hash, mixed once more so that the low bits are as good as the others.
  fileprivate var mixed: UInt64 {
    let mixed = (value ^ (value >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    return mixed ^ (mixed >> 33)
  }
}

import Files
import SuasSpec
import YAML

/// Finds the files that a scenario file depends on; reads them again only if they have changed.
struct References {
  private var known: [BytePath: (stamp: FileStamp?, named: [String])] = [:]
  private let root: ChosenRoot

  init(root: ChosenRoot) { self.root = root }

  /// Returns the file itself, its specs and fragments, everything that they include, and the frozen
  /// shapes of what they save, existing or not.
  mutating func files(of scenarioFile: String) -> [String] {
    var files = [scenarioFile]
    var seen: Set<BytePath> = [BytePath(scenarioFile)]
    let root = Root(of: scenarioFile, chosen: root)
    var next = 0
    while next < files.count {
      for path in named(in: files[next], root: root)
      where seen.insert(BytePath(path)).inserted {
        files.append(path)
      }
      next += 1
    }
    return files
  }

  /// Returns the files that one file names; those that it named before if it cannot be read now.
  private mutating func named(in path: String, root: Root) -> [String] {
    let stamp = FileStamp(of: path)
    let key = BytePath(path)
    if let known = known[key], known.stamp == stamp { return known.named }
    var paths = known[key]?.named ?? []
    // A file that is being written may still be empty.
    if stamp != nil, let mapping = (try? tree(path, namedAt: .file(path)))?.mapping {
      let entries = mapping.filter { ["spec", "include"].contains($0.key.text) }
      paths = entries.flatMap { $0.value.sequence ?? [$0.value] }.compactMap(\.scalar)
        .filter { (try? root.check(Root.path($0.text, beside: path), namedAt: $0.range)) != nil }
        .map { Root.path($0.text, beside: path) }
      let saved = mapping.first { $0.key.text == "saved" }?.value
      paths += (saved?.frozenVersions ?? []).map { FrozenShape.path(of: $0, beside: path) }
    }
    known[key] = (stamp, paths)
    return paths
  }
}

extension Node {
  /// The versions of a section `saved` whose shapes are read.
  fileprivate var frozenVersions: [Int] {
    func number(_ key: String) -> Int64 {
      let scalar = mapping?.first { $0.key.text == key }?.value.scalar
      return if case .int(let number)? = scalar?.resolved { number } else { 1 }
    }
    let (oldest, version) = (number("oldest"), number("version"))
    let isSound = 1...SavedDeclaration.largestVersion ~= version && 1...version ~= oldest
    return isSound ? (oldest...version).map { Int($0) } : []
  }
}

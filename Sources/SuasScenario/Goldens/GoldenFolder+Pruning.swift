import Files
import SuasSpec
import SystemPackage
import YAML

/// Golden files that no step names any more.
extension GoldenFolder {
  /// The names of the golden files that are there besides the named ones.
  ///
  /// Only files that a step could name are looked at, in the folder itself: a link in its place, or
  /// in that of `golden`, may lead anywhere. In a folder that two scenario files share, each would
  /// find the other's files: there nothing is looked for.
  func names(besides named: Set<String>) -> [String] {
    guard isOwn, !isShared, let files = try? root.names(in: folder) else { return [] }
    let names = files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
      .filter { $0.isGoldenName && !isFolder(path(of: $0)) }
    // Where the file system does not know the case, a file may be there under another spelling.
    let present = Set(names)
    let otherwiseSpelt = Set(named.subtracting(present).map { $0.lowercased() })
    return names.filter { !named.contains($0) && !otherwiseSpelt.contains($0.lowercased()) }
  }

  func remove(_ name: String) throws(FileError) {
    do throws(FileFailure) {
      guard isOwn, name.isGoldenName else { throw .system(.notPermitted) }
      try root.remove(path(of: name))
    } catch {
      throw FileError(operation: .removed, error, below: root)
    }
  }

  /// Whether another scenario file keeps its goldens here.
  private var isShared: Bool {
    guard let sharer, let bytes = try? root.read(sharer, limit: Source.maximumSize),
      let source = try? Source(name: sharer, bytes: bytes), let tree = try? YAML.parse(source)
    else { return false }
    return DocumentKind(tree) == .scenario
  }

  /// Whether the folder is one itself, and not a link to one.
  private var isOwn: Bool { isFolder(parent) && isFolder(folder) }

  /// Whether a path is a folder itself, and not a link to one.
  private func isFolder(_ path: String) -> Bool {
    (try? root.kind(of: path, followsLink: false)) == .folder
  }
}

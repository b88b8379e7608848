import Files
import LibYAML
import SuasSpec
import SystemPackage
import YAML

/// Golden files that no step names any more.
extension GoldenFolder {
  /// Returns the names of the existing golden files other than the named ones.
  ///
  /// Considers only files that a step could name, in the folder itself: a link in place of the
  /// folder or of `golden` may lead anywhere. A folder that two scenario files share is not
  /// searched, as each would find the other's files.
  func names(besides named: Set<String>) -> [String] {
    guard isOwn, !isShared, let files = try? root.names(in: folder) else { return [] }
    let names = files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
      .filter { $0.isGoldenName && !isFolder(path(of: $0)) }
    // On a case-insensitive file system, a named file may exist under another spelling.
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

  /// True if another scenario file keeps its goldens in this folder.
  private var isShared: Bool {
    guard let sharer, let bytes = try? root.read(sharer, limit: Source.maximumSize),
      let source = try? Source(name: sharer, bytes: bytes), let tree = try? LibYAML.parse(source)
    else { return false }
    return DocumentKind(tree) == .scenario
  }

  /// True if the folder and its parent are folders themselves, not links to folders.
  private var isOwn: Bool { isFolder(parent) && isFolder(folder) }

  /// Returns true if a path is a folder itself, not a link to one.
  private func isFolder(_ path: String) -> Bool {
    (try? root.kind(of: path, followsLink: false)) == .folder
  }
}

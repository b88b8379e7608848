import Files
import YAML

/// A folder of generated files.
///
/// A file that the generator did not write is neither replaced nor removed.
package struct OutputFolder {
  private let path: String
  private static let limit = 64 * 1024 * 1024

  /// - Parameter path: The folder, which is made if there is none.
  package init(_ path: String) {
    self.path = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
  }

  /// The changes that make the folder hold some files.
  package struct Changes {
    package var written: [GeneratedFile] = []
    /// The paths of generated files that are no longer generated.
    package var removed: [String] = []
    package var isEmpty: Bool { written.isEmpty && removed.isEmpty }
  }

  /// Compares the folder with the files that it should hold.
  ///
  /// - Throws: files in the way that the generator did not write.
  package func changes(to files: [GeneratedFile]) throws(Diagnostics) -> Changes {
    var changes = Changes()
    var diagnostics = Diagnostics()
    for file in files {
      guard let present = text(at: file.path) else {
        changes.written.append(file)
        continue
      }
      if !present.hasPrefix(GeneratedFile.mark) {
        diagnostics.items.append(.notGenerators(full(file.path)))
      } else if present != file.text {
        changes.written.append(file)
      }
    }
    let expected = Set(files.map(\.path))
    for folder in Set(files.map { Self.folder(of: $0.path) }).sorted() {
      for name in names(in: folder) {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        guard !expected.contains(path), text(at: path)?.hasPrefix(GeneratedFile.mark) == true else {
          continue
        }
        changes.removed.append(path)
      }
    }
    if diagnostics.hasErrors { throw diagnostics }
    return changes
  }

  /// The diagnostics for files that are not what would be generated.
  package func stale(_ changes: Changes, command: String) -> Diagnostics {
    let paths = changes.written.map(\.path) + changes.removed
    return Diagnostics(paths.map { .differs(full($0), command: command) })
  }

  /// Makes changes; each file is written whole or not at all.
  package func make(_ changes: Changes) throws(Diagnostics) {
    do throws(FileFailure) {
      for folder in folders(of: changes.written) { try FileSystem.makeFolder(folder) }
      for file in changes.written {
        try FileSystem.write(Array(file.text.utf8), to: full(file.path))
      }
      guard !changes.removed.isEmpty else { return }
      let folder = try Folder(at: path)
      for name in changes.removed { try folder.remove(try BytePath(checking: name)) }
    } catch {
      throw Diagnostics([.notWritten(path, error)])
    }
  }

  /// The folders of files, outer ones first.
  private func folders(of files: [GeneratedFile]) -> [String] {
    var folders: [String] = []
    var part = path.hasPrefix("/") ? "" : "."
    for name in path.split(separator: "/") {
      part += "/\(name)"
      folders.append(part)
    }
    var inner: Set<String> = []
    for file in files {
      var folder = Self.folder(of: file.path)
      while !folder.isEmpty {
        inner.insert(folder)
        folder = Self.folder(of: folder)
      }
    }
    return folders + inner.sorted().map(full)
  }

  package func full(_ file: String) -> String { "\(path)/\(file)" }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  private func text(at file: String) -> String? {
    guard let bytes = try? FileSystem.read(full(file), limit: Self.limit) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func names(in folder: String) -> [String] {
    guard let opened = try? Folder(at: folder.isEmpty ? path : full(folder)) else { return [] }
    return ((try? opened.names(in: ".")) ?? []).sorted()
  }
}

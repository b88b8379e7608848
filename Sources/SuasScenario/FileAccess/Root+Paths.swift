import Files

/// Paths as they are written in files.
extension Root {
  private static let slash = UInt8(ascii: "/")

  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: slash) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: slash) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// Returns a path beside a file, with `.` and `..` removed if that leads to the same file.
  static func path(_ path: String, beside file: String) -> String {
    guard path.utf8.first != slash, file.utf8.contains(slash) else { return path }
    let folder = folder(of: file)
    let written = folder == "/" ? "/\(path)" : "\(folder)/\(path)"
    var components: [Substring] = []
    for component in written.components where component != "." {
      if component == "..", let last = components.last, last != ".." {
        components.removeLast()
      } else {
        components.append(component)
      }
    }
    let tidy = (written.utf8.first == slash ? "/" : "") + components.joined(separator: "/")
    // The parent of a folder that is a link is not the parent of the folder that it leads to.
    return FileSystem.realPath(tidy) == FileSystem.realPath(written) ? tidy : written
  }

  /// Returns a path as it is written in a file: relative to the file's folder.
  static func path(to path: String, beside file: String) -> String {
    // A file that is not there any more still has a place.
    guard
      let target = FileSystem.realPath(path)
        ?? (try? FileSystem.absolute(path)).flatMap(FileSystem.place),
      let folder = FileSystem.realPath(Self.folder(of: file))
    else { return path }
    return target.way(from: folder)
  }
}

extension String {
  /// The parts between slashes. A combining character after a slash belongs to the part that
  /// follows, and not to the slash.
  fileprivate var components: [Substring] {
    utf8.split(separator: UInt8(ascii: "/")).map { self[$0.startIndex..<$0.endIndex] }
  }
}

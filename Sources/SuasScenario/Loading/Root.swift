import YAML

/// The folder that files are read below: the one that the user names, or the working directory where
/// it holds the first file, else that file's own folder.
struct Root {
  /// Without links; nil where it cannot be found out, and then every file can.
  let folder: String?
  /// As messages name it.
  private let name: String

  /// - Parameter chosen: The folder that the user names, if any.
  init(of file: String, chosen: String? = nil) {
    if let chosen, let real = FileSystem.realPath(chosen) {
      (folder, name) = (real, "'\(chosen)'")
      return
    }
    guard let real = FileSystem.realPath(file), let working = FileSystem.realPath(".") else {
      (folder, name) = (nil, "")
      return
    }
    let isInside = real.isBelow(working)
    folder = isInside ? working : Self.folder(of: real)
    name = isInside ? "the working directory" : "the folder of '\(file)'"
  }

  /// - Throws: `outside-root` for a file that is not below the folder, whether it is there or not.
  func check(_ path: String, namedAt range: SourceRange) throws(Diagnostics) {
    guard let folder, let place = FileSystem.place(of: path), !place.isBelow(folder) else { return }
    throw Diagnostics([
      .outsideRoot(path, root: name, wider: Self.folder(holding: place, and: folder), at: range)
    ])
  }

  /// The least folder that holds two places, as it is written on the command line; nil for the folder
  /// of all.
  private static func folder(holding place: String, and other: String) -> String? {
    let shared = zip(place.split(separator: "/"), other.split(separator: "/"))
      .prefix { $0 == $1 }.map(\.0)
    guard !shared.isEmpty else { return nil }
    let path = "/" + shared.joined(separator: "/")
    guard let working = FileSystem.realPath("."), working.isBelow(path) else { return path }
    let depth = working.split(separator: "/").count - shared.count
    return depth == 0 ? "." : repeatElement("..", count: depth).joined(separator: "/")
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A path that is written beside a file, with `.` and `..` taken out where that leads to the same.
  static func path(_ path: String, beside file: String) -> String {
    guard !path.hasPrefix("/"), file.contains("/") else { return path }
    let folder = folder(of: file)
    let written = folder == "/" ? "/\(path)" : "\(folder)/\(path)"
    var components: [Substring] = []
    for component in written.split(separator: "/") where component != "." {
      if component == "..", let last = components.last, last != ".." {
        components.removeLast()
      } else {
        components.append(component)
      }
    }
    let tidy = (written.hasPrefix("/") ? "/" : "") + components.joined(separator: "/")
    // A folder that is a link has another folder above it than the one it stands in.
    return FileSystem.realPath(tidy) == FileSystem.realPath(written) ? tidy : written
  }
}

extension String {
  /// Whether a path without links lies in a folder, or is it.
  fileprivate func isBelow(_ folder: String) -> Bool {
    self == folder || hasPrefix(folder == "/" ? "/" : folder + "/")
  }
}

import Files
import SystemPackage
import YAML

/// The folder that files are read below: the one that the user names, or the working directory where
/// it holds the first file, else that file's own folder.
///
/// Paths are compared by bytes, and what is read or written is gone to from the folder itself, so
/// that no link leads out of it, one that was put there a moment ago included.
struct Root: Sendable {
  /// Where the folder lies, without links; nil where it is not there.
  let place: BytePath?
  /// As messages name it.
  let name: String
  private let identity: Folder.Identity?

  private init(at place: BytePath?, name: String) {
    let folder = place.flatMap { try? Folder(at: $0) }
    self.place = folder?.place
    self.name = name
    identity = folder?.identity
  }

  /// The root for what a file names.
  ///
  /// - Parameter chosen: The folder that the user names, if any.
  init(of file: String, chosen: String? = nil) {
    if let chosen {
      self.init(at: FileSystem.realPath(chosen), name: "'\(chosen)'")
      return
    }
    let working = FileSystem.realPath(".")
    let real = FileSystem.realPath(file)
    let folder = real?.folder ?? FileSystem.realPath(Self.folder(of: file))
    if let working, (real ?? folder ?? working).isBelow(working) {
      self.init(at: working, name: Self.workingName)
    } else {
      self.init(at: folder, name: "the folder of '\(file)'")
    }
  }

  /// The root for what lies in a folder that the user names, or beside a file: what the user names
  /// where that holds the folder, or the working directory, else the folder itself.
  init(around folder: String, chosen: String? = nil) {
    let real = FileSystem.realPath(folder)
    let working = FileSystem.realPath(".")
    if let chosen, let place = FileSystem.realPath(chosen), real?.isBelow(place) == true {
      self.init(at: place, name: "'\(chosen)'")
    } else if let working, real?.isBelow(working) != false {
      self.init(at: working, name: Self.workingName)
    } else {
      self.init(at: real, name: "'\(folder)'")
    }
  }

  /// The working directory.
  static var working: Root { Root(at: FileSystem.realPath("."), name: workingName) }

  private static let workingName = "the working directory"

  /// Whether a path as it is written stays below the folder, wherever its links lead.
  func isNamed(by path: String) -> Bool {
    guard let place, let path = try? FileSystem.absolute(path) else { return false }
    return path.tidied.isBelow(place)
  }

  /// - Throws: `outside-root` for a file that is not below the folder, whether it is there or not.
  func check(_ path: String, namedAt range: SourceRange) throws(Diagnostics) {
    // What cannot be a path at all is told when it is read.
    guard let file = try? FileSystem.absolute(path), let lies = FileSystem.place(of: file),
      place.map(lies.isBelow) != true
    else { return }
    let wider = place.flatMap { Self.folder(holding: lies, and: $0) }
    throw Diagnostics([.outsideRoot(path, root: name, wider: wider, at: .range(range))])
  }

  /// The least folder that holds two places, as it is written on the command line; nil for the folder
  /// of all.
  private static func folder(holding place: BytePath, and other: BytePath) -> String? {
    let shared = zip(place.text.split(separator: "/"), other.text.split(separator: "/"))
      .prefix { $0 == $1 }.map(\.0)
    guard !shared.isEmpty else { return nil }
    let path = "/" + shared.joined(separator: "/")
    guard let working = FileSystem.realPath("."), working.isBelow(BytePath(path)) else {
      return path
    }
    let depth = working.text.split(separator: "/").count - shared.count
    return depth == 0 ? "." : repeatElement("..", count: depth).joined(separator: "/")
  }
}

/// Files below the folder, by the paths that lead to them from the working directory.
extension Root {
  func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    try open().read(try FileSystem.absolute(path), limit: limit)
  }

  /// What a path leads to; nil for nothing.
  func kind(of path: String, followsLink: Bool = true) throws(FileFailure) -> FileKind? {
    try open().kind(of: try FileSystem.absolute(path), followsLink: followsLink)
  }

  func names(in path: String) throws(FileFailure) -> [String] {
    try open().names(in: try FileSystem.absolute(path))
  }

  func write(
    _ bytes: [UInt8], to path: String, replacing: Replacing = .anything
  ) throws(FileFailure) {
    try open().write(bytes, to: try FileSystem.absolute(path), replacing: replacing)
  }

  func makeFolder(_ path: String) throws(FileFailure) {
    try open().makeFolder(try FileSystem.absolute(path))
  }

  func remove(_ path: String) throws(FileFailure) {
    try open().remove(try FileSystem.absolute(path))
  }

  /// The folder, unless something else has taken its place.
  private func open() throws(FileFailure) -> Folder {
    guard let place else { throw .system(.noSuchFileOrDirectory) }
    let folder = try Folder(at: place)
    guard folder.identity == identity else { throw .outside }
    return folder
  }
}

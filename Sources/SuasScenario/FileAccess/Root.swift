import Files
import SystemPackage
import YAML

/// The folder below which files are read: the one that the user names, or the working directory if
/// it holds the first file, else that file's own folder.
///
/// Paths are compared by bytes, and files are opened relative to the folder itself, so that no link
/// leads out of it, not even one that was put there a moment ago.
///
/// It may also be a revision in git: then files are read from the repository, and nothing but its
/// own files can be.
package struct Root: Sendable {
  /// The path of the folder, without links; nil if it does not exist.
  let place: BytePath?
  /// The folder's name in messages.
  let name: String
  private let identity: Folder.Identity?
  /// The revision from which files are read; nil for the disk.
  let revision: GitRevision?
  /// The files that an editor has open; nil if the disk alone counts.
  private(set) var openFiles: OpenFiles?

  private init(at place: BytePath?, name: String) {
    let folder = place.flatMap { try? Folder(at: $0) }
    self.place = folder?.place
    self.name = name
    identity = folder?.identity
    revision = nil
  }

  /// Creates the root for the files of a revision.
  init(of revision: GitRevision) {
    place = nil
    name = "the revision '\(revision.name)'"
    identity = nil
    self.revision = revision
  }

  /// Creates the root for the files that a file names.
  ///
  /// - Parameter chosen: The folder that the user names, if any, and the files that are open.
  init(of file: String, chosen: ChosenRoot = ChosenRoot()) {
    defer { openFiles = chosen.openFiles }
    if let folder = chosen.folder {
      self.init(at: FileSystem.realPath(folder), name: "'\(folder)'")
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

  /// Creates the root for the files in a folder that the user names, or beside a file: `chosen` or
  /// the working directory if that holds the folder, else the folder itself.
  init(around folder: String, chosen: ChosenRoot = ChosenRoot()) {
    defer { openFiles = chosen.openFiles }
    let real = FileSystem.realPath(folder)
    let working = FileSystem.realPath(".")
    if let name = chosen.folder, let place = FileSystem.realPath(name), real?.isBelow(place) == true
    {
      self.init(at: place, name: "'\(name)'")
    } else if let working, real?.isBelow(working) != false {
      self.init(at: working, name: Self.workingName)
    } else {
      self.init(at: real, name: "'\(folder)'")
    }
  }

  /// The working directory.
  static var working: Root { Root(at: FileSystem.realPath("."), name: workingName) }

  private static let workingName = "the working directory"

  /// The root for files that the user names: nil on the disk, where these may lie anywhere.
  var ofArguments: Root? { revision == nil ? nil : self }

  /// Returns the name of a file in messages.
  func title(of path: String) -> String { revision.map { "\($0.name):\(path)" } ?? path }

  /// Returns the identity of a file, whatever path leads to it.
  func identity(of path: String) -> BytePath {
    revision?.identity(of: path) ?? FileSystem.identity(of: path)
  }

  /// Returns the path of a file from the folder, which is the same wherever the folder lies; nil if
  /// there is no such file.
  func relativePath(of file: String) -> String? {
    guard let place, let file = FileSystem.realPath(file) else { return nil }
    return file.way(from: place)
  }

  /// Returns true if a path, as it is written, stays below the folder, wherever its links lead.
  func isNamed(by path: String) -> Bool {
    guard let place, let path = try? FileSystem.absolute(path) else { return false }
    return path.tidied.isBelow(place)
  }

  /// - Throws: `outside-root` for a file that is not below the folder, whether it exists or not.
  func check(_ path: String, namedAt range: SourceRange) throws(Diagnostics) {
    // In a revision, only files outside of the repository are outside, which reading reports.
    guard revision == nil else { return }
    // A text that cannot be a path is reported when it is read.
    guard let file = try? FileSystem.absolute(path), let lies = FileSystem.place(of: file),
      place.map(lies.isBelow) != true
    else { return }
    let wider = place.flatMap { Self.folder(holding: lies, and: $0) }
    throw Diagnostics([.outsideRoot(path, root: name, wider: wider, at: .range(range))])
  }

  /// Returns the smallest folder that holds two places, as it is written on the command line; nil
  /// for the root of the file system.
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

/// Access to files below the folder, by their paths from the working directory.
extension Root {
  func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    if let text = openFiles?[path] { return text }
    return try open().read(try FileSystem.absolute(path), limit: limit)
  }

  /// Returns the kind of the file at a path; nil if there is none.
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

  /// Opens the folder; throws if something else has taken its place.
  private func open() throws(FileFailure) -> Folder {
    guard let place else { throw .system(.noSuchFileOrDirectory) }
    let folder = try Folder(at: place)
    guard folder.identity == identity else { throw .outside }
    return folder
  }
}

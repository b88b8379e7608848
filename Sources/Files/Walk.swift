import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A name in a folder that a walk has reached; the entry need not exist.
struct Entry {
  let folder: Handle
  let name: EntryName
}

extension Folder {
  /// Walks to the entry at a path, folder by folder.
  ///
  /// - Parameter followsLink: True if a link at the end of the path is followed.
  func entry(at path: BytePath, followsLink: Bool = true) throws(FileFailure) -> Entry {
    var walk = Walk(from: self, followsLast: followsLink)
    return try walk.follow(path)
  }

  /// Opens a folder below this one.
  func handle(at path: BytePath) throws(FileFailure) -> Handle {
    let entry = try entry(at: path)
    return try entry.folder.folder(entry.name)
  }
}

/// A walk from a folder that never leads out of it.
private struct Walk {
  /// The maximum number of links in a path, the same as in Linux.
  private static let maximumLinks = 40

  private let root: Folder
  private let followsLast: Bool
  private var handle: Handle
  /// The folders between the root and the current one; none of them was a link.
  private var passed: [EntryName] = []
  /// The names that are still to be walked, in reverse order.
  private var waiting: [EntryName] = []
  private var links = 0

  init(from root: Folder, followsLast: Bool) {
    self.root = root
    self.followsLast = followsLast
    handle = root.handle
  }

  mutating func follow(_ path: BytePath) throws(FileFailure) -> Entry {
    guard path.bytes.count <= Int(PATH_MAX) else { throw .system(.fileNameTooLong) }
    try enter(path)
    while let name = waiting.popLast() {
      if name == .itself { continue }
      if name == .above {
        try goUp()
      } else if !waiting.isEmpty {
        try goDown(name)
      } else if followsLast, let target = handle.target(of: name) {
        try follow(link: target)
      } else {
        return Entry(folder: handle, name: name)
      }
    }
    return Entry(folder: handle, name: .itself)
  }

  private mutating func goDown(_ name: EntryName) throws(FileFailure) {
    do throws(FileFailure) {
      handle = try handle.folder(name)
      passed.append(name)
    } catch {
      guard error == .system(.notDirectory) || error == .system(.tooManySymbolicLinkLevels),
        let target = handle.target(of: name)
      else { throw error }
      try follow(link: target)
    }
  }

  private mutating func follow(link target: BytePath) throws(FileFailure) {
    links += 1
    guard links <= Self.maximumLinks else { throw .system(.tooManySymbolicLinkLevels) }
    try enter(target)
  }

  private mutating func enter(_ path: BytePath) throws(FileFailure) {
    if path.isAbsolute { return try start(over: path) }
    waiting += path.names.reversed()
  }

  /// Goes to the parent folder through the folders that were passed: the `..` entry of a folder may
  /// be another one if the folder has been moved.
  private mutating func goUp() throws(FileFailure) {
    guard passed.popLast() != nil else {
      // The path leads out of the root, and possibly into it again.
      return try start(over: root.place.appending([.above]))
    }
    waiting += passed.reversed()
    passed = []
    handle = root.handle
  }

  /// Restarts the walk for an absolute path and the rest of the names, if they lead below the root.
  ///
  /// The real path only determines the way, which is walked like any other. Its last name is not
  /// resolved, since a link there may itself be the target.
  private mutating func start(over path: BytePath) throws(FileFailure) {
    links += 1
    guard links <= Self.maximumLinks else { throw .system(.tooManySymbolicLinkLevels) }
    let path = path.appending(waiting.reversed())
    let names = path.names
    if let name = names.last, name != .itself, name != .above,
      let way = way(to: BytePath.root.appending(Array(names.dropLast())))
    {
      waiting = [name] + way
    } else if followsLast, let way = way(to: path) {
      waiting = way
    } else {
      throw .outside
    }
    passed = []
    handle = root.handle
  }

  /// The names from the root to the target of an absolute path, in reverse order; nil if it is not
  /// below the root.
  private func way(to path: BytePath) -> [EntryName]? {
    FileSystem.place(of: path)?.names(from: root.place)?.reversed()
  }
}

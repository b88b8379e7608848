import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An entry of a folder that was come to below another folder; it need not be there.
struct Entry {
  let folder: Handle
  let name: EntryName
}

extension Folder {
  /// Goes to what a path leads to, folder by folder.
  ///
  /// - Parameter followsLink: Whether a link is followed where the path ends.
  func entry(at path: BytePath, followsLink: Bool = true) throws(FileFailure) -> Entry {
    var walk = Walk(from: self, followsLast: followsLink)
    return try walk.follow(path)
  }

  /// Goes to a folder below this one.
  func handle(at path: BytePath) throws(FileFailure) -> Handle {
    let entry = try entry(at: path)
    return try entry.folder.folder(entry.name)
  }
}

/// A way down from a folder that never leads out of it.
private struct Walk {
  /// As many links may lead to a file as Linux follows.
  private static let maximumLinks = 40

  private let root: Folder
  private let followsLast: Bool
  private var handle: Handle
  /// The folders between the root and where the walk is; none of them was a link.
  private var passed: [EntryName] = []
  /// What is still to be walked, backwards.
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

  /// Goes to the folder above by way of those that were passed: the one that `..` of a folder names
  /// may be another since the folder was moved.
  private mutating func goUp() throws(FileFailure) {
    guard passed.popLast() != nil else {
      // Out of the root, and maybe into it again.
      return try start(over: root.place.appending([.above]))
    }
    waiting += passed.reversed()
    passed = []
    handle = root.handle
  }

  /// Goes on with what a path of the system's and then the rest of the way lead to, if that lies
  /// below the root.
  ///
  /// The real path only says where to go: the way there is walked as any other. Its last part is
  /// left as it is, as a link there may be meant itself.
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

  /// The names from the root on to what a path of the system's leads to, backwards; nil where that
  /// does not lie below the root.
  private func way(to path: BytePath) -> [EntryName]? {
    FileSystem.place(of: path)?.names(from: root.place)?.reversed()
  }
}

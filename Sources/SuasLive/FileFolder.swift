import Foundation

/// The folder below which files are read and written; links are followed where they stay in it.
struct FileFolder: Sendable {
  let path: String
  let maximumSize: Int

  /// How many links may lead to a file.
  private static let maximumLinks = 40

  struct Failure: Error {
    let message: String
  }

  func read(_ name: String) throws(Failure) -> String {
    let file = try place(of: name)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
      throw Failure(message: "there is no file '\(name)'")
    }
    guard !isFolder.boolValue,
      let attributes = try? FileManager.default.attributesOfItem(atPath: file),
      attributes[.type] as? FileAttributeType == .typeRegular
    else { throw Failure(message: "'\(name)' is no file") }
    guard let handle = FileHandle(forReadingAtPath: file),
      let data = try? handle.read(upToCount: maximumSize + 1) ?? Data()
    else { throw Failure(message: "'\(name)' cannot be read") }
    guard data.count <= maximumSize else {
      throw Failure(message: "'\(name)' has more than \(maximumSize) bytes")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw Failure(message: "'\(name)' is not UTF-8")
    }
    return text
  }

  /// Writes a file whole or not at all.
  func write(_ text: String, to name: String) throws(Failure) {
    let file = try place(of: name)
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    } catch {
      throw Failure(message: "'\(name)' cannot be written")
    }
  }

  /// Where a file lies, all links followed.
  ///
  /// - Throws: where that is not below the folder.
  private func place(of name: String) throws(Failure) -> String {
    guard !name.isEmpty, !name.contains("\0") else {
      throw Failure(message: "a path is missing")
    }
    guard let root = Self.realPath(path) else {
      throw Failure(message: "there is no folder '\(path)'")
    }
    var file = name.hasPrefix("/") ? name : "\(root)/\(name)"
    // A file that is still to be written has no path of its own yet; a link to one has.
    var hops = 0
    while let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file) {
      hops += 1
      guard hops <= Self.maximumLinks else {
        throw Failure(message: "the links of '\(name)' lead nowhere")
      }
      let folder = (file as NSString).deletingLastPathComponent
      file = target.hasPrefix("/") ? target : "\(folder)/\(target)"
    }
    let last = (file as NSString).lastPathComponent
    guard last != "..", last != ".", last != "/",
      let folder = Self.realPath((file as NSString).deletingLastPathComponent)
    else { throw Failure(message: "there is no folder for '\(name)'") }
    guard folder == root || folder.hasPrefix(root == "/" ? "/" : root + "/") else {
      throw Failure(message: "'\(name)' lies outside of the folder for files")
    }
    return "\(folder)/\(last)"
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

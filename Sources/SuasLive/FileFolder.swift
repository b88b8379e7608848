import CEL
import Files
import Locking
import SuasSpec

/// The folder below which files are read and written; links are followed if they stay in it.
final class FileFolder: Sendable {
  private let path: String
  private let maximumSize: Int
  /// The folder, kept open after its first use: it stays the same one even if it is moved.
  private let opened: Mutex<Folder?>

  struct FolderError: Error {
    let message: String
  }

  init(path: String, maximumSize: Int) {
    self.path = path
    self.maximumSize = maximumSize
    opened = Mutex(try? Folder(at: path))
  }

  func read(_ name: String) throws(FolderError) -> String {
    let bytes: [UInt8]
    let folder = try folder()
    do throws(FileFailure) {
      bytes = try folder.read(try BytePath(checking: name), limit: maximumSize)
    } catch {
      if error.isAbsence { throw FolderError(message: "there is no file \(shown(name))") }
      throw failure(error, name, "read")
    }
    guard bytes.count <= maximumSize else {
      throw FolderError(message: "\(shown(name)) has more than \(maximumSize) bytes")
    }
    guard let text = String(utf8: bytes) else {
      throw FolderError(message: "\(shown(name)) is not UTF-8")
    }
    return text
  }

  /// Writes a file whole or not at all.
  func write(_ text: String, to name: String) throws(FolderError) {
    let folder = try folder()
    do throws(FileFailure) {
      try folder.write(Array(text.utf8), to: try BytePath(checking: name))
    } catch {
      if error.isAbsence { throw FolderError(message: "there is no folder for \(shown(name))") }
      throw failure(error, name, "written")
    }
  }

  private func failure(_ error: FileFailure, _ name: String, _ operation: String) -> FolderError {
    error == .outside
      ? FolderError(message: "\(shown(name)) lies outside of the folder for files")
      : FolderError(message: "\(shown(name)) cannot be \(operation): \(error.words)")
  }

  /// The path of a file, unless it is sensitive.
  private func shown(_ name: String) -> String {
    Discretion.isAsked ? "the file (its path is sensitive, and not shown)" : "'\(name)'"
  }

  private func folder() throws(FolderError) -> Folder {
    if let folder = opened.withLock({ $0 }) { return folder }
    guard let folder = try? Folder(at: path) else {
      throw FolderError(message: "there is no folder '\(path)'")
    }
    return opened.withLock { opened in
      opened = opened ?? folder
      return opened ?? folder
    }
  }
}

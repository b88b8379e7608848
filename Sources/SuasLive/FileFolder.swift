import Files
import Synchronization

/// The folder below which files are read and written; links are followed where they stay in it.
final class FileFolder: Sendable {
  private let path: String
  private let maximumSize: Int
  /// Held open from its first use on: whatever is moved later, it stays the same folder.
  private let opened: Mutex<Folder?>

  struct Failure: Error {
    let message: String
  }

  init(path: String, maximumSize: Int) {
    self.path = path
    self.maximumSize = maximumSize
    opened = Mutex(try? Folder(at: path))
  }

  func read(_ name: String) throws(Failure) -> String {
    let bytes: [UInt8]
    let folder = try folder()
    do throws(FileFailure) {
      bytes = try folder.read(try BytePath(checking: name), limit: maximumSize)
    } catch {
      if error.isAbsence { throw Failure(message: "there is no file '\(name)'") }
      throw failure(error, name, "read")
    }
    guard bytes.count <= maximumSize else {
      throw Failure(message: "'\(name)' has more than \(maximumSize) bytes")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(message: "'\(name)' is not UTF-8")
    }
    return text
  }

  /// Writes a file whole or not at all.
  func write(_ text: String, to name: String) throws(Failure) {
    let folder = try folder()
    do throws(FileFailure) {
      try folder.write(Array(text.utf8), to: try BytePath(checking: name))
    } catch {
      if error.isAbsence { throw Failure(message: "there is no folder for '\(name)'") }
      throw failure(error, name, "written")
    }
  }

  private func failure(_ error: FileFailure, _ name: String, _ operation: String) -> Failure {
    error == .outside
      ? Failure(message: "'\(name)' lies outside of the folder for files")
      : Failure(message: "'\(name)' cannot be \(operation): \(error.words)")
  }

  private func folder() throws(Failure) -> Folder {
    if let folder = opened.withLock({ $0 }) { return folder }
    guard let folder = try? Folder(at: path) else {
      throw Failure(message: "there is no folder '\(path)'")
    }
    return opened.withLock { opened in
      opened = opened ?? folder
      return opened ?? folder
    }
  }
}

import Files
import Locking

extension LogReader {
  /// Returns a source of bytes that are in memory.
  package static func source(of text: [UInt8]) -> ByteSource {
    let rest = Mutex(text)
    return {
      rest.withLock { rest in
        defer { rest = [] }
        return rest
      }
    }
  }

  /// Reads a whole file or pipe.
  ///
  /// - Parameter limit: The maximum size, in bytes.
  package static func wholeText(of path: String, limit: Int) throws(LogFailure) -> [UInt8] {
    let source = try open(path)
    var text: [UInt8] = []
    do {
      while case let part = try source(), !part.isEmpty {
        text += part
        guard text.count <= limit else { break }
      }
    } catch {
      throw LogFailure(line: 0, message: "it cannot be read: \(error)")
    }
    guard text.count <= limit else {
      throw LogFailure(line: 0, message: "it is no file, and larger than \(limit >> 20) MB")
    }
    return text
  }

  /// Returns true if a file begins as a log does, or is empty.
  package static func isLog(at path: String) throws(LogFailure) -> Bool {
    let source = try open(path)
    var start: [UInt8] = []
    do {
      while start.count < firstLine.count, case let part = try source(), !part.isEmpty {
        start += part
      }
    } catch {
      throw LogFailure(line: 0, message: "it cannot be read: \(error)")
    }
    return start.isEmpty || start.starts(with: firstLine)
  }

  private static let firstLine = Array("{\"\(LogKey.version)\":".utf8)

  /// Opens a file, whose bytes are then read a part after the other.
  package static func open(_ path: String) throws(LogFailure) -> ByteSource {
    do throws(FileFailure) {
      let parts = try FileParts(path)
      return { try parts.next() }
    } catch {
      throw LogFailure(line: 0, message: error.words)
    }
  }
}

import Files

extension LogReader {
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

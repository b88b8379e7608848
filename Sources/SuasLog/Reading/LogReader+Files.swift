import Files

extension LogReader {
  /// Returns the bytes of a file, a part after the other.
  package static func bytes(ofFile path: String) throws(FileFailure) -> ByteSource {
    let parts = try FileParts(path)
    return { try parts.next() }
  }
}
